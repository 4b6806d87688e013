// Package breakthrough is the game of Breakthrough (Troyka 2000). Each side has two rows of pieces on its edge of the
// board. A piece moves one cell forward or diagonally forward to an empty cell, and takes diagonally forward. The first
// side with a piece on the opposite edge wins, and so does a side that has taken all pieces of the other. There are no
// draws.
package breakthrough

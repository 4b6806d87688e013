// Package loa is Lines of Action, a game of two sides on a board of 8 × 8 squares, or of 4 × 4 to 7 × 7.
//
// Black moves first. A man moves along a rank, file or diagonal by exactly as many squares as there are men of both colours on
// that line. It jumps over friendly men but not over enemy men, and captures an enemy man by landing on it. A side wins when
// all its men are connected, diagonals included.
//
// Sources differ in two cases, and [Rules] chooses. The default rules are from Winands ("Informed Search in Complex
// Games", 2004): a move that connects both sides at once is a draw, and a side without a move passes. A repeated position is a
// draw for searches and matches ([Game.Repeated]).
//
// The evaluation is built from the six features for each side of the program BING (Helmstetter, "Analyses de dépendances et
// méthodes de Monte-Carlo dans les jeux de réflexion", 2007, annex A).
package loa

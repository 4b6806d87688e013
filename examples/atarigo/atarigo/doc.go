// Package atarigo is Atari-Go as a game for package ply: the rules, two solvers, and proofs that can be checked.
//
// Black and White take turns in placing stones on the cells of a square board of 2 to 8 rows. Stones of one colour that
// are connected along rows and columns are a string; the empty cells next to it are its liberties. A move that takes
// the last liberty of a string of the other side captures it and wins. Other moves must leave their own string a
// liberty. A side without a legal move loses.
//
// A [Game] has exactly these rules. For solving, two things follow from them. A move that leaves its own string one
// liberty without capturing loses at once, so it need not be tried, and a side that has no other moves has lost. And a
// side with strings in atari can only capture, or play the one liberty that they have. The tests compare both solvers,
// which rely on this, with brute force by the rules alone.
//
// [Solve] and [Solver] prove who wins by depth-first proof-number search on relevant moves ([Relevant]). [AlphaBeta]
// is the search of F. Boissac and T. Cazenave, "De nouvelles heuristiques de recherche appliquées à la résolution
// d'Atarigo" (2007). [Solver.WriteProof] writes a proof, and [VerifyProof] checks one.
package atarigo

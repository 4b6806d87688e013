// Package chess is chess, with the methods that a selective alpha-beta search uses. A [Variant] has other rules: Los
// Alamos chess is played on 6 × 6 squares.
//
// # Positions and lines
//
// A position consists of the pieces, the side to move, the rights to castle and the pawn that may be captured in
// passing. Legal moves, outcome, evaluation and hash depend on the position alone. Repetitions and the fifty-move rule
// depend on the line of play and end no game here: Moves lists moves after a third occurrence as before. A search with
// the option Repetitions scores both as draws, and a program that plays calls [Game.Drawn].
//
// # Units
//
// Values are in hundredths of a pawn. A side that is checkmated has lost [ply.MaxValue], after any number of moves.
package chess

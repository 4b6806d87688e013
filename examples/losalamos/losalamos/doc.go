// Package losalamos is Los Alamos chess, the small chess that a program for the MANIAC computer played in 1956 (Kister,
// Stein, Ulam, Walden and Wells 1957).
//
// The board has 6 × 6 squares, a1 to f6, and no bishops. Pawns move one step only, so there is no capture in passing; there is
// no castling; a pawn that reaches the last rank becomes a queen, a rook or a knight. All other rules are as in chess.
//
// The package shows the methods that selective alpha-beta search uses: [Game.NoisyMoves] for quiescence, [Game.Pass] for the
// null move, [Game.Extend] for extensions, [Game.Repeated] for repetitions.
//
// # Positions and lines
//
// Legal moves, outcome, evaluation and hash depend on the pieces and the side to move alone. Repetitions and the fifty-move rule
// depend on the line of play and end no game here: Moves lists moves after a third occurrence as before. A search with the
// option Repetitions scores both as draws, and a program that plays calls [Game.Drawn].
//
// Values are in hundredths of a pawn. A side that is checkmated has lost [ply.MaxValue], after any number of moves.
package losalamos

// Package losalamos is Los Alamos chess, the small chess that a program for the MANIAC computer played in 1956 (Kister,
// Stein, Ulam, Walden and Wells 1957).
//
// The board has 6 × 6 squares, a1 to f6, and no bishops. Pawns move one step only, so there is no capture in passing;
// there is no castling; a pawn that reaches the last rank becomes a queen, a rook or a knight. All else is as in chess:
// checkmate wins, stalemate is a draw.
//
// The package shows what a game needs for the selective techniques of alpha-beta: [Game.NoisyMoves] for quiescence,
// [Game.Pass] for the null move, [Game.Extend] for extensions and reductions, [Game.Repeated] for repetitions.
//
// # Positions and lines
//
// A position, as package ply understands the word, is the pieces and the side to move. Legal moves, outcome,
// evaluation and hash follow from it alone. Repetitions and the fifty-move rule depend on the line of play, so they end
// no game here: Moves lists moves after a third occurrence as before. A search treats them as draws if its option
// Repetitions is set, and a program that plays calls [Game.Drawn].
//
// Values are in hundredths of a pawn. A side that is checkmated has lost [ply.MaxValue], however many moves
// that took, since an outcome is a function of the position.
package losalamos

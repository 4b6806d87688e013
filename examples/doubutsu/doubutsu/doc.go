// Package doubutsu plays dōbutsu shōgi ("animal chess"), which Madoka Kitao invented in 2008: shogi on a board of 3 × 4
// squares, with a lion, a giraffe, an elephant and a chick for each side.
//
// Each piece moves one square: the lion in all eight directions, the giraffe along files and ranks, the elephant along
// diagonals, the chick forward. A chick that moves to the last rank becomes a hen, which moves like the lion, but not
// diagonally backwards. A piece that is taken changes sides, and is dropped on an empty square instead of a move, a hen as a
// chick. A chick dropped on the last rank stays a chick, and cannot move.
//
// A side wins by taking the lion, or by a try: its lion reaches the last rank, where it cannot be taken in the next move.
// A side that cannot move, which hardly occurs, loses. A lion that can be taken must be taken in this package. That changes
// no value and no length of best play, since nothing else wins faster.
//
// Tetsuro Tanaka solved the game in 2009: 246 803 167 positions can be reached, where positions are the same if they are
// reflections of one another or differ in the names of the sides alone, and the second side wins in 78 moves.
package doubutsu

// Package twenty48 is the game of 2048 (Cirulli 2014): tiles slide on a board of four by four cells, equal ones that
// meet become one of twice their number, and after each slide chance puts a new tile on an empty cell, a 2 nine times
// in ten and otherwise a 4. The game ends when no tile can slide.
//
// It is a game for one player with chance ([ply.Stochastic]): side 1 never moves. [Player] plays it by expectimax.
package twenty48

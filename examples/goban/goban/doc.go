// Package goban is the board of Go: strings of stones with exact liberties, updated by each move and taken back exactly,
// ko and superko, scores, and positions and games as text, SGF and pictures.
//
// A [Board] is what programs that reason about strings stand on. It can be asked for the liberties of a string and the
// strings around it, and both colours may play in any order. [Game] makes it a game for package ply.
//
// # Rules
//
// Two colours take turns in putting a stone on an empty point, or pass. Stones of a colour that are connected along the lines
// are a string; the empty points next to it are its liberties. A move takes from the board first the strings of the other
// colour, then that of its own stone, that have no liberties left; the latter, suicide, only if [Rules] permits it. The
// stone that has just captured a single stone cannot be captured by a single stone at once (ko); with superko no
// position of stones may occur twice. Two passes end the game, and the area decides: stones and the points that they surround.
package goban

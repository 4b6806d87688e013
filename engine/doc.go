// Package engine makes players out of searches: programs that live through a game.
//
// A search answers one question about one position. A [Player] divides its time among the moves of a game, keeps what it
// found from move to move, searches while its opponent thinks, takes moves back and analyses positions. It asks a
// [Searcher], which each search package has for its own search.
package engine

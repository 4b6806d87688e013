package block

import "github.com/ply-search/ply"

// A Sequential game consists of sub-games that are sequences: no sub-game has more than one legal move at a time, so
// that the moves of a sub-game on its own can be played in one order only. In the solitaire Montana, for instance, each
// gap is a sub-game, since only one card can fill it.
//
// While sub-games do not interact, their combined positions form a block: the Cartesian product of the positions along
// each sequence. Interaction is described by cells: those on which the next move of a sub-game depends, as far as other
// sub-games can change them, and those that a move changes. A move that changes no cell watched by another sub-game
// does not interact with that sub-game.
//
// Laws:
//
//   - The legal moves are those that Next returns, one for each sub-game that has one.
//   - A move of one sub-game that changes no cell watched by another leaves Next and Watched of the other unchanged.
//   - Two legal moves of different sub-games, neither of which changes a cell that the other sub-game watches, lead to
//     the same position in either order.
//   - Hash after Play(m) is Hash before it, XORed with HashChange(m), which depends on m alone.
//
// Package gametest checks these laws.
type Sequential[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled

	// Subgames returns the number of sub-games, which does not change.
	Subgames() int

	// Next returns the legal move of sub-game x. ok is false if it has none at present.
	Next(x int) (m M, ok bool)

	// Watched appends to dst the cells on which Next(x) depends in the present position and which moves of other
	// sub-games may change. It returns the extended slice.
	Watched(x int, dst []int32) []int32

	// Changed appends to dst the cells that m changes and that other sub-games may watch, and returns the extended
	// slice.
	Changed(m M, dst []int32) []int32

	// HashChange returns the value with which m changes the hash, by exclusive or.
	HashChange(m M) uint64
}

// A memory holds the positions that a search has dealt with, by their hashes.
type memory interface {
	Contains(key uint64) bool
	Visit(key uint64) bool // adds a key, and reports whether it was there before
}

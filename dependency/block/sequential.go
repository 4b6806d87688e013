package block

import "github.com/ply-search/ply"

// A Sequential game consists of sub-games that are sequences of moves: a sub-game has at most one legal move at a time.
// In the solitaire Montana, a sub-game is a gap, which only one card can fill.
//
// While sub-games do not interact, their combined positions form a block: the Cartesian product of the positions along
// each sequence. Interaction is described by cells. A sub-game watches the cells on which its next move depends, if other
// sub-games can change them. A move of another sub-game interacts with it if the move changes a watched cell.
//
// Laws, which package gametest checks:
//
//   - The legal moves are those that Next returns, one for each sub-game that has one.
//   - A move of one sub-game that changes no cell watched by another leaves Next and Watched of the other unchanged.
//   - Two legal moves of different sub-games, neither of which changes a cell watched by the other, lead to the same
//     position in either order.
//   - Hash after Play(m) is Hash before it, XORed with HashChange(m), which depends on m alone.
type Sequential[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled

	// Subgames returns the constant number of sub-games.
	Subgames() int

	// Next returns the legal move of sub-game x. If x has no legal move, ok is false.
	Next(x int) (m M, ok bool)

	// Watched appends to dst the cells on which Next(x) depends in the present position and which moves of other
	// sub-games may change, and returns the extended slice.
	Watched(x int, dst []int32) []int32

	// Changed appends to dst the cells that m changes and that other sub-games may watch, and returns the extended slice.
	Changed(m M, dst []int32) []int32

	// HashChange returns the value that m XORs into the hash.
	HashChange(m M) uint64
}

type memory interface {
	Contains(key uint64) bool
	Visit(key uint64) bool // adds a key, and reports whether it was there before
}

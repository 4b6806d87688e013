package block

import "github.com/ply-search/ply"

// A Sequential game consists of sub-games. Each sub-game is a sequence of moves: it has at most one legal move at a
// time. In the solitaire Montana, a sub-game is a gap, which only one card can fill.
//
// Cells ([ply.Celled]) describe how sub-games affect one another. A sub-game watches a cell if its next move depends on
// the cell, and moves of other sub-games can change the cell. A move affects another sub-game if the move changes a
// cell that the other sub-game watches. As long as sub-games do not affect one another, [Search] searches them
// together, as a block.
//
// Laws, which package gametest checks:
//
//   - The legal moves are the moves that Next returns for the sub-games.
//   - If a move does not affect another sub-game, Next and Watched of the other sub-game return the same as before the
//     move.
//   - Two legal moves that do not affect each other's sub-game lead to the same position in either order.
//   - Play(m) XORs the hash with HashChange(m), which depends on m alone.
type Sequential[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled

	// Subgames returns the constant number of sub-games.
	Subgames() int

	// Next returns the legal move of sub-game x. If x has no legal move, ok is false.
	Next(x int) (m M, ok bool)

	// Watched appends to dst the cells that sub-game x watches in the present position, and returns the extended slice:
	// the cells on which Next(x) depends and that moves of other sub-games can change.
	Watched(x int, dst []int32) []int32

	// Changed appends to dst those of the cells changed by m that other sub-games may watch, and returns the extended
	// slice.
	Changed(m M, dst []int32) []int32

	// HashChange returns the value that m XORs into the hash.
	HashChange(m M) uint64
}

type memory interface {
	Contains(key uint64) bool
	Visit(key uint64) bool // adds a key, and reports whether it was there before
}

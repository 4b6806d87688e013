package alphabeta

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
)

// An entry is the result of a search stored for a position. It takes 8 bytes, with its key 16, within a cache line.
type entry struct {
	// Value is the value of the position for the side to move, or a bound on it.
	Value int16

	// Move is the best move, or a move good enough for a cutoff. It is 1 for the first of the legal moves in the order
	// of Moves, 2 for the second, and so on, and 0 if no move is known. In a search with Tree.Symmetric, one position
	// represents all its images in the table. Move is then 1 plus the number that [ply.Numberer] gives to the image of
	// the move in that position.
	Move uint16

	// Depth is the number of moves that the search looked ahead, or 254 for a search to the end of the game.
	Depth uint8

	// Bound tells whether Value is exact, a lower bound or an upper bound. If Bound is [ply.NoBound], only Move is
	// known.
	Bound ply.Bound

	// Final tells whether Value is the value of the game played to its end: no line was cut off at the depth of the
	// search.
	Final bool

	// Distance is the number of moves to the end of the game, if Value is the value of a win or a loss and the number
	// is known. Otherwise Distance is 0. Of two wins with the same Value, the sooner is better. Of two losses with the
	// same Value, the later is better.
	Distance uint8
}

type packed uint64

func (e entry) pack() packed {
	data := uint64(uint16(e.Value)) | uint64(e.Move)<<16 | uint64(e.Depth)<<32 | uint64(e.Bound)<<40
	if e.Final {
		data |= 1 << 48
	}
	return packed(data | uint64(e.Distance)<<56)
}

func (data packed) unpack() entry {
	return entry{
		Value:    int16(data),
		Move:     uint16(data >> 16),
		Depth:    uint8(data >> 32),
		Bound:    ply.Bound(data >> 40),
		Final:    data>>48&1 != 0,
		Distance: uint8(data >> 56),
	}
}

type sharedTable struct{ *hashtable.Handle }

func (t sharedTable) Lookup(key uint64) (packed, bool) {
	data, ok := t.Handle.Lookup(key)
	return packed(data), ok
}

// Store stores the entry e under key. The table replaces entries of less weight first. A weight below 0 is stored as 0,
// and a weight above 255 as 255.
func (t sharedTable) Store(key uint64, e packed, weight int) {
	t.Handle.Store(key, uint64(e), uint8(min(max(weight, 0), 255)))
}

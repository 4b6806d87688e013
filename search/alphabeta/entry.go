package alphabeta

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/hashtable"
)

// An entry is the result of a search out about a position. It takes 8 bytes, so a table takes 16 bytes per position, of
// which none lies across two cache lines.
type entry struct {
	// Value is the value of the position for the side to move, or a bound on it.
	Value int16

	// Move tells which move is the best or was good enough for a cutoff: 1 is the first of the legal moves in the
	// order of Moves, and 0 means that none is known. If that order depends on the line of play, Move is only
	// a hint. A search with symmetries stores the number of the move's image by [ply.Numberer], plus 1.
	Move uint16

	// Depth is the number of moves that the search looked ahead, or bottomless.
	Depth uint8

	// Bound tells whether Value is exact or a bound. If it is [ply.NoBound], nothing but Move is known.
	Bound ply.Bound

	// Final tells whether all lines on which Value depends were followed to their end, so a search to any
	// greater depth would find the same.
	Final bool

	// Distance is the number of moves to the end of the game, if Value is a win or a loss there; 0 if that is not
	// known. Of two wins with the same Value, the sooner is the better one, and the later of two losses.
	Distance uint8
}

// A packed is an entry as the tables keep it. One word costs a lookup less than six fields do.
type packed uint64

// pack returns the entry as 64 bits.
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

// A sharedTable is the access of one worker to the table of all.
type sharedTable struct{ *hashtable.Handle }

// Lookup returns the entry stored under key, and whether there is one.
func (t sharedTable) Lookup(key uint64) (packed, bool) {
	data, ok := t.Handle.Lookup(key)
	return packed(data), ok
}

// Store stores an entry under key. Weights below 0 count as 0, and weights above 255 as 255.
func (t sharedTable) Store(key uint64, e packed, weight int) {
	t.Handle.Store(key, uint64(e), uint8(min(max(weight, 0), 255)))
}

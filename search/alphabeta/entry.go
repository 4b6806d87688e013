package transposition

import "github.com/ply-search/ply"

// An Entry is what a search of a game of two sides found out about a position. It takes 8 bytes, so that a Table[Entry]
// takes 16 bytes per position, of which none lies across two cache lines.
type Entry struct {
	// Value is the value of the position for the side to move, or a bound on it.
	Value int16

	// Move tells which move is the best or was good enough for a cutoff: 1 is the first of the legal moves in the
	// order of Moves, and 0 means that none is known. If that order depends on the line of play, Move is only
	// a hint. A search with symmetries stores the number of the move's image by [ply.Numberer], plus 1.
	Move uint16

	// Depth is the number of moves that the search looked ahead. Package alphabeta stores 254 for a search
	// without a limit.
	Depth uint8

	// Bound tells whether Value is exact or a bound. If it is [ply.NoBound], nothing but Move is known.
	Bound ply.Bound

	// Final tells whether all lines on which Value depends were followed to their end, so that a search to any
	// greater depth would find the same.
	Final bool

	// Distance is the number of moves to the end of the game, if Value is a win or a loss there; 0 if that is not
	// known. Of two wins with the same Value, the sooner is the better one, and the later of two losses.
	Distance uint8
}

// pack returns the entry as 64 bits.
func (e Entry) pack() uint64 {
	data := uint64(uint16(e.Value)) | uint64(e.Move)<<16 | uint64(e.Depth)<<32 | uint64(e.Bound)<<40
	if e.Final {
		data |= 1 << 48
	}
	return data | uint64(e.Distance)<<56
}

func unpack(data uint64) Entry {
	return Entry{
		Value:    int16(data),
		Move:     uint16(data >> 16),
		Depth:    uint8(data >> 32),
		Bound:    ply.Bound(data >> 40),
		Final:    data>>48&1 != 0,
		Distance: uint8(data >> 56),
	}
}

// Entries is a [Handle] that stores an [Entry] under each key. Like a Handle, it is for one goroutine; a search of a
// game of two sides can use it as its table.
type Entries struct{ *Handle }

// Entries returns access to the table for one goroutine: a new [Handle], which stores entries. Searches with several workers
// share the table of the Entries that they are given.
func (c *Concurrent) Entries() Entries { return Entries{c.Handle()} }

// Share returns access to the same table for another goroutine. It may be called by any goroutine.
func (e Entries) Share() Entries { return e.table.Entries() }

// Lookup returns the entry stored under key, and whether there is one.
func (e Entries) Lookup(key uint64) (Entry, bool) {
	data, ok := e.Handle.Lookup(key)
	return unpack(data), ok
}

// Store stores an entry under key, as [Handle.Store] does. Weights below 0 count as 0, and weights above 255 as 255.
func (e Entries) Store(key uint64, entry Entry, weight int) {
	e.Handle.Store(key, entry.pack(), uint8(min(max(weight, 0), 255)))
}

package transposition

import "github.com/ply-search/ply"

// An Entry is what a search of a game of two sides has found out about a position, in eight bytes: a
// Table[Entry] takes 16 bytes a position, and never lets an entry lie across two cache lines.
type Entry struct {
	// Value is the value of the position for the side to move, as Bound says: that, more, or less.
	Value int16

	// Move is the number, among the legal moves in the order of Moves, of the move that is best or
	// was good enough, counted from 1. 0 is none. Where that order depends on the line of play,
	// it is only a hint.
	Move uint16

	// Depth is the number of moves that were looked ahead, at most 255.
	Depth uint8

	// Bound says what Value is.
	Bound ply.Bound

	// Final says that all lines that Value depends on were followed to their end, so that it is
	// what a search of any greater depth would find.
	Final bool
}

// pack returns the entry as 64 bits.
func (e Entry) pack() uint64 {
	data := uint64(uint16(e.Value)) | uint64(e.Move)<<16 | uint64(e.Depth)<<32 | uint64(e.Bound)<<40
	if e.Final {
		data |= 1 << 48
	}
	return data
}

func unpack(data uint64) Entry {
	return Entry{
		Value: int16(data),
		Move:  uint16(data >> 16),
		Depth: uint8(data >> 32),
		Bound: ply.Bound(data >> 40),
		Final: data>>48&1 != 0,
	}
}

// Entries is a [Handle] that stores entries, for one goroutine of those that search a game of two
// sides together.
type Entries struct{ *Handle }

// Lookup returns the entry stored with key, and whether there is one.
func (e Entries) Lookup(key uint64) (Entry, bool) {
	data, ok := e.Handle.Lookup(key)
	return unpack(data), ok
}

// Store stores an entry with key. The greater the weight, up to 255, the longer it stays.
func (e Entries) Store(key uint64, entry Entry, weight int) {
	e.Handle.Store(key, entry.pack(), uint8(min(max(weight, 0), 255)))
}

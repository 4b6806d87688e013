package atarigo

import (
	"math/bits"

	"github.com/ply-search/ply/transposition"
)

// A reader reads sequences of ataris: an attacker puts strings into atari, move after move, and the defender has one
// reply to each, until a string cannot be saved. It has only one, since none of the attacker's strings is in atari after
// the attacker's move.
//
// The trace of a winning sequence is a set of cells. If the defender has an additional stone outside the trace, which
// puts nothing into atari, the sequence still wins. With a margin of m it withstands m such stones. The trace has the
// cells of all moves and replies, the last liberty of the captured string, and the liberties of the attacker's strings
// that have 1 + m or fewer after one of its moves: other strings are not put into atari by m stones.
type reader struct {
	board  uint64
	played int       // stones placed
	memory []reading // made on first use
	size   int       // of memory
}

// A reading is the result for a position.
type reading struct {
	key   uint64
	trace uint64 // 0: not won
	first Point
}

// wins returns the trace and the first move of a winning sequence of ataris by the side with the stones own, which is
// to move, with this margin. Without one, the trace is 0.
func (r *reader) wins(own, enemies uint64, margin int) (trace uint64, first Point) {
	empty := r.board &^ (own | enemies)
	// The strings of the enemy: one in atari is captured.
	var two [32]uint64 // liberties of strings with two
	twos, moves := 0, uint64(0)
	for _, liberties := range stringsOf(enemies&around(empty, r.board), enemies, empty) {
		if atMostOne(liberties) {
			return liberties, Point(bits.TrailingZeros64(liberties))
		}
		if more := liberties & (liberties - 1); atMostOne(more) {
			two[twos] = liberties
			twos++
			moves |= liberties
		}
	}
	if twos == 0 {
		return 0, 0
	}
	// The own strings: one in atari must be saved.
	must := inAtari(own, empty, r.board)
	if !atMostOne(must) {
		return 0, 0
	}
	if must != 0 {
		if moves &= must; moves == 0 {
			return 0, 0
		}
	}
	key := transposition.Mix(own*0x9e3779b97f4a7c15^transposition.Mix(enemies)) + uint64(margin)
	if r.memory == nil {
		r.memory = make([]reading, r.size)
	}
	place, _ := bits.Mul64(key, uint64(len(r.memory)))
	at := &r.memory[place]
	if at.key == key {
		return at.trace, at.first
	}
	for rest := moves; rest != 0; rest &= rest - 1 {
		m := rest & -rest
		after := own | m
		liberties := around(stringOf(m, after), empty&^m)
		if atMostOne(liberties) {
			continue
		}
		replies := uint64(0)
		for _, l := range two[:twos] {
			if l&m != 0 {
				replies |= l &^ m
			}
		}
		r.played++
		t := m | replies
		// Strings with few liberties must not lose one.
		for _, libs := range stringsOf(after&around(empty&^m, r.board), after, empty&^m) {
			if count(libs) <= 1+margin {
				t |= libs
			}
		}
		if atMostOne(replies) { // of two liberties only one can be saved
			defended := enemies | replies
			libs := around(stringOf(replies, defended), empty&^(m|replies))
			r.played++
			if atMostOne(libs) {
				t |= libs
			} else {
				more, _ := r.wins(after, defended, margin)
				if more == 0 {
					continue
				}
				t |= more
			}
		}
		trace, first = t, Point(bits.TrailingZeros64(m))
		break
	}
	*at = reading{key, trace, first}
	return trace, first
}

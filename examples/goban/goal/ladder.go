package goal

import (
	"math"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
)

// A reader reads ladders: whether a string is captured by an unbroken sequence of ataris (shicho). It is what [Capture]
// finds with [threat.Lambda](1), by itself and without its traces of replies, since connections ask for it in every
// position.
type reader struct {
	board *goban.Board
	left  int     // positions; less than 0 if they did not suffice
	start int     // how many moves had been played where the ladder began
	end   int     // how many may have been played where the string must have escaped
	notes []Point // what the answer depends on, of the line and of what is settled beside it
	noted bool    // the notes are wanted
}

// ladderPositions bounds a ladder. One across the board takes about a hundred moves of each colour.
const ladderPositions = 2000

// captured reports whether the string at p is captured in a ladder, with the attacker or the owner to move, whoever is
// to move on the board. It adds the points that the answer depends on to trace, if that is not nil. A ladder that is
// too long to be read captures nothing. The ko of the board does not bind, so that the answer is the same whoever is to
// move.
func (r *reader) captured(p Point, attackerFirst bool, trace *dependency.Trace) bool {
	return r.capturedWithin(math.MaxInt32, p, attackerFirst, trace)
}

// capturedWithin is captured, but it also reports true if the string needs more than a number of moves of both colours
// to escape.
func (r *reader) capturedWithin(moves int, p Point, attackerFirst bool, trace *dependency.Trace) bool {
	r.left, r.start, r.noted, r.notes = ladderPositions, r.board.Played(), trace != nil, r.notes[:0]
	r.end = r.start + min(moves, ladderPositions)
	captured := false
	if attackerFirst {
		captured = r.attack(p)
	} else {
		captured = r.defend(p)
	}
	if trace != nil {
		addAll(r.notes, trace)
	}
	return captured
}

// legal reports whether a colour may play in a ladder.
func (r *reader) legal(c goban.Color, p Point) bool {
	b := r.board
	return b.LegalColor(c, p) || p == b.Ko() && c == b.ToMove() && b.Played() == r.start
}

// note notes points.
func (r *reader) note(points ...Point) {
	if r.noted {
		r.notes = append(r.notes, points...)
	}
}

// settle keeps, of the notes of a position, which begin at start, only those of the move that decides it, which begin
// at move: the answer does not depend on moves that were tried before it in vain.
func (r *reader) settle(start, move int) {
	r.notes = append(r.notes[:start], r.notes[move:]...)
}

func (r *reader) attack(p Point) bool {
	b := r.board
	if r.left--; r.left < 0 {
		return false
	}
	switch b.LibertyCount(p) {
	case 1:
		return true
	case 2:
	default:
		return false
	}
	if b.Played() >= r.end {
		return true
	}
	var buffer [2]Point
	liberties := b.Liberties(p, buffer[:0])
	first, second := liberties[0], liberties[1]
	r.note(first, second)
	attacker := b.At(p).Opponent()
	if r.room(p, first) < r.room(p, second) {
		first, second = second, first // where the string could get more liberties
	}
	noted := len(r.notes)
	for _, m := range [2]Point{first, second} {
		before := len(r.notes)
		if !r.legal(attacker, m) {
			r.noteAround(m)
			continue
		}
		b.PlayColor(attacker, m)
		captured := b.LibertyCount(p) == 1 && r.defend(p)
		b.Undo()
		if captured {
			r.settle(noted, before)
			return true
		}
	}
	return false
}

// noteString adds the stones of a string and its liberties to the trace.
func (r *reader) noteString(p Point) {
	if r.noted {
		r.notes = r.board.Liberties(p, r.board.Stones(p, r.notes))
	}
}

// noteAround adds the strings around a point that keep a colour from playing there.
func (r *reader) noteAround(p Point) {
	if !r.noted {
		return
	}
	for _, q := range r.board.Neighbors(p) {
		if r.board.LibertyCount(q) > 0 {
			r.noteString(q)
			r.noteTakers(q)
		}
	}
}

// most is how many strings usually are around one at most, so that they need no memory.
const most = 32

// fewLiberties is how many a string around has at most that a move or two elsewhere could capture.
const fewLiberties = 2

// noteTakers adds the strings whose capture would give liberties to a string.
func (r *reader) noteTakers(p Point) {
	if !r.noted {
		return
	}
	var buffer [most]Point
	for _, s := range r.board.AdjacentStrings(p, r.board.At(p).Opponent(), buffer[:0]) {
		if r.board.LibertyCount(s) <= fewLiberties {
			r.noteString(s)
		}
	}
}

// room returns how many liberties the string at p would have next to m.
func (r *reader) room(p, m Point) int {
	n := 0
	for _, q := range r.board.Neighbors(m) {
		switch {
		case r.board.At(q) == goban.Empty:
			n++
		case r.board.At(q) == r.board.At(p):
			n += r.board.LibertyCount(q) - 1
		}
	}
	return n
}

// defend reports whether a string is captured although its owner is to move.
func (r *reader) defend(p Point) bool {
	b := r.board
	if r.left--; r.left < 0 || b.LibertyCount(p) > 1 {
		return false
	}
	owner := b.At(p)
	var buffers [2][most]Point
	replies := b.Liberties(p, buffers[0][:0])
	for _, s := range b.AdjacentStrings(p, owner.Opponent(), buffers[1][:0]) {
		if b.LibertyCount(s) == 1 {
			replies = b.Liberties(s, replies)
		}
	}
	noted := len(r.notes)
	for _, m := range replies {
		before := len(r.notes)
		r.note(m)
		if !r.legal(owner, m) {
			continue
		}
		// What the reply captures must stay in atari.
		for _, q := range b.Neighbors(m) {
			if b.At(q) == owner.Opponent() && b.LibertyCount(q) == 1 {
				r.noteString(q)
				r.noteTakers(q)
			}
		}
		b.PlayColor(owner, m)
		captured := r.attack(p)
		if !captured {
			r.noteString(p)
			r.settle(noted, before)
		}
		b.Undo()
		if !captured {
			return false
		}
	}
	return true
}

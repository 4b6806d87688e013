package goal

import (
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goban"
)

// A reader reads ladders: unbroken sequences of ataris that capture a string (shicho). It finds what [Capture] finds
// with [threat.Lambda](1), but faster and without traces of replies, since connections need ladders in every position.
type reader struct {
	board *goban.Board
	left  int     // positions; negative if they did not suffice
	start int     // number of moves on the board at the start of the ladder
	end   int     // number of moves on the board by which the string must have escaped
	notes []Point // points on which the answer depends
	noted bool    // notes are taken
}

// ladderPositions bounds a ladder, which across the board takes about a hundred moves of each colour.
const ladderPositions = 2000

// captured reports whether the string at p is captured in a ladder, with the attacker or the owner to move, whoever is to
// move on the board, or needs more than this number of moves of both colours to escape. It adds the points on which the
// answer depends to trace, if that is not nil. A ladder that is too long captures nothing. The ko of the board does not
// bind, so the answer does not depend on the side to move.
func (r *reader) captured(moves int, p Point, attackerFirst bool, trace *dependency.Trace) bool {
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

func (r *reader) note(points ...Point) {
	if r.noted {
		r.notes = append(r.notes, points...)
	}
}

// settle drops the notes from start up to move: the answer does not depend on moves tried in vain.
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
		first, second = second, first // the point with more new liberties first
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

// noteString notes the stones and liberties of a string.
func (r *reader) noteString(p Point) {
	if r.noted {
		r.notes = r.board.Liberties(p, r.board.Stones(p, r.notes))
	}
}

// noteAround notes the strings around a point where a colour cannot play.
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

// most is the usual limit of strings around a string, for buffers on the stack.
const most = 32

// fewLiberties is the number of liberties up to which a string around another could be captured by a move or two.
const fewLiberties = 2

// noteTakers notes the strings whose capture would give liberties to a string.
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

// room returns the number of liberties that the string at p would get at m.
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
		// Strings that the reply captures must stay in atari.
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

package fiveinarow

import (
	"iter"
	"math/bits"
	"slices"

	"github.com/ply-search/ply/transposition"
)

// A board is a position in which a sequence of threats is tried against all defences. It keeps track of rows of five squares.
type board struct {
	rule      Rule
	on        [squares]uint8  // empty, attacker or defender
	stones    [][3]int8       // by row: the numbers of empty squares and of the attacker's and the defender's stones
	with      [3][6]rowSet    // by side and number: the rows with that number of its stones and no others
	keys      []uint64        // Zobrist keys by square and value
	hash      uint64          // of on
	failed    map[uint64]bool // positions that the attacker, to move, does not win by the plan
	positions int             // searched so far
	until     int             // the limit of positions
}

// A rowSet is a set of rows, by their numbers. There are 572.
type rowSet [9]uint64

// A row is five squares in a row, and the squares beyond its ends that are on the board.
type row struct {
	squares [5]Square
	beyond  []Square
}

var rows, rowsOf = makeRows()

func makeRows() (all []row, of [squares][]int) {
	for start := range Square(squares) {
		for d := range directions {
			if _, complete := along(start, d, 4); !complete {
				continue
			}
			var r row
			for i := range r.squares {
				r.squares[i], _ = along(start, d, i)
			}
			for _, steps := range []int{-1, 5} {
				if s, on := along(start, d, steps); on {
					r.beyond = append(r.beyond, s)
				}
			}
			for _, s := range r.squares {
				of[s] = append(of[s], len(all))
			}
			all = append(all, r)
		}
	}
	return all, of
}

func newBoard(p *Position, side Stone, rule Rule) *board {
	b := &board{
		rule:   rule,
		stones: make([][3]int8, len(rows)),
		keys:   transposition.Zobrist{}.Keys(squares, 3),
		failed: make(map[uint64]bool),
	}
	for i := range b.stones {
		b.stones[i][empty] = 5
		b.note(i)
	}
	for s, stone := range p {
		if stone != Empty {
			b.put(Square(s), stone.seen(side))
		}
	}
	return b
}

func (b *board) put(s Square, what uint8) {
	for _, r := range rowsOf[s] {
		b.note(r)
		b.stones[r][b.on[s]]--
		b.stones[r][what]++
		b.note(r)
	}
	b.hash ^= b.keys[3*int(s)+int(b.on[s])] ^ b.keys[3*int(s)+int(what)]
	b.on[s] = what
}

// note adds a row to the sets that it belongs to, or removes it.
func (b *board) note(row int) {
	n := &b.stones[row]
	for side := uint8(attacker); side <= defender; side++ {
		if n[side]+n[empty] == 5 {
			b.with[side][n[side]][row/64] ^= 1 << (row % 64)
		}
	}
}

func (s *rowSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// wins reports whether a row wins for a side that has all its squares.
func (b *board) wins(r *row, side uint8) bool {
	if b.rule == Exact {
		for _, s := range r.beyond {
			if b.on[s] == side {
				return false
			}
		}
	}
	return true
}

func (b *board) five(side uint8) *row {
	for i := range b.with[side][5].all() {
		if b.wins(&rows[i], side) {
			return &rows[i]
		}
	}
	return nil
}

// completing returns the empty squares of winning rows in which a side has a number of stones and the other side none: with 4
// the squares where it makes five, with 3 those where it makes a four.
func (b *board) completing(side uint8, stones int) []Square {
	var found []Square
	for i := range b.with[side][stones].all() {
		if !b.wins(&rows[i], side) {
			continue
		}
		for _, s := range rows[i].squares {
			if b.on[s] == empty && !slices.Contains(found, s) {
				found = append(found, s)
			}
		}
	}
	return found
}

// A fork is a move of the attacker that threatens five on several squares.
type fork struct {
	move  Square
	fives []Square
}

// forks returns the forks of the attacker, who must have no four yet.
func (b *board) forks() []fork {
	var moves []fork // all moves that make a four
	add := func(move, five Square) {
		i := slices.IndexFunc(moves, func(f fork) bool { return f.move == move })
		if i < 0 {
			i = len(moves)
			moves = append(moves, fork{move: move})
		}
		if !slices.Contains(moves[i].fives, five) {
			moves[i].fives = append(moves[i].fives, five)
		}
	}
	for i := range b.with[attacker][3].all() {
		r := &rows[i]
		if !b.wins(r, attacker) {
			continue
		}
		var first, last Square
		for _, s := range r.squares {
			if b.on[s] == empty {
				first, last = last, s
			}
		}
		add(first, last)
		add(last, first)
	}
	return slices.DeleteFunc(moves, func(f fork) bool { return len(f.fives) < 2 })
}

// mostPositions is the most positions searched for a plan. Few plans that hold need a hundredth of it.
const mostPositions = 100_000

// holds reports whether the attacker, to move, is found to win by a plan (see attack).
func (b *board) holds(plan []Square) bool {
	clear(b.failed)
	b.until = b.positions + mostPositions
	return b.attack(plan)
}

// attack reports whether the attacker, to move, wins against all defences by moves of a plan that each threaten to win, in any
// order. It also makes five or a fork where it can, and blocks a five of the defender where it must.
func (b *board) attack(plan []Square) bool {
	if b.failed[b.hash] || b.positions >= b.until {
		return false
	}
	b.positions++
	if len(b.completing(attacker, 4)) > 0 {
		return true
	}
	forced := b.completing(defender, 4)
	switch {
	case len(forced) > 1:
		return false
	case len(forced) == 0:
		if len(b.forks()) > 0 {
			return true
		}
		forced = plan
	}
	for _, s := range forced {
		if b.on[s] != empty {
			continue
		}
		b.put(s, attacker)
		wins := !b.defend(plan)
		b.put(s, empty)
		if wins {
			return true
		}
	}
	b.failed[b.hash] = true
	return false
}

// defend reports whether the defender, to move, can stop the attacker from winning by a plan.
func (b *board) defend(plan []Square) bool {
	b.positions++
	if len(b.completing(defender, 4)) > 0 {
		return true
	}
	answers := b.completing(attacker, 4)
	switch len(answers) {
	case 0:
		forks := b.forks()
		if len(forks) == 0 {
			return true // nothing is threatened
		}
		// A fork is stopped by its square, by one of its fives if there are two, or by fours.
		answers = forks[0].stoppedBy()
		for _, f := range forks[1:] {
			stop := f.stoppedBy()
			answers = slices.DeleteFunc(answers, func(s Square) bool { return !slices.Contains(stop, s) })
		}
		for _, s := range b.completing(defender, 3) {
			if !slices.Contains(answers, s) {
				answers = append(answers, s)
			}
		}
	case 1:
	default:
		return false
	}
	for _, s := range answers {
		b.put(s, defender)
		stopped := !b.attack(plan)
		b.put(s, empty)
		if stopped {
			return true
		}
	}
	return false
}

func (f fork) stoppedBy() []Square {
	if len(f.fives) > 2 {
		return []Square{f.move}
	}
	return append([]Square{f.move}, f.fives...)
}

package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// A Book holds the openings of a game: moves with counts, in the positions that lines of play lead to. A [Player] that uses one
// ([Player.UseBook]) plays its moves by chance, in proportion to the counts. The zero value is empty.
//
// Add and Expand build a book, Write writes it as text, and [ReadBook] reads it. A book has at most 2²⁰ moves. Several goroutines
// may read it at a time.
type Book[M comparable] struct {
	root    opening[M]
	entries int
}

// mostEntries is the most moves of a book.
const mostEntries = 1 << 20

// mostCount is the greatest count.
const mostCount = 1 << 30

var errBookFull = fmt.Errorf("engine: a book has at most %d moves", mostEntries)

// An opening is a position of a book, with the moves known there.
type opening[M comparable] struct {
	moves    []*bookMove[M]
	expanded bool // by a search, so that moves have values
}

type bookMove[M comparable] struct {
	move  M
	count int
	value float64 // for the side that plays the move, if the position is expanded
	next  *opening[M]
}

// Moves returns the moves in the position after a line, with their counts as [ply.Choice].Visits, in descending order of them.
func (b *Book[M]) Moves(line ...M) []ply.Choice[M] {
	at := &b.root
	for _, m := range line {
		known := at.find(m)
		if known == nil || known.next == nil {
			return nil
		}
		at = known.next
	}
	var all []ply.Choice[M]
	for _, m := range at.moves {
		all = append(all, ply.Choice[M]{Move: m.move, Visits: m.count, Value: m.value})
	}
	slices.SortStableFunc(all, func(x, y ply.Choice[M]) int { return cmp.Compare(y.Visits, x.Visits) })
	return all
}

// find returns a move, or nil if it is not known.
func (o *opening[M]) find(m M) *bookMove[M] {
	for _, known := range o.moves {
		if known.move == m {
			return known
		}
	}
	return nil
}

// add returns a move, a new one if it is not known.
func (b *Book[M]) add(o *opening[M], m M) (*bookMove[M], error) {
	if known := o.find(m); known != nil {
		return known, nil
	}
	if b.entries >= mostEntries {
		return nil, errBookFull
	}
	b.entries++
	added := &bookMove[M]{move: m}
	o.moves = append(o.moves, added)
	return added, nil
}

// after returns the position after a move.
func (m *bookMove[M]) after() *opening[M] {
	if m.next == nil {
		m.next = new(opening[M])
	}
	return m.next
}

// Add adds the first moves of a finished game, as many as depth. g is the game at its start; it is played on, and left as it was.
// The count of a move of the winner grows by 2, of the loser by 0, and of either side in a draw by 1, as in the books of PolyGlot.
func (b *Book[M]) Add(g ply.AdversarialGame[M], line []M, depth int) error {
	var sides []int
	defer func() {
		for i := len(sides) - 1; i >= 0; i-- {
			g.Undo(line[i])
		}
	}()
	for i, m := range line {
		if !slices.Contains(g.Moves(nil), m) {
			return fmt.Errorf("engine: move %d of the game, %v, is not legal", i+1, m)
		}
		sides = append(sides, g.ToMove())
		g.Play(m)
	}
	if len(g.Moves(nil)) > 0 {
		return errors.New("engine: the game is not finished")
	}
	last, value := g.ToMove(), g.Outcome()
	at := &b.root
	for i, m := range line[:min(max(depth, 0), len(line))] {
		known, err := b.add(at, m)
		if err != nil {
			return err
		}
		points := 1
		if value != 0 {
			points = 0
			if (value > 0) == (sides[i] == last) {
				points = 2
			}
		}
		known.count = min(known.count+points, mostCount)
		at = known.after()
	}
	return nil
}

// UseBook has the player choose its moves by a book while the game is in it, at any level: a move by chance, in proportion to the
// counts. The lines of the book begin at the position that the player was made in. Nil stands for no book.
func (p *Player[M]) UseBook(b *Book[M]) { p.book = b }

// fromBook chooses one of some moves by the book, if there is one.
func (p *Player[M]) fromBook(moves []M) (m M, ok bool) {
	if p.book == nil {
		return m, false
	}
	known := slices.DeleteFunc(p.book.Moves(p.played...), func(c ply.Choice[M]) bool { return !slices.Contains(moves, c.Move) })
	sum := int64(0)
	for _, c := range known {
		sum += int64(c.Visits)
	}
	if sum == 0 {
		return m, false
	}
	at := p.random.Int64N(sum)
	for _, c := range known {
		if at -= int64(c.Visits); at < 0 {
			return c.Move, true
		}
	}
	return m, false
}

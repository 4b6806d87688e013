package engine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// A Book contains openings. For each of its positions, it contains moves, and a count of each move (see [Book.Add]). A
// [Player] with a book ([Player.UseBook]) chooses a move at random, with probability proportional to the count. The
// zero value is an empty book.
//
// Add and Expand add moves to a book, Write writes a book as text, and [ReadBook] reads the text. A book has at most
// 2²⁰ moves. Several goroutines may read a book at the same time.
type Book[M comparable] struct {
	root    opening[M]
	entries int
}

const mostEntries = 1 << 20

const mostCount = 1 << 30

var errBookFull = fmt.Errorf("engine: a book has at most %d moves", mostEntries)

// An opening is a position of a book.
type opening[M comparable] struct {
	moves    []*bookMove[M]
	expanded bool // whether a search has given its moves values
}

type bookMove[M comparable] struct {
	move  M
	count int
	value float64 // for the side that plays the move, if the position is expanded
	next  *opening[M]
}

// Moves returns the moves that the book contains in one position, in descending order of their counts. The position is
// reached by playing the line from the position in which the lines of the book start. The field Visits of each
// [ply.Choice] is the count of the move.
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

func (o *opening[M]) find(m M) *bookMove[M] {
	for _, known := range o.moves {
		if known.move == m {
			return known
		}
	}
	return nil
}

// add returns the entry of a move and creates it if necessary.
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

func (m *bookMove[M]) after() *opening[M] {
	if m.next == nil {
		m.next = new(opening[M])
	}
	return m.next
}

// Add adds the first depth moves of a finished game to the book. line contains all moves of the game. g is the game in
// the position in which the lines of the book start. Add makes and takes back moves in g.
//
// The count of a move increases by 2 if the side that made the move won the game, by 1 in a draw, and by 0 in a loss,
// as in PolyGlot.
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

// UseBook makes the player choose its moves from book b while the position is in the book. The level of the player
// ([Options].Level) has no effect on this choice. The probability of a move is proportional to its count in the book.
// The lines of the book must start at the position in which the player was made. If b is nil, the player uses no book.
func (p *Player[M]) UseBook(b *Book[M]) { p.book = b }

// fromBook draws one of moves from the book, if the book has one.
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

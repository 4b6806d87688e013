package engine

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// Expand adds a number of positions to the book, one after the other. It returns early, without an error, if ctx ends
// or no position is left to add. Each position is searched within the limits, and its four best moves are added to the
// book. s is a Searcher in the position in which the lines of the book start. Expand makes and takes back moves of s.
// The game of s must have two sides.
//
// Expand prefers positions that are likely to occur in games in which both sides sometimes play a weaker move. Moves
// are ranked by value, from 1 for the best move in a position. The cost of a line is the sum of the ranks of its moves,
// and the next position is the end of the cheapest line that has not been searched (drop-out expansion; Lincke 2001
// uses differences of values instead of ranks). The value of a position is the value of its best move, computed from
// the values of later positions in the book. Each new position adds 1 to the count of the best move in each position on
// its line.
//
// [Book.Write] does not write values, and [Book.Add] does not compute them. Expand therefore searches positions that
// are in the book from a file or from games as if they were new.
func (b *Book[M]) Expand(ctx context.Context, s Searcher[M], limits ply.Limits, positions int) error {
	if _, ok := s.Game().(interface{ ToMove() int }); !ok {
		return errors.New("engine: Expand is for games with a side to move")
	}
	for range positions {
		line, cost := b.root.cheapest(nil)
		if cost == math.MaxInt || ctx.Err() != nil {
			return nil
		}
		if err := b.expand(ctx, s, limits, line); err != nil {
			return err
		}
	}
	return nil
}

// cheapest returns the line to the position to expand next and its cost, or the cost math.MaxInt without one.
func (o *opening[M]) cheapest(before []M) (line []M, cost int) {
	if !o.expanded {
		return slices.Clone(before), 0
	}
	cost = math.MaxInt
	for rank := range o.moves {
		m := o.moves[rank]
		if rank+1 >= cost {
			break
		}
		if l, c := m.after().cheapest(append(before, m.move)); c < math.MaxInt && c+rank+1 < cost {
			line, cost = l, c+rank+1
		}
	}
	return line, cost
}

// expand searches the position after a line and returns to the start.
func (b *Book[M]) expand(ctx context.Context, s Searcher[M], limits ply.Limits, line []M) (err error) {
	const width = 4
	at := &b.root
	path := []*opening[M]{at}
	turn := func() int { return s.Game().(interface{ ToMove() int }).ToMove() }
	sides := []int{turn()}
	for _, m := range line {
		if err := s.Play(m); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, s.Undo()) }()
		at = at.find(m).after()
		path, sides = append(path, at), append(sides, turn())
	}
	var found Analysis[M]
	if len(s.Game().Moves(nil)) > 0 {
		if found, err = s.Analyze(ctx, limits, Question[M]{Lines: width}); err != nil || len(found.Lines) == 0 {
			return err
		}
	}
	at.expanded = true
	for _, m := range at.moves { // from games
		m.value = math.Inf(-1)
	}
	for _, l := range found.Lines {
		m, err := b.add(at, l.Move)
		if err != nil {
			return err
		}
		m.value = l.Value
	}
	for i := len(path) - 1; i >= 0; i-- {
		o := path[i]
		if i+1 < len(path) && len(path[i+1].moves) > 0 {
			value := path[i+1].moves[0].value
			if sides[i] != sides[i+1] {
				value = -value
			}
			o.find(line[i]).value = value
		}
		slices.SortStableFunc(o.moves, func(x, y *bookMove[M]) int { return cmp.Compare(y.value, x.value) })
		if len(o.moves) > 0 {
			o.moves[0].count = min(o.moves[0].count+1, mostCount)
		}
	}
	return nil
}

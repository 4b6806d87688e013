package engine

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// Expand adds positions to the book, one after the other. The argument positions is the number of positions to add.
// Expand searches each of them within the limits, and adds its four best moves to the book. If ctx ends or no position
// is left to add, Expand returns nil early. s is a Searcher in the position in which the lines of the book start.
// Expand plays moves on s and takes them back. The game of s must have two sides.
//
// Expand chooses positions by drop-out expansion (Lincke 2001), but with ranks instead of differences of values. In
// each position of the book, the best move has rank 1, the second best move rank 2, and so on. The next position to be
// added is the end of the line with the least sum of ranks, among all lines to positions that have not been searched.
// The value of a move is the minimax value of the positions that have been added after it.
//
// For each new position, the count of the best move increases by 1 in this position and in each position on the line to
// it. Moves that [Book.Add] or [ReadBook] has added have no values. Expand therefore also searches the positions in
// which the book already contains such moves.
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

package flat

import (
	"context"
	"errors"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that answers each question by [Search] and keeps nothing
// between questions. Values are means in the units of the game's outcomes. Invalid options are errors, and so is
// Progress: use [engine.Question].Report instead.
func NewSearcher[G ply.AdversarialGame[M], M comparable](g G, opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("flat: Progress is set, want a Question with Report")
	}
	once := opt
	once.Random = nil
	if _, err := Search(context.Background(), g, ply.Limits{Nodes: 1}, once); err != nil && !errors.Is(err, ply.ErrFinished) {
		return nil, err
	}
	return engine.Stateless(g, func(ctx context.Context, g G, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		opt := opt
		opt.only = q.Moves
		return questions.Search(ctx, &q, func(r Result[M]) engine.Analysis[M] { return r.answer(&q) }, func(ctx context.Context, progress func(Result[M])) (Result[M], error) {
			opt.Progress = progress
			return Search(ctx, g, limits, opt)
		})
	}), nil
}

func (r *Result[M]) answer(q *engine.Question[M]) engine.Analysis[M] {
	a := engine.Analysis[M]{Report: r.Report}
	rows := slices.Clone(r.candidates)
	first := slices.IndexFunc(rows, func(c candidate[M]) bool { return c.Move == r.Move })
	for len(rows) > 0 && len(a.Lines) < max(q.Lines, 1) {
		at := first
		if len(a.Lines) > 0 {
			if at = bestOf(rows, r.enough, nil); at < 0 { // all others were given up
				at = 0
			}
		}
		row := &rows[at]
		line := engine.Line[M]{Choice: row.Choice, Line: []M{row.Move}}
		if row.replied {
			line.Line = append(line.Line, row.reply)
		}
		a.Lines = append(a.Lines, line)
		rows = slices.Delete(rows, at, at+1)
	}
	return a
}

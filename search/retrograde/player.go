package retrograde

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/guard"
)

// NewSearcher returns a Searcher that looks up the best moves in a table ([Moves]), for players made by [engine.New].
// The value of a line is the outcome according to the table. The distance of a line is the number of plies according to
// the table. It is 0 if the table has outcomes only or was made with [Options].Conversion. If a position is not in the
// table, the answer is an error.
func NewSearcher[G ply.AdversarialGame[M], M comparable](g G, t Table) (engine.Searcher[M], error) {
	switch {
	case guard.IsNil(g):
		return nil, errors.New("retrograde: no game given")
	case guard.IsNil(t):
		return nil, errors.New("retrograde: no table given")
	}
	return engine.Stateless(g, func(_ context.Context, g G, _ ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		start := time.Now()
		failed := engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}
		rated, err := Moves(g, t)
		if err != nil {
			return failed, err
		}
		var a engine.Analysis[M]
		for _, r := range rated {
			if len(a.Lines) == max(q.Lines, 1) {
				break
			}
			if q.Moves != nil && !slices.Contains(q.Moves, r.Move) {
				continue
			}
			value := float64(r.Outcome)
			l := engine.Line[M]{Choice: ply.Choice[M]{Move: r.Move, Value: value, Low: value, High: value}, Bound: ply.Exact}
			if !t.Conversion() && !t.OutcomesOnly() {
				l.Distance = r.Plies
			}
			if l.Line, err = after(g, r.Move, t); err != nil {
				return failed, err
			}
			a.Lines = append(a.Lines, l)
		}
		a.Report = ply.Report{Status: ply.Complete, Nodes: len(rated), Elapsed: time.Since(start)}
		return a, nil
	}), nil
}

const longestLine = 1000

func after[G ply.AdversarialGame[M], M comparable](g G, m M, t Table) ([]M, error) {
	if t.OutcomesOnly() {
		return []M{m}, nil
	}
	var rest []M
	err := guard.Run(func() string { return "the start" }, func() (err error) {
		g.Play(m)
		rest, err = Line(g, t, longestLine)
		g.Undo(m)
		return err
	})
	return append([]M{m}, rest...), err
}

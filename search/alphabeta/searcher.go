package alphabeta

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/transposition"
)

// NewSearcher returns a Searcher for players ([engine.New]): it answers each question by [Search], to ever greater depths, and
// keeps its table from move to move. Without a Table it makes one of 64 MiB, if the game is a [ply.Hasher]. Several lines are
// searched one after the other at each depth. It returns an error if an option is not valid, or if Progress is set, in place of
// which a question has Report.
func NewSearcher[G ply.AdversarialGame[M], M comparable](g G, opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("alphabeta: Progress is set, want a Question with Report")
	}
	if _, ok := any(g).(ply.Hasher); ok && opt.Table == nil {
		opt.Table = new(transposition.Table)
	}
	if _, err := Search(context.Background(), g, ply.Limits{Nodes: 1}, opt); err != nil {
		return nil, err
	}
	opt.Depth = cmp.Or(opt.Depth, mostDepth)
	return engine.Stateless(g, func(ctx context.Context, g G, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		if len(q.Moves) == len(g.Moves(nil)) {
			q.Moves = nil
		}
		a := analysis[G, M]{game: g, opt: opt, ask: q, start: time.Now()}
		if q.Lines > 1 {
			return a.several(ctx, limits)
		}
		return a.best(ctx, limits)
	}), nil
}

// An analysis is the work on one question.
type analysis[G ply.AdversarialGame[M], M comparable] struct {
	game    G
	opt     Options[M]
	ask     engine.Question[M]
	start   time.Time
	nodes   int  // of the searches that have ended
	refused bool // Report has ended the analysis
}

// best looks for the best line.
func (a *analysis[G, M]) best(ctx context.Context, limits ply.Limits) (engine.Analysis[M], error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.opt.only = a.ask.Moves
	a.opt.Progress = func(r Result[M]) {
		if r.Status == ply.InProgress && len(r.Line) > 0 && !a.refused && !a.ask.Report(a.answer(r.Report, lineOf(r))) {
			a.refused = true
			cancel()
		}
	}
	r, err := Search(ctx, a.game, limits, a.opt)
	return a.answer(r.Report, lineOf(r)), err
}

// several looks for several lines. At each depth it searches for the best move, for the best of all others, and so on.
func (a *analysis[G, M]) several(ctx context.Context, limits ply.Limits) (engine.Analysis[M], error) {
	all := a.ask.Moves
	if all == nil {
		all = a.game.Moves(nil)
	}
	wanted := min(a.ask.Lines, len(all))
	var done engine.Analysis[M]
	for depth := 1; ; depth++ {
		var lines []engine.Line[M]
		final := true
		rest := slices.Clone(all)
		for range wanted {
			opt := a.opt
			opt.Depth, opt.Direct, opt.only = depth, true, rest
			r, err := Search(ctx, a.game, limits.After(a.nodes, time.Since(a.start)), opt)
			a.nodes += r.Nodes
			r.Report.Nodes = 0
			if err != nil {
				return a.answer(r.Report), err
			}
			if !r.Status.Conclusive() { // the lines of the depth before, or at the first depth those up to now
				if depth == 1 {
					done.Lines = lines
				}
				return a.answer(r.Report, done.Lines...), nil
			}
			lines = append(lines, lineOf(r))
			rest = slices.DeleteFunc(rest, func(m M) bool { return m == r.Move })
			final = final && r.Final
		}
		slices.SortStableFunc(lines, func(x, y engine.Line[M]) int { return cmp.Compare(y.Value, x.Value) })
		done = a.answer(ply.Report{Status: ply.InProgress}, lines...)
		switch {
		case final || depth == a.opt.Depth:
			done.Status = ply.Complete
			return done, nil
		case !a.ask.Report(done):
			done.Status = ply.Decided
			return done, nil
		}
	}
}

// answer returns the answer with some lines, of which one without moves does not count.
func (a *analysis[G, M]) answer(r ply.Report, lines ...engine.Line[M]) engine.Analysis[M] {
	r.Nodes += a.nodes
	r.Elapsed = time.Since(a.start)
	if a.refused && r.Status == ply.Cancelled {
		r.Status = ply.Decided
	}
	return engine.Analysis[M]{Report: r, Lines: slices.DeleteFunc(lines, func(l engine.Line[M]) bool { return len(l.Line) == 0 })}
}

// lineOf returns the line of a result.
func lineOf[M comparable](r Result[M]) engine.Line[M] {
	value := float64(r.Value)
	l := engine.Line[M]{
		Choice: ply.Choice[M]{Move: r.Move, Value: value, Low: -ply.MaxValue, High: ply.MaxValue, Distance: r.Distance},
		Line:   slices.Clone(r.Line), Bound: r.Bound, Depth: r.Depth,
	}
	if r.Bound == ply.Exact || r.Bound == ply.AtLeast {
		l.Low = value
	}
	if r.Bound == ply.Exact || r.Bound == ply.AtMost {
		l.High = value
	}
	return l
}

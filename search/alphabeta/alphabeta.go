package alphabeta

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
)

// AlphaBeta finds the value of a position and a best move by plain alpha-beta (Knuth and Moore 1975; in negamax form
// with the fail-soft bounds of Fishburn 1983). If the best move of each position is always tried first, the number of
// nodes that AlphaBeta visits is about the square root of the number that [Minimax] visits. [Search] is usually faster.
//
// AlphaBeta needs about 750 bytes for each move of the longest line, which may have millions of moves, and otherwise
// allocates nothing.
func AlphaBeta[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run(ctx, g, limits, opt, plain, onePass[M])
}

// A strategy searches to one depth by passes with different windows. guess is the value of the depth before.
type strategy[M comparable] func(s *negamax[M], depth, guess int)

func onePass[M comparable](s *negamax[M], depth, _ int) {
	s.pass(depth, s.scale.lowest, s.scale.highest)
}

// A scouted variant searches moves after the first with a null window, and makes a table for one goroutine.
type variant bool

const (
	plain   variant = false // AlphaBeta
	scouted variant = true  // all others
)

func run[G ply.AdversarialGame[M], M comparable](
	ctx context.Context, g G, limits ply.Limits, opt Options[M], v variant, search strategy[M],
) (Result[M], error) {
	opt = opt.withDefaults(ctx, g, limits, v)
	if opt.Workers > 1 {
		return searchTogether(ctx, g, limits, opt, v, search)
	}
	if opt.Table != nil {
		table, err := hashtable.Open[packed](opt.Table, hashtable.TwoDeep)
		if err != nil {
			return Result[M]{Report: ply.Report{Status: ply.Failed}}, fmt.Errorf("alphabeta: %w", err)
		}
		defer hashtable.Close(opt.Table)
		table.Age()
		opt.entries = table
	}
	return searchAlone[M](ctx, g, limits, opt, v, func(s *negamax[M]) { s.deepen(&opt, limits.Time > 0, search) })
}

func searchAlone[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M], v variant,
	search func(s *negamax[M])) (Result[M], error) {
	var s *negamax[M]
	defer func() { s.endKeeping() }()
	err := guard.Run(func() string { return s.line() }, func() (err error) {
		if s, err = newNegamax(ctx, g, limits, &opt, v); err != nil {
			return err
		}
		if err = s.keep(&opt); err != nil {
			return err
		}
		search(s)
		s.ensureLine()
		return s.control.fault
	})
	return s.outcome(&opt, s.saveEnd(err))
}

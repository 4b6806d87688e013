package alphabeta

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// AlphaBeta finds the value of a position and a best move by plain alpha-beta: it searches depth first and leaves a
// position as soon as one side has a better choice earlier on the line (Knuth and Moore 1975, in negamax form with
// the fail-soft bounds of Fishburn 1983). If the best moves are always tried first, the number of nodes is about the
// square root of that of [Minimax]. [Search] is usually faster.
//
// It needs memory in proportion to the longest line, about 750 bytes per move, and can search lines of millions of
// moves. Once it has that memory, it allocates nothing.
func AlphaBeta[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return searchWindows[M](ctx, g, limits, opt, func(s *negamax[M], depth, _ int) {
		s.pass(depth, s.lowest, s.highest)
	})
}

// searchWindows is what the searches of the alpha-beta family have in common. They differ in how they
// search to one depth, by passes with different windows, given the value found at the depth before.
func searchWindows[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M],
	search func(s *negamax[M], depth, guess int)) (Result[M], error) {
	opt.Deepen = opt.deepens(limits)
	return searchAlone[M](ctx, g, limits, opt, func(s *negamax[M]) {
		if a, ok := opt.Table.Entries.(interface{ Age() }); ok {
			a.Age()
		}
		s.deepen(&opt, limits.Time > 0, search)
	})
}

// searchAlone has one goroutine search, and returns what that found.
func searchAlone[M comparable](ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M],
	search func(s *negamax[M])) (Result[M], error) {
	var s *negamax[M]
	err := guard.Run(func() string { return s.line() }, func() (err error) {
		if opt.Workers > 1 {
			return fmt.Errorf("alphabeta: Workers is %d, but only Search has more than one", opt.Workers)
		}
		if s, err = newNegamax(ctx, g, limits, &opt); err != nil {
			return err
		}
		search(s)
		s.ensureLine()
		return s.control.fault
	})
	return s.outcome(&opt, err)
}

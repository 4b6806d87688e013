package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// ParallelAlphaBeta is [PrincipalVariation] with Deepen, by so many goroutines (0 means GOMAXPROCS), each
// on a clone of its own. All search the same position, and share what they find in one table; every
// other one begins a depth ahead, so that they seldom do the same and find much of what they look for
// (the shared table of lazy SMP). That takes no locks and splits nothing. What the first worker finds is
// the result, so it is exact as that of PrincipalVariation: with EqualDepth, or where the depth has no
// bound, it is the same value. What is gained depends on how well one worker orders its moves already: in the
// midgame of Othello, with two workers, about a tenth at best (BenchmarkParallelAlphaBeta in examples/othello).
//
// Table must be unset; shared takes its place. Nodes and all other counts are those of all workers, and
// MaxNodes bounds those of the first one. If the game panics, the error is a [*ply.GamePanic].
func ParallelAlphaBeta[M comparable, G interface {
	AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}](ctx context.Context, g G, shared *transposition.Concurrent, workers int, opt AlphaBetaOptions) (AlphaBetaResult[M], error) {
	failed := AlphaBetaResult[M]{Status: ply.Failed}
	switch {
	case shared == nil:
		return failed, errNoMemory
	case opt.Table != nil:
		return failed, fmt.Errorf("search: ParallelAlphaBeta has a table of its own: Table must be unset")
	case workers < 0:
		return failed, fmt.Errorf("search: %d workers, want a number or 0 for GOMAXPROCS", workers)
	}
	opt.Deepen = true
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all []*negamax[M]
	var opts []AlphaBetaOptions
	for i := range cmp.Or(workers, runtime.GOMAXPROCS(0)) {
		own := opt
		own.Table = transposition.Entries{Handle: shared.Handle()}
		if i > 0 {
			own.Report, own.MaxNodes = nil, 0
		}
		s, err := newNegamax[M](ctx, g.Clone(), &own)
		if err != nil {
			return failed, err
		}
		s.scout, s.ahead = true, i%2
		all, opts = append(all, s), append(opts, own)
	}
	var group sync.WaitGroup
	panics := make([]*ply.GamePanic, len(all))
	for i, s := range all {
		group.Go(func() {
			defer func() {
				if fault := recover(); fault != nil {
					panics[i] = &ply.GamePanic{Value: fault, Line: fmt.Sprint(s.played(nil)), Stack: debug.Stack()}
				}
				if i == 0 || panics[i] != nil {
					cancel()
				}
			}()
			s.deepen(&opts[i], func(s *negamax[M], depth, _ int) { s.pass(depth, s.lowest, s.highest) })
		})
	}
	group.Wait()
	for _, p := range panics {
		if p != nil {
			return failed, p
		}
	}
	for _, s := range all[1:] {
		all[0].stats.add(&s.stats)
	}
	return all[0].finish(), nil
}

// played appends the moves from the start to where the game is, or was when a move was last played.
func (s *negamax[M]) played(dst []M) []M {
	for _, l := range s.levels[:min(s.at+1, len(s.levels))] {
		dst = append(dst, l.move)
	}
	return dst
}

// add adds up what two searches counted.
func (s *AlphaBetaStats) add(t *AlphaBetaStats) {
	s.Nodes += t.Nodes
	s.Leaves += t.Leaves
	s.Quiet += t.Quiet
	s.TableHits += t.TableHits
	s.TableCuts += t.TableCuts
	s.KnownCuts += t.KnownCuts
	s.Cutoffs += t.Cutoffs
	s.FirstMove += t.FirstMove
	s.NullMoves += t.NullMoves
	s.NullCuts += t.NullCuts
	s.Researches += t.Researches
	s.Repeated += t.Repeated
}

package alphabeta

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/transposition"
)

// Parallel is [PrincipalVariation] by several goroutines, each on a clone of the game. [Options.Workers] is their
// number; 0 means 1. If EqualDepth is set or the depth is unlimited, it finds the same value. Which of several best
// moves it finds, and how many nodes that takes, differs from run to run. It does not play on g itself.
//
// It needs a [Table] with Entries of type [transposition.Entries], which its workers share.
//
// The tree is split by the method "young brothers wait" (Feldmann, Monien, Mysliwietz and Vornberger 1989): once the
// first move of a position has been searched without a cutoff, idle workers take the moves after it, and as soon as
// one of them causes a cutoff, all leave the position. A worker that has split a position and is waiting for the
// others helps them deeper in the tree. As a result, workers seldom search what a single one would not have searched.
// With two workers the search is 1.7 to 1.8 times as fast as with one in Othello and Connect Four, and has up to a
// tenth more nodes (see the benchmarks of examples/othello and examples/connectfour).
//
// Nodes and all other counts are sums over the workers. [ply.Limits].Nodes limits their sum, to within some thousand nodes
// for each worker. Progress is called on the same goroutine as in the other searches.
func Parallel[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	shared, ok := opt.Table.Entries.(transposition.Entries)
	if !ok || shared.Handle == nil {
		return failed, fmt.Errorf("alphabeta: Parallel needs transposition.Entries as its table, but Table.Entries is %T", opt.Table.Entries)
	}
	opt.Deepen = opt.deepens(limits)
	t := new(team[M])
	t.news.L = &t.mu
	defer t.release()
	err := guard.Run(noLine, func() error {
		for range max(opt.Workers, 1) {
			if err := t.recruit(ctx, apart.Clone[G](g), limits, shared.Share(), opt); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return failed, err
	}
	err = t.search(&opt, limits.Time > 0)
	first := t.workers[0]
	for _, s := range t.workers[1:] {
		first.stats.add(&s.stats)
	}
	return first.outcome(&opt, err)
}

// A team searches one tree together. The first worker begins at the start, and all others wait for
// positions to be split.
type team[M comparable] struct {
	workers []*negamax[M]
	entries []transposition.Entries
	nodes   atomic.Int64  // of all, but for those since they last looked at the clock
	status  atomic.Uint32 // why all must stop; ply.Complete if they need not
	wanted  atomic.Int32  // workers that wait, less the split points open to them

	mu   sync.Mutex
	news sync.Cond        // a split point is open, or was left by a helper, or all is done
	open []*splitPoint[M] // those with moves that nobody has taken
	done bool
}

// recruit adds a worker, with a game and an access to the table of its own.
func (t *team[M]) recruit(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, entries transposition.Entries, opt Options[M]) error {
	t.entries = append(t.entries, entries)
	opt.Table.Entries = entries
	if len(t.workers) > 0 {
		opt.Progress = nil // the first reports
	}
	s, err := newNegamax(ctx, g, limits, &opt)
	if err != nil {
		return err
	}
	s.scout = true
	if len(t.workers) > 0 {
		s.origin = t.workers[0].origin
	}
	s.worker, s.control.Total = &worker[M]{team: t}, &t.nodes
	t.workers = append(t.workers, s)
	return nil
}

// release gives back what the workers had of the table.
func (t *team[M]) release() {
	for _, e := range t.entries {
		e.Release()
	}
}

// search has the first worker deepen, on the goroutine of the caller, and the others help.
func (t *team[M]) search(opt *Options[M], timed bool) (err error) {
	first := t.workers[0]
	if len(t.workers) == 1 {
		first.worker, first.control.Total = nil, nil
	}
	helpers := guard.Group{Stop: t.fail}
	for _, s := range t.workers[1:] {
		helpers.Go(s.line, s.help)
	}
	completed := false
	defer func() {
		if !completed {
			t.fail()
		}
		t.dismiss()
		if fault := helpers.Wait(0, nil); err == nil {
			err = fault
		}
		for _, s := range t.workers {
			if err == nil {
				err = s.control.fault
			}
		}
	}()
	err = guard.Run(first.line, func() error {
		first.deepen(opt, timed, func(s *negamax[M], depth, _ int) { s.pass(depth, s.lowest, s.highest) })
		first.ensureLine()
		completed = true
		return first.control.fault
	})
	return err
}

// fail tells all workers to stop.
func (t *team[M]) fail() { t.status.Store(uint32(ply.Failed)) }

// dismiss tells those who wait that nothing more will come.
func (t *team[M]) dismiss() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
	t.news.Broadcast()
}

// nodes returns the nodes of all who search together. None but the first may be searching.
func (s *negamax[M]) nodes() int {
	if s.worker == nil {
		return s.stats.Nodes
	}
	sum := 0
	for _, other := range s.worker.team.workers {
		sum += other.stats.Nodes
	}
	return sum
}

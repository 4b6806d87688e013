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

// entriesOfTable is the number of entries of the table that several workers share if none is given.
const entriesOfTable = 1 << 20

// searchTogether is [Search] with several workers. It does not play on g itself.
func searchTogether[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if guard.IsNil(g) {
		return failed, errNoGame
	}
	cloner, ok := any(g).(ply.Cloner[G])
	if !ok {
		return failed, fmt.Errorf("alphabeta: Workers is %d, which needs a ply.Cloner of %T", opt.Workers, g)
	}
	if opt.Table.Entries == nil {
		table, err := transposition.NewConcurrent(entriesOfTable)
		if err != nil {
			return failed, err
		}
		opt.Table.Entries = table.Entries()
	}
	shared, ok := opt.Table.Entries.(transposition.Entries)
	if !ok || shared.Handle == nil {
		return failed, fmt.Errorf("alphabeta: Workers is %d, which needs transposition.Entries as the table, but Table.Entries is %T", opt.Workers, opt.Table.Entries)
	}
	opt.Deepen = opt.deepens(limits)
	t := new(team[M])
	t.news.L = &t.mu
	defer t.release()
	err := guard.Run(noLine, func() error {
		for range opt.Workers {
			if err := t.recruit(ctx, apart.Clone(cloner), limits, shared.Share(), opt); err != nil {
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

package alphabeta

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
)

// searchTogether is run with several workers. It does not play on g.
func searchTogether[G ply.AdversarialGame[M], M comparable](
	ctx context.Context, g G, limits ply.Limits, opt Options[M], v variant, search strategy[M],
) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if guard.IsNil(g) {
		return failed, errNoGame
	}
	cloner, ok := any(g).(ply.Cloner[G])
	if !ok {
		return failed, fmt.Errorf("alphabeta: Workers is %d, which needs a ply.Cloner of %T", opt.Workers, g)
	}
	t := new(team[M])
	t.news.L = &t.mu
	if opt.Table != nil {
		shared, err := hashtable.OpenShared[packed](opt.Table)
		if err != nil {
			return failed, fmt.Errorf("alphabeta: %w", err)
		}
		defer hashtable.Close(opt.Table)
		for range opt.Workers {
			h := shared.Handle()
			defer h.Release()
			t.handles = append(t.handles, h)
		}
	}
	err := guard.Run((*negamax[M])(nil).line, func() error {
		for range opt.Workers {
			if err := t.recruit(ctx, apart.Clone(cloner), limits, opt, v); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return failed, err
	}
	first := t.workers[0]
	defer first.endKeeping()
	err = guard.Run(first.line, func() error { return first.keep(&opt) })
	if err == nil {
		err = t.search(&opt, limits.Time > 0, search)
	}
	err = first.saveEnd(err)
	for _, s := range t.workers[1:] {
		first.stats.add(&s.stats)
	}
	return first.outcome(&opt, err)
}

// A team searches one tree together. The first worker begins at the start, the others wait for split positions.
type team[M comparable] struct {
	workers []*negamax[M]
	handles []*hashtable.Handle // of the table, one for each worker
	nodes   atomic.Int64        // of all, except those since each last looked at the clock
	status  atomic.Uint32       // why all must stop, or ply.Complete
	wanted  atomic.Int32        // waiting workers, less the split points open to them

	mu   sync.Mutex
	news sync.Cond        // a split point is open, or was left by a helper, or the search is done
	open []*splitPoint[M] // with moves that nobody has taken
	done bool
}

func (t *team[M]) recruit(ctx context.Context, g ply.AdversarialGame[M], limits ply.Limits, opt Options[M], v variant) error {
	number := len(t.workers)
	if len(t.handles) > 0 {
		opt.entries = sharedTable{t.handles[number]}
	}
	if number > 0 {
		opt.Progress = nil // the first worker reports
	}
	s, err := newNegamax(ctx, g, limits, &opt, v)
	if err != nil {
		return err
	}
	if number > 0 {
		s.history.share(&t.workers[0].history)
	}
	s.worker, s.control.Total = &worker[M]{team: t}, &t.nodes
	t.workers = append(t.workers, s)
	return nil
}

func (t *team[M]) search(opt *Options[M], timed bool, search strategy[M]) (err error) {
	first := t.workers[0]
	helpers := guard.Group{Stop: t.fail}
	for _, s := range t.workers[1:] {
		helpers.Go(s.line, s.help)
	}
	defer func() {
		t.end()
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
		first.deepen(opt, timed, search)
		first.ensureLine()
		return first.control.fault
	})
	return err
}

func (t *team[M]) fail() { t.status.Store(uint32(ply.Failed)) }

func (t *team[M]) end() {
	t.fail()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
	t.news.Broadcast()
}

// nodes returns the nodes of all workers. Only the first may be searching.
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

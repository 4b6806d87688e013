package joint

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// A Tree is a search tree for the present position of a game, or one for each of several workers. It is kept between
// searches. The game must not be played on as long as the tree is used. A Tree is used by one goroutine at a time.
type Tree[M comparable] struct {
	opt     Options[M]
	growers []*grower[M]
	fault   error // the game panicked
}

// New returns a tree for the present position of a game. It returns an error if an option is invalid, if the game hides
// something besides the moves of a round ([ply.Imperfect]), or if the position is finished or one of chance.
func New[G ply.Joint[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("joint: no game given")
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	if _, hides := any(g).(ply.Imperfect); hides {
		return nil, fmt.Errorf("joint: %w: %T", ply.ErrImperfect, g)
	}
	cloner, ok := any(g).(ply.Cloner[G])
	if opt.Workers > 1 && !ok {
		return nil, fmt.Errorf("joint: more than one of Workers needs a ply.Cloner, which %T is not", g)
	}
	t := &Tree[M]{opt: opt}
	err = t.guarded(func() error {
		for i := range opt.Workers {
			game := g
			if i > 0 {
				game = apart.Clone(cloner)
			}
			source := random.ForWorker(opt.Random, opt.Workers)
			w := &grower[M]{opt: &t.opt, game: game, random: rand.New(source), length: sampling.Length(g, opt.MaxLength),
				bound: sampling.Memory(opt.Memory) / opt.Workers}
			w.dealer, _ = any(game).(ply.Stochastic[M])
			t.growers = append(t.growers, w)
			if err := w.begin(); err != nil {
				return err
			}
			if first := t.growers[0]; !w.sameRoot(first) {
				return fmt.Errorf("joint: Clone of %T: the clone is in another position than the game", g)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tree[M]) guarded(f func() error) error {
	return t.noted(guard.Run(func() string { return "[]" }, f))
}

// noted notes an error that makes the tree unusable.
func (t *Tree[M]) noted(err error) error {
	var fault *ply.GamePanic
	if errors.As(err, &fault) {
		t.fault = err
	}
	return err
}

// Search makes simulations and returns the strategy then. It leaves the game as it was.
func (t *Tree[M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("joint: %w", err)
	}
	if t.fault != nil {
		return failed, t.fault
	}
	start, before := time.Now(), t.simulations()
	snapshot := func(status ply.Status) Result[M] {
		r := t.result()
		r.Report = ply.Report{Status: status, Nodes: t.simulations() - before, Elapsed: time.Since(start)}
		return r
	}
	crew := sampling.Crew{
		Workers:     len(t.growers),
		Simulations: limits.Nodes,
		Time:        limits.Time,
		Line:        func(i int) string { return fmt.Sprint(t.growers[i].line) },
		Simulate:    func(i int, budget *stop.Budget) (ply.Status, error) { return t.growers[i].simulate(budget) },
	}
	if t.opt.Progress != nil {
		crew.Report = func() { t.opt.Progress(snapshot(ply.InProgress)) }
	}
	status, err := crew.Run(ctx)
	if t.noted(err) != nil {
		failed.Elapsed = time.Since(start)
		return failed, err
	}
	r := snapshot(status)
	if t.opt.Progress != nil {
		t.opt.Progress(r)
	}
	return r, nil
}

package infoset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/belief"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/random"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/stop"
)

// A Game has the methods that [Search] requires, besides Clone ([ply.Cloner]) and the outcomes ([ply.Adversarial] or
// [ply.Multiplayer]).
type Game[M comparable] interface {
	ply.Game[M]
	ply.Imperfect
	ply.Determinizer
	ToMove() int
}

// Search searches the present position for the player to move. The position must have legal moves, and a player, not
// chance, must be to move. Search works on a clone of g and does not change g.
func Search[G interface {
	Game[M]
	ply.Cloner[G]
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	if guard.IsNil(g) {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, errors.New("infoset: no game given")
	}
	clone := func() Game[M] { return g.Clone() }
	if opt.Workers > 1 {
		clone = func() Game[M] { return apart.Clone(g) }
	}
	return search(ctx, clone, limits, opt)
}

func search[M comparable](ctx context.Context, clone func() Game[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("infoset: %w", err)
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return failed, err
	}
	start := time.Now()
	workers := make([]*worker[M], opt.Workers)
	err = guard.Run(func() string { return "[]" }, func() error {
		for i := range workers {
			source := random.ForWorker(opt.Random, opt.Workers)
			w := &worker[M]{opt: &opt, random: rand.New(source), ids: map[string]int32{}, length: opt.MaxLength,
				nodes: slab.Open[node[M]](chunkShift)}
			w.memory = sampling.Share(sampling.Memory(opt.Memory), i, opt.Workers)
			if err := w.begin(clone, max(1, sampling.Share(opt.Draws, i, opt.Workers))); err != nil {
				return err
			}
			if first := workers[0]; i > 0 && (w.player != first.player || !slices.Equal(w.legal, first.legal)) {
				return fmt.Errorf("infoset: clones differ: moves %v of player %d, and moves %v of player %d", first.legal, first.player, w.legal, w.player)
			}
			workers[i] = w
		}
		return nil
	})
	if err != nil {
		failed.Elapsed = time.Since(start)
		return failed, err
	}
	return sampling.Search(ctx, sampling.Workers{
		Count:    opt.Workers,
		Limits:   limits,
		Forced:   len(workers[0].legal) == 1,
		Line:     func(i int) string { return fmt.Sprint(workers[i].line) },
		Simulate: func(i int, budget *stop.Budget) (ply.Status, error) { return workers[i].simulation(budget) },
	}, opt.Progress, func(status ply.Status) (r Result[M]) {
		if status != ply.Failed {
			r = resultOf(workers)
		}
		r.Status, r.Elapsed = status, time.Since(start)
		return r
	})
}

type worker[M comparable] struct {
	opt         *Options[M]
	random      *rand.Rand
	length      int // the most moves of a line
	player      int // at the root
	players     int
	simulations int
	mean        float64 // of the weights of all draws
	unit        float64 // weight of the present simulation

	draws    []draw[M] // Determinized: those that were drawn; for others the game to draw in
	legal    []M       // at the root
	known    []byte    // there: what appendKey says of the player
	*draw[M]           // the present one

	ids    map[string]int32 // nodes by their keys
	nodes  slab.Slab[node[M]]
	count  int // of nodes
	memory int // in bytes, that is left for nodes
	path   []step
	line   []M
	moves  []M       // scratch
	odds   []float64 // scratch: the probabilities of outcomes

	values  []int
	results []float64
	key     []byte // of the present node
	trail   []byte // Determinized: the choices since the root
}

const mostListed = 10_000_000

// SearchAfter is [Search] for a game that is no [ply.Determinizer]. The moves in line lead from the position start to
// the position to be searched. SearchAfter searches this position for the player to move there. First it lists the
// possible lines: the lines from start in which this player makes the same moves and receives the same information as
// in the actual line (Vittaut 2017, section 3.2). Each simulation then draws a possible line at random. The probability
// of a possible line is computed as if the other players chose all legal moves with equal probability. SearchAfter
// makes no other use of the moves in line.
//
// Each draw clones start and plays the moves of a line, which is slower than a Determinizer. SearchAfter returns an
// error if listing the possible lines takes more than ten million moves or more than Limits.Time.
func SearchAfter[G interface {
	ply.Game[M]
	ply.Imperfect
	ToMove() int
	ply.Cloner[G]
}, M comparable](ctx context.Context, start G, line []M, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if guard.IsNil(start) {
		return failed, errors.New("infoset: no game given")
	}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("infoset: %w", err)
	}
	begin := time.Now()
	within := ctx
	if limits.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, limits.Time)
		defer cancel()
	}
	var g *belief.Imagined[G, M]
	err := guard.Run(func() string { return "[]" }, func() error {
		held, err := belief.Believe(within, start.Clone(), line, mostListed)
		if err == nil {
			g, err = belief.Imagine(start, line, held)
		}
		return err
	})
	if err != nil {
		return failed, fmt.Errorf("infoset: %w", err)
	}
	return Search(ctx, g, limits.After(0, time.Since(begin)), opt)
}

package flat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/rewind"
	"github.com/ply-search/ply/internal/sampling"
)

// Search compares the moves of the present position by playouts. The position must not be finished, and a side must be
// to move. Without a single playout, as when ctx has already ended, Move is the first.
//
// It takes the time of the playouts and, with [AllAsFirst] or a [Boltzmann], about one table lookup for each of their moves. With
// Replies, it is the product of the moves of both sides instead. A [Boltzmann] looks at each move that each
// position of a playout considers, unless the game draws from an [Urn]. No memory is allocated for a playout once the
// tables have grown.
//
// Options that do not go together, or that the game does not meet, are errors, as is [ply.ErrFinished].
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}, Goal: -1}
	start := time.Now()
	if guard.IsNil(g) {
		return failed, errors.New("flat: no game given")
	}
	plan, err := opt.checked(ctx, limits)
	if err != nil {
		return failed, err
	}
	clone := func() G { return g }
	if plan.Workers > 1 {
		c, ok := any(g).(ply.Cloner[G])
		if !ok {
			return failed, fmt.Errorf("flat: more than one of Workers need a ply.Cloner, which %T is not", g)
		}
		clone = func() G { return apart.Clone(c) }
	}
	if err := capable[M](g, &plan); err != nil {
		return failed, err
	}
	s := &search[M]{opt: &plan, limits: limits, start: start}
	err = guard.Run(func() string { return fmt.Sprint(s.line) }, func() error {
		if err := s.prepare(ctx, g); err != nil {
			return err
		}
		for i := range plan.Workers {
			game := clone()
			w := s.newWorker(i, game)
			if w.simulator == nil && w.playouter == nil { // with those, only the first moves are to be taken back
				if mark, back := rewind.Of(game); back != nil {
					mark()
					w.back = back
				}
			}
			s.workers = append(s.workers, w)
		}
		return nil
	})
	status := ply.Failed
	if err == nil {
		status, err = s.run(ctx)
	}
	if err != nil {
		failed.Elapsed = time.Since(start)
		return failed, err
	}
	r := s.result(status)
	if plan.Progress != nil {
		plan.Progress(r)
	}
	return r, nil
}

// A search is the data shared by the workers. They only read it.
type search[M comparable] struct {
	opt    *plan[M]
	limits ply.Limits
	start  time.Time
	total  int // playouts; 0 if not known

	moves    []M // to choose among
	side     int
	openings []opening // what playouts begin with or, with AllAsFirst, the pairs that replies are looked for among
	replies  []M       // of all openings
	after    []int     // the side to move after each move, with Replies
	alive    []int32
	playable [2][]M    // by each side at first, with K or Gobble
	listed   []Goal[M] // if goals were asked for
	line     []M       // that is played, for panics while the search is prepared

	workers  []*worker[M]
	reported time.Time
}

// newWorker returns a worker with a separate game.
func (s *search[M]) newWorker(i int, g ply.AdversarialGame[M]) *worker[M] {
	w := &worker[M]{
		search:   s,
		game:     g,
		numberer: sampling.NumbererOf[M](g),
		length:   sampling.Length(g, s.opt.MaxLength),
		index:    i,
		random:   rand.NewPCG(s.opt.Random.Uint64(), s.opt.Random.Uint64()),
	}
	w.advancer, _ = g.(fast.Advancer[M])
	w.dealer, _ = g.(ply.Stochastic[M])
	w.evaluator, _ = g.(ply.Evaluator)
	w.simulator, _ = g.(Simulator[M])
	if s.opt.goals {
		w.planner = g.(Planner[M])
		w.goals = make([]tally, len(s.listed))
		w.reached = make([]bool, len(s.listed))
	}
	for side, moves := range s.playable {
		for _, m := range moves {
			*at(&w.early[side], w.number(m)) = true
		}
	}
	switch {
	case s.opt.Boltzmann.K > 0:
		w.weigher.first, w.weigher.early, w.weigher.virtual = &w.first, &w.early, s.opt.Boltzmann.Virtual
		w.choose = w.boltzmann
	case s.opt.gobble > 0:
		w.gobble = newGobble(w)
		w.choose = w.gobble.choose
	}
	if p, ok := any(g).(playouter[M]); ok && w.simulator == nil && w.choose == nil && !s.opt.goals {
		w.playouter = p
	}
	w.learns = s.opt.allAsFirst || w.choose != nil
	w.simulated = Simulation[M]{Random: w.random, Reached: w.reached}
	if w.choose != nil {
		w.simulated.Choose = w.chooseOr
	}
	if w.learns {
		w.simulated.Steps = &w.steps
	}
	if _, w.numbered = g.(ply.Numberer[M]); w.numbered && w.simulator != nil && s.opt.Boltzmann.K > 0 {
		w.simulated.Urn = NewUrn(w.random, w.weigher.weigh)
	}
	for i, m := range s.moves {
		if !w.learns {
			break
		}
		n := w.number(m)
		w.choices = append(w.choices, n)
		if root := at(&w.root, n); *root == 0 {
			*root = int32(i) + 1
		}
	}
	if s.opt.Replies && s.opt.allAsFirst {
		w.pairs = make([][]tally, len(s.moves))
	}
	return w
}

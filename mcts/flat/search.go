package flat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/rewind"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// Search compares the moves of the present position by playouts. The position must not be finished, and a side, not
// chance, must be to move. If no playout was made, for example because ctx had already ended, [Result].Move is the
// first legal move.
//
// The search takes the time of the playouts and, with [AllAsFirst] or [Boltzmann], about one table lookup for each move
// of a playout. AllAsFirst with Replies takes one more lookup for each combination of a move of one side and a move of
// the other in a playout. A [Boltzmann] also computes the weight of each move that a playout considers, unless the game
// draws from an [Urn]. Playouts allocate nothing once the tables have grown.
//
// Search returns an error if the position is finished ([ply.ErrFinished]), if options are incompatible, or if the game
// lacks a capability that an option requires.
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
			*sampling.At(&w.early[side], w.number(m)) = true
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
		if root := sampling.At(&w.root, n); *root == 0 {
			*root = int32(i) + 1
		}
	}
	if s.opt.Replies && s.opt.allAsFirst {
		w.pairs = make([][]tally, len(s.moves))
	}
	return w
}

func (w *worker[M]) open(c opening) {
	w.note(w.side, w.moves[c.move])
	w.play(w.moves[c.move])
	if c.reply >= 0 {
		w.note(w.after[c.move], w.replies[c.reply])
		w.play(w.replies[c.reply])
	}
}

// An opening is a move or a pair of moves that begins a playout.
type opening struct{ move, reply int32 } // reply is -1 for none

func (s *search[M]) prepare(ctx context.Context, g ply.AdversarialGame[M]) error {
	legal := g.Moves(nil)
	if len(legal) == 0 {
		return ply.ErrFinished
	}
	if s.opt.only != nil {
		legal = s.opt.only
	}
	if s.side = g.ToMove(); s.side < 0 || s.side > 1 {
		return fmt.Errorf("flat: at the root, %w", sides.Error(g, s.side, 2))
	}
	s.moves = legal
	if s.limits.Time > 0 { // which is for playouts, too
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.start.Add(s.limits.Time/2))
		defer cancel()
	}
	if s.opt.Boltzmann.K > 0 || s.opt.gobble > 0 {
		s.listPlayable(ctx, g, legal)
	}
	if s.opt.goals {
		var err error
		if s.listed, err = g.(Planner[M]).Goals(ctx, nil); err != nil {
			return fmt.Errorf("flat: goals: %w", err)
		}
	}
	if s.opt.Replies || !s.opt.allAsFirst {
		if err := s.listOpenings(g); err != nil {
			return err
		}
	}
	if s.opt.allAsFirst {
		s.total = s.limits.Nodes
		return nil
	}
	for i := range s.openings {
		s.alive = append(s.alive, int32(i))
	}
	each := 0
	if n := len(s.openings); s.opt.each > 0 {
		each = min(s.opt.each, math.MaxInt/n) * n
	}
	s.total = min(cmp.Or(s.limits.Nodes, math.MaxInt), cmp.Or(each, math.MaxInt))
	if s.total == math.MaxInt {
		s.total = 0
	}
	return nil
}

func (s *search[M]) listOpenings(g ply.AdversarialGame[M]) error {
	for i, m := range s.moves {
		if !s.opt.Replies {
			s.openings = append(s.openings, opening{int32(i), -1})
			continue
		}
		s.line = append(s.line, m)
		g.Play(m)
		first := len(s.replies)
		s.replies = g.Moves(s.replies)
		side := g.ToMove()
		g.Undo(m)
		s.line = s.line[:0]
		s.after = append(s.after, side)
		if first == len(s.replies) {
			s.openings = append(s.openings, opening{int32(i), -1})
			continue
		}
		if side < 0 || side > 1 {
			return fmt.Errorf("flat: option Replies, after %v: %w", m, sides.Error(g, side, 2))
		}
		for j := first; j < len(s.replies); j++ {
			s.openings = append(s.openings, opening{int32(i), int32(j)})
		}
	}
	return nil
}

func (s *search[M]) run(ctx context.Context) (ply.Status, error) {
	s.reported = s.start
	if s.opt.pruning.on() {
		return s.runPruning(ctx)
	}
	status, err := s.phase(ctx, s.total)
	if status == ply.OutOfNodes && s.total != s.limits.Nodes {
		status = ply.Complete // all playouts of the Judge were made
	}
	return status, err
}

func (s *search[M]) runPruning(ctx context.Context) (ply.Status, error) {
	made := 0
	if len(s.alive) == 1 { // nothing to compare it with
		return ply.Decided, nil
	}
	for rounds := 0; ; {
		more := between
		if rounds == 0 {
			more = s.opt.pruning.after()
		}
		if s.opt.each > 0 {
			more = min(more, s.opt.each-rounds)
		}
		playouts := min(more, math.MaxInt/len(s.alive)) * len(s.alive)
		if s.limits.Nodes > 0 {
			playouts = min(playouts, s.limits.Nodes-made)
		}
		status, err := s.phase(ctx, playouts)
		if err != nil || status != ply.OutOfNodes {
			return status, err
		}
		rounds += more
		made += playouts
		var cells []tally
		for _, w := range s.workers {
			mergeAll(&cells, w.cells)
		}
		var decided bool
		s.alive, decided = s.opt.pruning.prune(cells, s.alive)
		switch {
		case decided:
			return ply.Decided, nil
		case rounds == s.opt.each:
			return ply.Complete, nil
		case made == s.limits.Nodes:
			return ply.OutOfNodes, nil
		}
		if s.opt.Progress != nil && time.Since(s.reported) >= stop.Interval(ctx) {
			s.report()
		}
	}
}

// phase makes a number of playouts (0: no limit) with the moves that are alive.
func (s *search[M]) phase(ctx context.Context, playouts int) (ply.Status, error) {
	limits := ply.Limits{Nodes: playouts}
	if s.limits.Time > 0 {
		if limits.Time = s.limits.Time - time.Since(s.start); limits.Time <= 0 {
			return ply.OutOfTime, nil
		}
	}
	workers := sampling.Workers{
		Count:    s.opt.Workers,
		Limits:   limits,
		Line:     func(i int) string { return fmt.Sprint(s.workers[i].line) },
		Simulate: func(i int, budget *stop.Budget) (ply.Status, error) { return s.workers[i].simulation(budget) },
	}
	if s.opt.Progress != nil {
		workers.Report = s.report
	}
	for i, w := range s.workers {
		// If the number cannot be shared evenly, the last workers make one playout more.
		w.next = len(s.workers) - 1 - i
	}
	return workers.Run(ctx)
}

func (s *search[M]) report() {
	s.opt.Progress(s.result(ply.InProgress))
	s.reported = time.Now()
}

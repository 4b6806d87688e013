package flat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/mcts"
)

// Search compares the moves of the present position by playouts. The position must not be finished, and a side must be
// to move. Without a single playout, as when ctx has already ended, Move is the first.
//
// It takes the time of the playouts and, with AllMovesAsFirst or K, about one table lookup for each of their moves. With
// Replies and AllMovesAsFirst, it is the product of the moves of both sides instead. K looks at each move that each
// position of a playout considers, unless the game draws from an [Urn]. No memory is allocated for a playout once the
// tables have grown.
//
// Options that do not go together, or that the game does not meet, are errors, as is [ErrFinished].
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed, Goal: -1}
	start := time.Now()
	if guard.IsNil(g) {
		return failed, errors.New("flat: no game given")
	}
	opt, err := opt.withDefaults(ctx, limits)
	if err != nil {
		return failed, err
	}
	clone := func() ply.AdversarialGame[M] { return g }
	if opt.Workers > 1 {
		c, ok := any(g).(ply.Cloner[G])
		if !ok {
			return failed, fmt.Errorf("flat: more than one of Workers need a ply.Cloner, which %T is not", g)
		}
		clone = func() ply.AdversarialGame[M] { return apart.Clone(c) }
	}
	if err := capable[M](g, &opt); err != nil {
		return failed, err
	}
	s := &search[M]{opt: &opt, limits: limits, start: start}
	err = guard.Run(func() string { return fmt.Sprint(s.line) }, func() error {
		if err := s.prepare(ctx, g); err != nil {
			return err
		}
		for i := range opt.Workers {
			s.workers = append(s.workers, s.newWorker(i, clone()))
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
	if opt.Progress != nil {
		opt.Progress(r)
	}
	return r, nil
}

// capable returns which capability a game lacks for the options.
func capable[M comparable](g ply.AdversarialGame[M], opt *Options[M]) error {
	if err := sides.Open(g); err != nil {
		return fmt.Errorf("flat: %w", err)
	}
	if _, ok := g.(Planner[M]); opt.Goals && !ok {
		return fmt.Errorf("flat: option Goals needs a flat.Planner, which %T is not", g)
	}
	_, simulator := g.(Simulator[M])
	_, playouter := g.(mcts.Playouter[M])
	if own := simulator || playouter; own && opt.MaxLength > 0 {
		return fmt.Errorf("flat: option MaxLength is for playouts of this package, and %T plays its own", g)
	}
	return nil
}

// A search is what the workers share. They only read it.
type search[M comparable] struct {
	opt    *Options[M]
	limits Limits
	start  time.Time
	total  int // playouts; 0 if not known

	moves    []M // to choose among
	side     int
	openings []opening // what playouts begin with or, with AllMovesAsFirst, the pairs that replies are looked for among
	replies  []M       // of all openings
	after    []int     // the side to move after each move, with Replies
	alive    []int32
	playable [2][]M    // by each side at first, with K or Gobble
	listed   []Goal[M] // if goals were asked for
	line     []M       // that is played, for panics while the search is prepared

	workers  []*worker[M]
	reported time.Time
}

// An opening is a move or a pair of moves that playouts begin with.
type opening struct{ move, reply int32 } // reply is -1 for none

// prepare lists what is to be compared.
func (s *search[M]) prepare(ctx context.Context, g ply.AdversarialGame[M]) error {
	legal := g.Moves(nil)
	if len(legal) == 0 {
		return ErrFinished
	}
	if s.side = g.ToMove(); s.side < 0 || s.side > 1 {
		return fmt.Errorf("flat: at the root, %w", sides.Error(g, s.side, 2))
	}
	s.moves = legal
	if len(s.opt.Moves) > 0 {
		for i, m := range s.opt.Moves {
			if !slices.Contains(legal, m) || slices.Contains(s.opt.Moves[:i], m) {
				return fmt.Errorf("flat: option Moves has %v, which is not legal or there twice", m)
			}
		}
		s.moves = slices.Clone(s.opt.Moves)
	}
	if s.limits.MaxTime > 0 { // which is for playouts, too
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.start.Add(s.limits.MaxTime/2))
		defer cancel()
	}
	if s.opt.K > 0 || s.opt.Gobble > 0 {
		s.listPlayable(ctx, g, legal)
	}
	if s.opt.Goals {
		var err error
		if s.listed, err = g.(Planner[M]).Goals(ctx, nil); err != nil {
			return fmt.Errorf("flat: goals: %w", err)
		}
	}
	if s.opt.Replies || !s.opt.AllMovesAsFirst {
		if err := s.listOpenings(g); err != nil {
			return err
		}
	}
	if s.opt.AllMovesAsFirst {
		s.total = s.limits.MaxSimulations
		return nil
	}
	for i := range s.openings {
		s.alive = append(s.alive, int32(i))
	}
	each := 0
	if n := len(s.openings); s.limits.Each > 0 {
		each = min(s.limits.Each, math.MaxInt/n) * n
	}
	s.total = min(cmp.Or(s.limits.MaxSimulations, math.MaxInt), cmp.Or(each, math.MaxInt))
	if s.total == math.MaxInt {
		s.total = 0
	}
	return nil
}

// listOpenings lists the moves, with Replies each with all its replies.
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

// run makes the playouts and returns why they ended.
func (s *search[M]) run(ctx context.Context) (ply.Status, error) {
	s.reported = s.start
	if s.opt.Pruning.on() {
		return s.runPruning(ctx)
	}
	status, err := s.phase(ctx, s.total)
	if status == ply.OutOfPlayouts && s.limits.Each > 0 && s.total != s.limits.MaxSimulations {
		status = ply.Complete
	}
	return status, err
}

// runPruning makes playouts by phases, between which moves are given up.
func (s *search[M]) runPruning(ctx context.Context) (ply.Status, error) {
	made := 0
	for rounds := 0; ; {
		more := between
		if rounds == 0 {
			more = s.opt.Pruning.after()
		}
		if s.limits.Each > 0 {
			more = min(more, s.limits.Each-rounds)
		}
		playouts := min(more, math.MaxInt/len(s.alive)) * len(s.alive)
		if s.limits.MaxSimulations > 0 {
			playouts = min(playouts, s.limits.MaxSimulations-made)
		}
		status, err := s.phase(ctx, playouts)
		if err != nil || status != ply.OutOfPlayouts {
			return status, err
		}
		rounds += more
		made += playouts
		var cells []tally
		for _, w := range s.workers {
			mergeAll(&cells, w.cells)
		}
		var decided bool
		s.alive, decided = s.opt.Pruning.prune(cells, s.alive)
		switch {
		case decided:
			return ply.Decided, nil
		case made == s.limits.MaxSimulations:
			return ply.OutOfPlayouts, nil
		case rounds == s.limits.Each:
			return ply.Complete, nil
		}
		if s.opt.Progress != nil && time.Since(s.reported) >= cmp.Or(s.opt.ProgressEvery, stop.ReportEvery) {
			s.report()
		}
	}
}

// phase makes a number of playouts, 0 for as many as can be, with the moves that are alive.
func (s *search[M]) phase(ctx context.Context, playouts int) (ply.Status, error) {
	crew := sampling.Crew{
		Workers:     s.opt.Workers,
		Simulations: playouts,
		Line:        func(i int) string { return s.workers[i].describe() },
		Simulate:    func(i int, budget *stop.Budget) (ply.Status, error) { return s.workers[i].simulation(budget) },
		Every:       s.opt.ProgressEvery,
	}
	if s.limits.MaxTime > 0 {
		crew.Time = s.limits.MaxTime - time.Since(s.start)
		if crew.Time <= 0 {
			return ply.OutOfTime, nil
		}
	}
	if s.opt.Progress != nil {
		crew.Report = s.report
	}
	for i, w := range s.workers {
		// The workers that make one playout more than others, if the number cannot be shared evenly, are the last.
		w.next = len(s.workers) - 1 - i
	}
	return crew.Run(ctx)
}

func (s *search[M]) report() {
	s.opt.Progress(s.result(ply.InProgress))
	s.reported = time.Now()
}

// result adds up what the workers have found.
func (s *search[M]) result(status ply.Status) Result[M] {
	w := s.workers[0]
	sum := w.table
	if len(s.workers) > 1 {
		sum = table{}
		for _, other := range s.workers {
			t := other.renumbered(w)
			sum.merge(&t)
		}
	}
	r := Result[M]{Status: status, Goal: -1, Simulations: int(sum.all.count), Moves: make([]Choice[M], len(s.moves))}
	most := rare * sum.all.count
	if !s.opt.AllMovesAsFirst {
		most = 0
	}
	s.compare(&sum, r.Moves, most)
	for i := range s.openings {
		if m := &r.Moves[s.openings[i].move]; s.opt.Pruning.on() {
			m.Pruned = !slices.Contains(s.alive, int32(i))
		}
	}
	best := bestOf(r.Moves, most, nil)
	r.Mean = r.Moves[best].Mean
	for i, goal := range s.listed {
		var t tally
		if i < len(sum.goals) {
			t = sum.goals[i]
		}
		low, high := t.interval()
		r.Goals = append(r.Goals, GoalChoice[M]{goal, t.mean(), low, high, int(t.count)})
		if t.count < max(1, most) || t.mean() <= r.Mean {
			continue
		}
		if settles := bestOf(r.Moves, most, goal.Moves); settles >= 0 {
			best, r.Mean, r.Goal = settles, t.mean(), i
		}
	}
	r.Move = r.Moves[best].Move
	r.Line = append(r.Line, r.Move)
	if r.Moves[best].Replied {
		r.Line = append(r.Line, r.Moves[best].Reply)
	}
	r.Elapsed = time.Since(s.start)
	return r
}

// bestOf returns the move with the best mean among those with enough playouts or, if there are none, with any, or
// without; of all moves if among is nil. It returns -1 if none is among them.
func bestOf[M comparable](moves []Choice[M], enough float64, among []M) int {
	best, class := -1, 0
	for i := range moves {
		m := &moves[i]
		if m.Pruned || among != nil && !slices.Contains(among, m.Move) {
			continue
		}
		c := 1
		switch {
		case m.Simulations == 0:
		case float64(m.Simulations) < enough:
			c = 2
		default:
			c = 3
		}
		if c > class || c == class && m.Mean > moves[best].Mean {
			best, class = i, c
		}
	}
	return best
}

// compare fills in what is known of the moves. Replies with fewer playouts than most do not count.
func (s *search[M]) compare(sum *table, moves []Choice[M], most float64) {
	w := s.workers[0]
	for i := range moves {
		var t tally
		if s.opt.AllMovesAsFirst {
			t = *at(&sum.first[s.side], w.choices[i])
		}
		moves[i].Move = s.moves[i]
		moves[i].set(t)
	}
	if s.opt.AllMovesAsFirst {
		if s.opt.Replies {
			s.compareReplies(sum, moves, most)
		}
		return
	}
	for i, c := range s.openings {
		if i == len(sum.cells) {
			break // before the first playouts
		}
		m, t := &moves[c.move], sum.cells[i]
		if t.count == 0 {
			continue
		}
		before := m.Simulations
		switch {
		case !s.opt.Replies || c.reply < 0:
			m.set(t)
		case !m.Replied || (t.mean() > m.Mean) == (s.after[c.move] == s.side) && t.mean() != m.Mean:
			m.set(t)
			m.Reply, m.Replied = s.replies[c.reply], true
		}
		m.Simulations = before + int(t.count)
	}
}

// compareReplies judges moves by pairs with all moves as first. Only legal replies count: in some playouts the other side
// plays where it cannot play yet, since something else went well for it before, so that such pairs look worst.
func (s *search[M]) compareReplies(sum *table, moves []Choice[M], most float64) {
	w := s.workers[0]
	for _, c := range s.openings {
		root := w.root[w.choices[c.move]] - 1
		if c.reply < 0 || s.after[c.move] == s.side || int(root) >= len(sum.pairs) {
			continue
		}
		pairs := sum.pairs[root]
		number := w.number(s.replies[c.reply])
		if int(number) >= len(pairs) || pairs[number].count < max(1, most) {
			continue
		}
		if m := &moves[c.move]; !m.Replied || pairs[number].mean() < m.Mean {
			count := m.Simulations
			m.set(pairs[number])
			m.Reply, m.Replied, m.Simulations = s.replies[c.reply], true, count
		}
	}
}

func (m *Choice[M]) set(t tally) {
	m.Mean, m.Simulations = t.mean(), int(t.count)
	m.Low, m.High = t.interval()
}

// newWorker returns a worker with a game of its own.
func (s *search[M]) newWorker(i int, g ply.AdversarialGame[M]) *worker[M] {
	w := &worker[M]{
		search:   s,
		game:     g,
		numberer: ply.NumbererOf[M](g),
		length:   sampling.Length(g, s.opt.MaxLength),
		index:    i,
		random:   rand.NewPCG(s.opt.Random.Uint64(), s.opt.Random.Uint64()),
	}
	w.advancer, _ = g.(ply.Advancer[M])
	w.appender, _ = g.(ply.NumberAppender[M])
	w.dealer, _ = g.(ply.Stochastic[M])
	w.evaluator, _ = g.(ply.Evaluator)
	w.simulator, _ = g.(Simulator[M])
	if s.opt.Goals {
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
	case s.opt.K > 0:
		w.weigher.first, w.weigher.early, w.weigher.virtual = &w.first, &w.early, s.opt.Virtual
		w.choose = w.boltzmann
	case s.opt.Gobble > 0:
		w.gobble = newGobble(w)
		w.choose = w.gobble.choose
	}
	if p, ok := any(g).(mcts.Playouter[M]); ok && w.simulator == nil && w.choose == nil && !s.opt.Goals {
		w.playouter = p
	}
	w.learns = s.opt.AllMovesAsFirst || w.choose != nil
	w.simulated = Simulation[M]{Random: w.random, Reached: w.reached}
	if w.choose != nil {
		w.simulated.Choose = w.chooseOr
	}
	if w.learns {
		w.simulated.Steps = &w.steps
	}
	if _, w.numbered = g.(ply.Numberer[M]); w.numbered && w.simulator != nil && s.opt.K > 0 {
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
	if s.opt.Replies && s.opt.AllMovesAsFirst {
		w.pairs = make([][]tally, len(s.moves))
	}
	return w
}

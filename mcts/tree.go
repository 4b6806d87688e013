package mcts

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/stop"
)

// A Tree is a search tree for the present position of a game. It is kept between searches, and between moves if these
// are played with [Tree.Play]. Use [New] or [NewMultiplayer] to make one.
//
// Between calls, the game is in the position of the root. The caller may read it, but must not change it except through
// Play, or before a call of Reset. A Tree is used by one goroutine at a time, whatever the number of its workers.
//
// If the game panics, the method returns a [*ply.GamePanic], and so do all later calls, since the position of the game
// is no longer known. A panic of a callback reaches the caller; the game is then as before, and the tree can still be
// used.
type Tree[M comparable] struct {
	opt     Options[M]
	game    position[M]
	clone   func() position[M] // nil if the game cannot be cloned
	rewind  rewinder[M]        // nil if moves are to be taken back one by one
	stores  []*store[M]        // one, or for RootParallel one for each worker
	workers []*worker[M]

	failed   error // a panic of the game
	lost     bool  // the game is in no position known
	unrooted error // there was no room for the present position
}

// Search returns the best move that it finds in the present position of g. It grows a new tree with [New] and discards
// it afterwards.
//
// If a limit or ctx ends the search, the result is the best move found so far, and its Status says why the search
// ended. If the game is over, the error is [ErrFinished]. Options or limits that are not valid, or that the game does
// not support, are errors. A simulation takes time for one playout and for the moves on its path through the tree; for
// memory see [Options.MaxMemory].
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits Limits, opt Options[M]) (Result[M], error) {
	t, err := New(g, opt)
	return searchNew(ctx, t, err, limits)
}

func searchNew[M comparable](ctx context.Context, t *Tree[M], err error, limits Limits) (Result[M], error) {
	if err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return t.Search(ctx, limits)
}

// New returns a tree whose root is the present position of g. The tree plays on g from then on; see [Tree] for what the
// caller may still do with it. It returns an error if the options are not valid, if they need a capability that g does
// not have, or if MaxMemory is too small for the root.
func New[G ply.AdversarialGame[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	return newTree(g, opt)
}

// newTree is New for a game of either kind.
func newTree[G position[M], M comparable](g G, opt Options[M]) (*Tree[M], error) {
	if guard.IsNil(g) {
		return nil, errNoGame
	}
	if err := sides.Open(g); err != nil {
		return nil, fmt.Errorf("mcts: %w", err)
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	t := &Tree[M]{opt: opt, game: g}
	if c, ok := any(g).(ply.Cloner[G]); ok {
		t.clone = func() position[M] { return apart.Clone(c) }
		if _, ok := any(g).(ply.Copier[G]); ok && !opt.OpenLoop {
			t.rewind = rewinderOf[G, M]
		}
	}
	if err := t.guarded(t.plantFirst); err != nil {
		return nil, err
	}
	return t, nil
}

// plantFirst makes the workers, and the present position the root.
func (t *Tree[M]) plantFirst() error {
	if err := t.check(); err != nil {
		return err
	}
	opt := &t.opt
	for range opt.stores() {
		s := &store[M]{
			maxMemory:   opt.MaxMemory / opt.stores(),
			prune:       opt.Prune,
			withHash:    opt.Transpositions,
			withNumbers: opt.RAVE != 0 || opt.learns(),
			shared:      opt.Workers > 1 && opt.Parallel == SharedTree,
		}
		s.withRAVE = opt.RAVE != 0
		_, guided := t.game.(Guide[M])
		_, byChance := t.game.(ply.Stochastic[M])
		s.withPrior = guided || byChance
		_, s.withExperience = t.game.(Expert[M])
		t.stores = append(t.stores, s)
	}
	for i := range opt.Workers {
		game := t.game
		if i > 0 {
			game = t.clone()
		}
		t.workers = append(t.workers, t.newWorker(game, t.stores[i%len(t.stores)]))
	}
	return t.plantAll()
}

// guarded calls f, which calls the game and no callbacks. A panic of the game is an error, of this and of all later
// calls.
func (t *Tree[M]) guarded(f func() error) (err error) {
	line := func() string {
		if len(t.workers) == 0 {
			return "[]"
		}
		return t.workers[0].line()
	}
	t.lost = true // if the game ends the goroutine
	t.failed = guard.Run(line, func() error {
		err = f() // which does not make the tree unusable
		return nil
	})
	t.lost = t.failed != nil
	return cmp.Or(t.failed, err)
}

// usable returns an error if the tree has failed.
func (t *Tree[M]) usable() error {
	if t.failed == nil && t.lost {
		return errLost
	}
	return t.failed
}

// stores returns the number of trees.
func (o *Options[M]) stores() int {
	if o.Parallel == RootParallel {
		return o.Workers
	}
	return 1
}

// check returns an error if the game lacks what the options ask of it.
func (t *Tree[M]) check() error {
	opt := &t.opt
	if n := playersOf(t.game).Players(); n < 1 || n > MostPlayers {
		return fmt.Errorf("mcts: %T has %d players, want 1 to %d", t.game, n, MostPlayers)
	}
	lacks := func(what, capability string) error {
		return fmt.Errorf("mcts: %s needs a %s, which %T is not", what, capability, t.game)
	}
	if _, ok := t.game.(Decider[M]); opt.Decisive && !ok {
		return lacks("Decisive", "mcts.Decider")
	}
	if _, ok := t.game.(Guide[M]); opt.Bias != 0 && !ok {
		return lacks("Bias", "mcts.Guide")
	}
	if opt.Evaluate && evaluatorOf(t.game) == nil {
		if _, ok := t.game.(ply.Adversarial); ok {
			return lacks("Evaluate", "ply.Evaluator")
		}
		return lacks("Evaluate", "ply.MultiplayerEvaluator")
	}
	if _, ok := t.game.(ply.Stochastic[M]); !ok && opt.OutcomeFactor != 0 {
		return lacks("OutcomeFactor", "ply.Stochastic")
	} else if !ok && opt.OpenLoop {
		return lacks("OpenLoop", "ply.Stochastic")
	} else if ok && opt.RAVE != 0 {
		return fmt.Errorf("mcts: RAVE is for games without chance, and %T is a ply.Stochastic", t.game)
	}
	a, ok := t.game.(ply.Acyclic)
	acyclic := ok && a.Acyclic()
	if opt.Transpositions {
		if _, ok := t.game.(ply.Hasher); !ok {
			return lacks("Transpositions", "ply.Hasher")
		}
		if !acyclic {
			return lacks("Transpositions", "game that declares itself acyclic (ply.Acyclic)")
		}
	}
	switch own := playouterOf(t.game) != nil; {
	case own && !opt.Uniform && (opt.Replies != 0 || opt.Averages.Length != 0 || opt.Mercy != 0):
		return fmt.Errorf("mcts: Replies, Averages and Mercy are of uniform playouts, and %T plays its own: want Uniform", t.game)
	case opt.Uniform && !own:
		return fmt.Errorf("mcts: Uniform is for a game with playouts of its own, which %T has not", t.game)
	}
	if opt.Mercy != 0 && evaluatorOf(t.game) == nil {
		return lacks("Mercy", "ply.Evaluator or ply.MultiplayerEvaluator")
	}
	if opt.Workers > 1 {
		if t.clone == nil {
			return lacks("more than one of Workers", "ply.Cloner")
		}
		if _, ok := t.game.(ply.Numberer[M]); (opt.RAVE != 0 || opt.learns()) && opt.Parallel == SharedTree && !ok {
			return lacks("RAVE, or learning of moves, in a tree shared by Workers", "ply.Numberer")
		}
	}
	if opt.MaxLength == 0 {
		opt.MaxLength = usualLength
		if acyclic {
			opt.MaxLength = math.MaxInt
		}
	}
	return nil
}

func (t *Tree[M]) newWorker(game position[M], s *store[M]) *worker[M] {
	players := playersOf(game)
	count := players.Players()
	w := &worker[M]{
		opt:       &t.opt,
		store:     s,
		game:      game,
		players:   players,
		playouter: playouterOf(game),
		random:    newSource(t.opt.Random),
		utility:   1,
		perStep:   1,
		refs:      make([]reference, count),
		refNode:   apart.Slice[uint32](count),
		outcomes:  apart.Slice[int](count),
		results:   make([][]int32, count),
		points:    apart.Slice[uint64](count),
		total:     apart.Slice[uint64](count),
	}
	if t.opt.Scale != 0 {
		w.utility = min(t.opt.Scale, mostUtility)
	}
	if t.opt.Playouts > 1 {
		w.perStep = uint64(mostUtility / w.utility)
	}
	w.perPoint = 1 / float32(2*w.utility*int(w.perStep))
	w.maxLength = t.opt.MaxLength
	w.mostVisits = mostVisits(2*uint64(w.utility)*w.perStep, t.opt.Workers)
	w.firstPlay, w.eager = t.opt.firstPlay()
	w.expandAfter, w.grave = counted(t.opt.ExpandAfter), counted(t.opt.GRAVE)
	if t.opt.Decisive {
		w.decider = game.(Decider[M])
		w.decisive = !t.opt.PlainPlayouts
	}
	if t.opt.Uniform {
		w.playouter = nil
	}
	if w.playouter == nil {
		advancer, _ := game.(ply.Advancer[M])
		w.uniform = &uniform[M]{game: game, players: players, advancer: advancer,
			random: w.random, evaluator: evaluatorOf(game), watch: &w.watch}
		if w.decisive {
			w.uniform.decider = w.decider
		}
		w.uniform.chance, _ = game.(ply.Stochastic[M])
		w.uniform.special = w.uniform.decider != nil || w.uniform.chance != nil
	}
	if t.rewind != nil {
		w.mark, w.back = t.rewind(game)
		if w.uniform != nil {
			w.uniform.stays = t.opt.Playouts <= 1 && t.opt.Parallel != LeafParallel
		}
	}
	if s.shared {
		w.replicas = make([]replica[M], replicas)
	}
	w.reducer, _ = game.(Reducer[M])
	w.guide, _ = game.(Guide[M])
	w.expert, _ = game.(Expert[M])
	w.stochastic, _ = game.(ply.Stochastic[M])
	if s.withHash {
		w.hasher = game.(ply.Hasher)
	}
	if s.withNumbers {
		w.numberer = ply.NumbererOf(game)
	}
	if t.opt.learns() {
		w.lore = w.newLore()
		if w.uniform != nil {
			w.uniform.lore, w.uniform.special = w.lore, true
		}
	}
	if w.uniform != nil && t.opt.Mercy != 0 {
		w.uniform.mercy, w.uniform.special = t.opt.Mercy, true
		w.uniform.evaluations = make([]int, count)
	}
	if t.opt.RAVE != 0 {
		w.lines = make([][]M, count)
		w.played.at = make([][]uint32, count)
	}
	switch b := t.opt.Bandit.(type) {
	case Hoeffding:
		w.plain, w.exploration = true, b.k()
	case Greedy:
		w.plain = true
	}
	w.plain = w.plain && w.guide == nil && t.opt.GRAVE == 0 && t.opt.History == 0
	w.byMean = w.plain && t.opt.RAVE == 0 && w.expert == nil && t.opt.WideningFactor == 0
	switch t.opt.Bandit.(type) {
	case Hoeffding, Greedy, Bernstein, Tuned, PUCT:
		w.bandit = t.opt.Bandit
	default:
		w.bandit = foreign[M]{w}
	}
	if t.opt.Evaluate {
		w.evaluator = evaluatorOf(game)
	}
	return w
}

// counted returns a number of simulations as it is compared with a count, which cannot be greater than that of a
// greater number.
func counted(simulations int) uint32 { return uint32(min(simulations, math.MaxInt32)) }

// newSource returns a source of randomness for a worker.
func newSource(seed rand.Source) *rand.PCG {
	source := &apart.Slice[rand.PCG](1)[0]
	source.Seed(seed.Uint64(), seed.Uint64())
	return source
}

// A rewinder returns what remembers the present position of a game, and what goes back to it.
type rewinder[M comparable] func(game position[M]) (mark, back func())

// rewinderOf is the rewinder of a [ply.Copier] that is a [ply.Cloner].
func rewinderOf[G position[M], M comparable](game position[M]) (mark, back func()) {
	own := game.(G)
	root := apart.Clone(any(own).(ply.Cloner[G]))
	toRoot, toOwn := any(root).(ply.Copier[G]), any(own).(ply.Copier[G])
	return func() { toRoot.CopyFrom(own) }, func() { toOwn.CopyFrom(root) }
}

// Reset discards the tree and makes the present position of the game the root. Call it after changing the position of
// the game without [Tree.Play].
func (t *Tree[M]) Reset() error {
	if err := t.usable(); err != nil {
		return err
	}
	return t.guarded(func() error {
		for i, w := range t.workers {
			if i > 0 {
				t.workers[i] = t.newWorker(t.clone(), w.store)
			}
		}
		return t.plantAll()
	})
}

// plantAll makes the present position the root of all stores, which it empties.
func (t *Tree[M]) plantAll() error {
	t.unrooted = nil
	for _, s := range t.stores {
		t.plant(s)
	}
	return t.unrooted
}

// plant makes the present position the root of a store, which it empties.
func (t *Tree[M]) plant(s *store[M]) {
	w := t.workers[slices.Index(t.stores, s)]
	w.moves = w.game.Moves(w.moves[:0])
	arcs := len(w.moves)
	switch room := s.reset(arcs); {
	case arcs == 0: // the game is over
	case !room:
		t.unrooted = errMemory(s.maxMemory, s.memory(firstNode+1, arcs))
	default:
		s.root = w.newNode()
	}
	for _, w := range t.workers {
		if w.store == s {
			clear(w.refs)
		}
	}
}

// Play plays m on the game and makes the new position the root. The subtree of that position is kept; the memory of the
// rest is reused when it is needed. Play returns an error if m is not legal. If MaxMemory is too small for the moves of
// the new position, it also returns an error, although the move was played.
func (t *Tree[M]) Play(m M) error {
	if err := t.usable(); err != nil {
		return err
	}
	return t.guarded(func() error {
		if !slices.Contains(t.game.Moves(nil), m) {
			return fmt.Errorf("mcts: move %v is not legal", m)
		}
		for _, w := range t.workers {
			w.game.Play(m)
		}
		t.unrooted = nil
		for _, s := range t.stores {
			if !s.step(m) {
				t.plant(s)
			}
		}
		return t.unrooted
	})
}

// Search adds simulations to the tree and returns the best move, as the function [Search] does. Simulations of earlier
// searches count: Result.Simulations is the number of all, and Result.Added the number of new ones.
func (t *Tree[M]) Search(ctx context.Context, limits Limits) (Result[M], error) {
	failed := Result[M]{Status: ply.Failed}
	if err := cmp.Or(t.usable(), t.unrooted); err != nil {
		return failed, err
	}
	start := time.Now()
	r := &run{ctx: ctx, limits: limits, start: start}
	r.every = cmp.Or(t.opt.ProgressEvery, stop.ReportEvery)
	if t.opt.Progress != nil {
		var result Result[M]
		r.snapshot = func() { result = t.snapshot(r, ply.InProgress) }
		r.report = func() { t.opt.Progress(result) }
	}
	if limits.MaxTime > 0 {
		r.deadline = start.Add(limits.MaxTime)
	}
	if end, ok := ctx.Deadline(); ok && (r.deadline.IsZero() || end.Before(r.deadline)) {
		r.deadline = end
	}
	if err := t.checkLimits(r); err != nil {
		return failed, err
	}
	if t.stores[0].root == noNode {
		return failed, ErrFinished
	}
	r.serial = len(t.workers) == 1 || t.opt.Parallel == LeafParallel
	r.share(len(t.stores))
	for _, w := range t.workers {
		clear(w.total)
	}
	defer func() { // also if a callback panics, or anything ends the goroutine
		for _, w := range t.workers {
			t.lost = t.lost || w.lost
			w.watch.run = nil
		}
	}()
	t.failed = guard.Run(t.workers[0].line, func() error { return t.grow(r) })
	result := t.snapshot(r, ply.Status(r.status.Load()))
	switch {
	case t.failed != nil:
		result.Status = ply.Failed
		return result, t.failed
	case result.Solved():
		result.Status = ply.Solved // it may take what several trees have proven
	}
	if t.opt.Progress != nil {
		t.opt.Progress(result)
	}
	return result, nil
}

// snapshot returns what a search has found up to now.
func (t *Tree[M]) snapshot(r *run, status ply.Status) Result[M] {
	result := t.result()
	result.Status = status
	result.Added = int(r.done.Load())
	result.Means = t.means(result.Added)
	result.Elapsed = time.Since(r.start)
	return result
}

// checkLimits returns an error if the limits of a run are not to be had.
func (t *Tree[M]) checkLimits(r *run) error {
	limits := r.limits
	switch {
	case limits.MaxSimulations < 0:
		return fmt.Errorf("mcts: MaxSimulations is %d, want a number, or 0 for no bound", limits.MaxSimulations)
	case limits.MaxTime < 0:
		return fmt.Errorf("mcts: MaxTime is %v, want a duration, or 0 for no bound", limits.MaxTime)
	case limits.MaxSimulations == 0 && limits.MaxTime == 0 && r.ctx.Done() == nil:
		return errNoLimits
	case limits.Decided && limits.MaxSimulations == 0 && r.deadline.IsZero():
		return fmt.Errorf("mcts: Decided without an end in sight, want MaxSimulations or MaxTime, or a context with a deadline")
	case limits.Decided && t.opt.Final != MostVisits:
		return fmt.Errorf("mcts: Decided is of the most simulations, want Final to be MostVisits")
	case limits.Decided && t.workers[0].byChance():
		return fmt.Errorf("mcts: Decided is of a choice, and chance is to move")
	case limits.Decided && len(t.stores) > 1:
		return fmt.Errorf("mcts: Decided is of one tree, want Parallel not to be RootParallel")
	}
	return nil
}

// A Result is what a search found in the root of its tree.
type Result[M comparable] struct {
	// Status says why the search ended:
	//
	//   - [ply.Complete]: all of MaxSimulations were made.
	//   - [ply.Solved]: the value of the position is proven.
	//   - [ply.Decided]: see [Limits.Decided].
	//   - [ply.OutOfTime], [ply.Cancelled]: MaxTime or the context ended the search.
	//   - [ply.Saturated]: the position has so many simulations that no more can be counted: about 2³¹, or about
	//     2³²/254 if results have many steps ([Options.Scale], [Options.Playouts]).
	//   - [ply.Failed]: the search returned an error.
	//   - [ply.InProgress]: this is a report of [Options.Progress].
	Status ply.Status

	// Move is the best move for the player to move, by the criterion of [Options.Final].
	Move M

	// Value is the mean result of Move, from 0 for a loss to 1 for a win. Low and High are the proven bounds of the
	// value of the position. If they are equal, the position is solved: 0 is lost, ½ drawn and 1 won.
	//
	// In a position of chance, Move is the outcome with the most simulations, Value is the mean result of side or
	// player 0 in all simulations, and Line is empty.
	Value, Low, High float64

	// Means are the mean results of each player in the simulations that this search has added; ½ if there are none.
	Means []float64

	// Line is the principal variation: Move, and then the best move of each following position, as far as these were
	// tried, up to the next position of chance.
	Line []M

	// Moves are the statistics of all moves of the root, in descending order of their simulations.
	Moves []Statistics[M]

	// Simulations is the number of simulations of the root, including those of earlier searches. Added is the number
	// that this search has added.
	Simulations, Added int

	// Nodes is the number of positions in the tree, Memory its size in bytes, and Depth the length of the longest path
	// of a simulation through the tree, in moves.
	Nodes, Memory, Depth int

	// Full reports whether the tree has stopped growing because MaxMemory is used up.
	Full bool

	// Pruned is the number of positions that the tree has discarded because MaxMemory was used up.
	Pruned int

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// Solved reports whether the value of the position is proven, that is, whether Low equals High.
func (r *Result[M]) Solved() bool { return r.Low == r.High }

// Statistics are the results of a move in a position of the tree, from the view of the player who plays it.
type Statistics[M comparable] struct {
	// Move is the move.
	Move M

	// Visits is the number of simulations that chose the move.
	//
	// If a position below the root reaches the greatest number of simulations that can be counted, as it can with
	// Transpositions, the Visits of all its moves are halved, and the means stay the same.
	Visits int

	// Mean is the mean result of these simulations, from 0 for a loss to 1 for a win; ½ if there are none.
	Mean float64

	// RAVEVisits is the number of simulations of the position in which the player played this move then or later. It is
	// 0 without RAVE.
	RAVEVisits int

	// RAVEMean is the mean result of these simulations; ½ if there are none.
	RAVEMean float64

	// Prior is the prior that the game's [Guide] gave the move, scaled so that the priors of the position sum to 1; 0
	// without a Guide. In a position of chance it is the probability of the outcome.
	Prior float64

	// Low and High are the proven bounds of the result of the move.
	Low, High float64
}

// statistics reads an arc.
func (w *worker[M]) statistics(at uint32) Statistics[M] {
	s := w.store
	a := s.arcs.at(at)
	st := Statistics[M]{Move: a.move, Low: w.part(a.bounds.low()), High: w.part(a.bounds.high())}
	st.Visits, st.Mean = w.counted(a.visits, a.points)
	st.RAVEMean = 0.5
	if s.withRAVE {
		st.RAVEVisits, st.RAVEMean = w.counted(halves(*s.raves.at(at)))
	}
	if s.withPrior {
		st.Prior = float64(*s.priors.at(at))
	}
	return st
}

func (w *worker[M]) counted(visits, points uint32) (int, float64) {
	return int(visits), w.mean(uint64(points), int(visits))
}

// mean returns the mean result of some simulations from the sum of their points.
func (w *worker[M]) mean(points uint64, simulations int) float64 {
	if simulations == 0 {
		return 0.5
	}
	return float64(points) / float64(2*uint64(w.utility)*w.perStep) / float64(simulations)
}

// means returns the mean results of each player in the simulations of a search, given their number.
func (t *Tree[M]) means(simulations int) []float64 {
	means := make([]float64, len(t.workers[0].total))
	for p := range means {
		points := uint64(0)
		for _, w := range t.workers {
			points += w.total[p]
		}
		means[p] = t.workers[0].mean(points, simulations)
	}
	return means
}

// part returns a step as a result from 0 to 1.
func (w *worker[M]) part(step int) float64 { return float64(step+w.utility) / float64(2*w.utility) }

// result sums up what the tree holds.
func (t *Tree[M]) result() Result[M] {
	var r Result[M]
	r.High = 1
	at := map[M]int{}
	for i, s := range t.stores {
		w := t.workers[i]
		root := s.nodes.at(s.root)
		r.Low, r.High = max(r.Low, w.part(root.bounds.low())), min(r.High, w.part(root.bounds.high()))
		r.Simulations += int(root.visits)
		r.Nodes += s.nodesUsed - firstNode
		r.Memory += s.taken()
		r.Full = r.Full || s.closed
		r.Pruned += s.pruned
		for j := range root.count {
			st := w.statistics(root.first + j)
			k, ok := at[st.Move]
			if !ok {
				at[st.Move] = len(r.Moves)
				r.Moves = append(r.Moves, st)
				continue
			}
			r.Moves[k].merge(st)
		}
	}
	for _, w := range t.workers {
		r.Depth = max(r.Depth, w.deep)
	}
	slices.SortStableFunc(r.Moves, func(a, b Statistics[M]) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Mean, a.Mean))
	})
	best := final(t.opt.Final, r.Moves)
	r.Move, r.Value = best.Move, best.Mean
	if t.workers[0].store.nodes.at(t.workers[0].store.root).chance {
		r.Move, r.Value = r.Moves[0].Move, meanOf(r.Moves)
		return r
	}
	r.Line = t.line(r.Move)
	return r
}

// meanOf returns the mean result of all simulations of a position.
func meanOf[M comparable](moves []Statistics[M]) float64 {
	var all Statistics[M]
	for _, m := range moves {
		all.merge(m)
	}
	return all.Mean
}

// merge adds the statistics of the same move in another tree.
func (a *Statistics[M]) merge(b Statistics[M]) {
	mean := func(m, n int, x, y float64) float64 {
		if m+n == 0 {
			return 0.5
		}
		return (float64(m)*x + float64(n)*y) / float64(m+n)
	}
	a.Mean = mean(a.Visits, b.Visits, a.Mean, b.Mean)
	a.RAVEMean = mean(a.RAVEVisits, b.RAVEVisits, a.RAVEMean, b.RAVEMean)
	a.Visits += b.Visits
	a.RAVEVisits += b.RAVEVisits
	a.Low, a.High = max(a.Low, b.Low), min(a.High, b.High)
}

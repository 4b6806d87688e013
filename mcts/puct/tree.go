package puct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
)

// A Tree is a search tree for the present position of a game. It is kept between searches, and between moves played
// with [Tree.Play]. Use [New] to make one. Its methods must be called from one goroutine at a time, even with several
// [Options].Workers.
//
// Between calls, the game is in the position of the root. To change the position, use Play. If the game was changed in
// another way, call Reset before any other method.
//
// If the game or the evaluator panics, the method that called it returns a [*ply.GamePanic]. The position of the game
// is then unknown, and all later calls return a GamePanic.
type Tree[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable] struct {
	opt      plan[M]
	evaluate Evaluator[G, M]
	source   *rand.PCG // of random
	random   *rand.Rand
	full     int     // the outcome that counts as a full win,
	unit     float64 // the same
	chance   bool    // the game is a ply.Stochastic
	slots    []*slot[G, M]

	mu           sync.Mutex // guards all that follows, if shared
	shared       bool       // an asynchronous search is at work
	store        store[M]
	evaluated    bool // the root is
	top          top
	scratch      []float64
	explorations []float64 // by the number of simulations; see exploration
	proved       bool      // more is proven of a move of the root
	gathering    gathering[M]
	only         []M // the moves of the root that are searched; nil for all
	last         last
	total        []float64 // the results of the last search, for each side or player

	one     *batch[G, M]   // of the synchronous search
	asked   *batch[G, M]   // that the evaluator of a synchronous search has; nil for none
	current *slot[G, M]    // at work in a synchronous search
	bumped  []step[M]      // paths of simulations that collided, to be withdrawn at the end of the round
	spare   []*batch[G, M] // of the asynchronous search

	state    guard.State
	unrooted error // there was no room for the present position
}

// A last holds the counts of the last search.
type last struct {
	before      uint32 // simulations of the root at the start
	evaluations int
	begun       bool // top is set
	spent       time.Duration
}

// New returns a tree whose root is the present position of g. The searches of the tree play their moves on g; see
// [Tree]. New returns an error if the options are invalid, if g lacks a required capability, if g is a [ply.Imperfect],
// or if Memory is too small for the root. The root is evaluated by the first search.
//
// A game is a [ply.Adversarial] of two sides, or a [ply.Multiplayer] of 1 to 256 players, who need not be opponents.
func New[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](g G, evaluate Evaluator[G, M], opt Options[M]) (*Tree[G, M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("puct: no game given")
	}
	if evaluate == nil {
		return nil, errors.New("puct: no evaluator given")
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("puct: %w", err)
	}
	plan, err := opt.checked()
	if err != nil {
		return nil, err
	}
	t := &Tree[G, M]{opt: plan, evaluate: evaluate}
	t.source = rand.NewPCG(plan.Random.Uint64(), plan.Random.Uint64())
	t.random = rand.New(t.source)
	t.store = newStore[M](plan.memory)
	if plan.Transpositions {
		t.store.Hash = func(n *node) uint64 { return n.hash }
	}
	t.full = max(plan.Scale, 1)
	t.unit = float64(t.full)
	t.one = newBatch[G, M](plan.Batch)
	for range plan.InFlight + 1 {
		t.spare = append(t.spare, newBatch[G, M](plan.Batch))
	}
	if err := t.change(func() error { return t.beginFirst(g) }); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tree[G, M]) beginFirst(g G) error {
	players, err := t.opt.playersOf(g)
	if err != nil {
		return err
	}
	if _, ok := any(g).(ply.Cloner[G]); t.opt.slots() > 1 && !ok {
		return fmt.Errorf("puct: more than one position at a time (Batch, InFlight) needs a ply.Cloner, which %T is not", g)
	}
	t.total = make([]float64, players)
	return t.begin(g)
}

func (t *Tree[G, M]) begin(g G) error {
	t.slots = t.slots[:0]
	t.forget()
	players := len(t.total)
	results := make([]float64, t.opt.slots()*players)
	for i := range t.opt.slots() {
		position := g
		if i > 0 {
			position = any(g).(ply.Cloner[G]).Clone() // New has seen to it
		}
		s := &slot[G, M]{leaf: Leaf[G, M]{Position: position}, game: position, results: results[i*players:][:players]}
		s.stochastic, t.chance = any(position).(ply.Stochastic[M])
		if s.sides, _ = any(position).(ply.Adversarial); s.sides == nil {
			s.players, s.outcomes = any(position).(ply.Multiplayer), make([]int, players)
		}
		if t.opt.Transpositions {
			s.hasher = any(position).(ply.Hasher) // playersOf has seen to it
		}
		if t.opt.Bounds {
			s.bounder = any(position).(ply.Bounder) // the same
		}
		t.slots = append(t.slots, s)
	}
	return t.plantRoot()
}

// forget clears the counts of the last search.
func (t *Tree[G, M]) forget() {
	t.last = last{}
	clear(t.total)
}

func (t *Tree[G, M]) plantRoot() error {
	t.unrooted, t.evaluated = nil, false
	s := t.slots[0]
	playing := t.look(s)
	if s.bounder != nil && !t.opt.NoSolver {
		t.current = s
		t.lookAhead(s) // even if the game knows the value, since a move is wanted
		t.current = nil
	}
	if t.unrooted = t.store.reset(len(s.leaf.Moves)); t.unrooted == nil && playing {
		t.store.Root = t.plant(s)
	}
	return t.unrooted
}

// change calls f, which calls the game but no callbacks, unless the tree has failed. The tree fails at a panic of the game.
func (t *Tree[G, M]) change(f func() error) error {
	if err := t.state.Usable(errLost); err != nil {
		return err
	}
	return t.state.Run(t.lineOf, f)
}

// Reset discards the tree and makes the present position of the game the root. Call Reset after changing the position
// without [Tree.Play].
func (t *Tree[G, M]) Reset() error {
	return t.change(func() error { return t.begin(t.slots[0].leaf.Position) })
}

func (t *Tree[G, M]) undo(m M) error {
	return t.change(func() error {
		g := t.slots[0].leaf.Position
		g.Undo(m)
		return t.begin(g)
	})
}

// Play plays m on the game and makes the new position the root. The subtree of the new position is kept, and the memory
// of other positions is reused. If m is not legal, Play returns an error and plays nothing. If Memory is too small for
// the moves of the new position, Play plays m and returns an error.
func (t *Tree[G, M]) Play(m M) error {
	return t.change(func() error {
		if !slices.Contains(t.slots[0].game.Moves(nil), m) {
			return fmt.Errorf("puct: move %v is not legal", m)
		}
		for _, s := range t.slots {
			s.game.Play(m)
		}
		t.forget()
		if root := t.store.Root; root != noNode {
			arcs := t.store.arcsOf(t.store.Nodes.At(root))
			for i := range arcs {
				if to := arcs[i].node; arcs[i].move == m && to >= firstNode && !(t.opt.OpenLoop && t.isMeeting(to)) {
					t.store.keep(to)
					t.unrooted = nil
					return nil
				}
			}
		}
		return t.plantRoot()
	})
}

// Size returns the number of positions in the tree, the memory of the tree in bytes, and whether Memory was used up.
// With OpenLoop, the nodes of the tree count as positions.
func (t *Tree[G, M]) Size() (positions int, memory int64, full bool) {
	return t.store.NodesUsed - firstNode, int64(t.store.Taken()), t.store.full
}

// Search returns the best move found in the present position of g. It grows a new tree (see [New]), which it discards at
// the end. With [Options.Checkpoint], it continues a saved search.
//
// If a limit or ctx ends the search, Search returns the result so far, with a Status and no error. Search returns an
// error if the position is finished ([ply.ErrFinished]), if the options or limits are invalid, or if the game lacks a
// capability that an option requires. A simulation takes the time of one evaluation, which may be part of a batch, and
// the time to choose and play the moves on its path. A simulation allocates memory only for the tree
// ([Options.Memory]).
func Search[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](ctx context.Context, g G, evaluate Evaluator[G, M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	store := opt.Checkpoint
	opt.Checkpoint = nil
	t, err := New(g, evaluate, opt)
	if err != nil {
		return failed, err
	}
	kept, err := t.kept().Begin(store)
	if err != nil {
		return failed, err
	}
	defer kept.End()
	return t.continued(ctx, limits, kept)
}

// Search adds simulations to the tree and returns the best move, like the function [Search]. Simulations of earlier
// searches are included in [Result.Visits], but not in Result.Nodes.
func (t *Tree[G, M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	t.forget()
	t.top.assigned = 0
	if t.store.Root != noNode && t.unrooted == nil {
		t.last.before = t.store.Nodes.At(t.store.Root).visits
	}
	return t.continued(ctx, limits, nil)
}

// continued continues the last search within limits that include it. kept is nil if the tree is not kept.
func (t *Tree[G, M]) continued(ctx context.Context, limits ply.Limits, kept *sampling.Keeper) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := cmp.Or(t.state.Usable(errLost), t.unrooted); err != nil {
		return failed, err
	}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("puct: %w", err)
	}
	if t.opt.scheduled && limits.Nodes == 0 {
		return failed, fmt.Errorf("puct: %s shares out Limits.Nodes, which is 0", t.opt.name)
	}
	if t.store.Root == noNode {
		return failed, ply.ErrFinished
	}
	if n := t.top.schedule.simulations; t.last.begun && t.scheduled() && n != limits.Nodes {
		return failed, fmt.Errorf("puct: %s shares out Limits.Nodes, which is %d, and %d in the state", t.opt.name, limits.Nodes, n)
	}
	r := &run{kept: kept}
	r.done = int(t.store.Nodes.At(t.store.Root).visits - t.last.before)
	r.begun = r.done
	r.Begin(ctx, limits, t.last.spent, !t.opt.scheduled && !t.rootByChance()) // the move is the one with the most simulations
	if kept != nil {
		kept.Start = r.Start
	}
	within := ctx
	if !r.Deadline.IsZero() {
		var expire context.CancelFunc
		within, expire = context.WithDeadline(ctx, r.Deadline)
		defer expire()
	}
	within, cancel := context.WithCancel(within)
	defer cancel()
	t.state.Begin()
	defer func() {
		if r.reporting { // a callback has panicked or ended the goroutine
			t.shared = false
			t.tidy()
			t.state.End(nil)
		}
	}()
	var wrong error // the evaluator's fault
	failure := guard.Run(t.lineOf, func() (err error) {
		if wrong = t.search(within, cancel, r); !isPanic(wrong) {
			t.tidy()
		}
		return nil
	})
	if isPanic(wrong) {
		failure = wrong
	}
	t.state.End(failure)
	if err := cmp.Or(failure, wrong); err != nil {
		result := t.snapshot(r)
		result.Status = ply.Failed
		return result, err
	}
	result := t.snapshot(r)
	t.last.spent = result.Elapsed
	if err := kept.Save(); err != nil {
		result.Status = ply.Failed
		return result, err
	}
	if t.solved() {
		result.Status = ply.Solved
	}
	if t.opt.Progress != nil {
		r.reporting = true
		t.opt.Progress(result)
		r.reporting = false
	}
	return result, nil
}

// isPanic reports whether an error is a panic of the game or the evaluator on another goroutine.
func isPanic(err error) bool {
	_, ok := err.(*ply.GamePanic)
	return ok
}

// search evaluates the root, if necessary, and makes simulations until the search ends.
func (t *Tree[G, M]) search(ctx context.Context, cancel func(), r *run) error {
	if r.Look() {
		return nil
	}
	if !t.evaluated {
		n, s := t.store.Nodes.At(t.store.Root), t.slots[0]
		t.look(s)
		if !slices.EqualFunc(s.leaf.Moves, t.store.arcsOf(n), func(m M, a arc[M]) bool { return m == a.move }) {
			panic(fmt.Sprintf("Moves of %T lists %v, and listed others in this position before", s.game, s.leaf.Moves))
		}
		t.one.add(s)
		if answered, err := t.call(ctx, r, t.one); !answered || r.breaks() {
			return err
		}
		t.arrive(s)
		t.one.clear()
	}
	if !t.last.begun {
		t.beginTop(r.Limits.Nodes)
		t.last.begun = true
	}
	t.check(r)
	if t.opt.InFlight > 0 {
		return t.searchAsynchronously(ctx, cancel, r)
	}
	return t.searchSynchronously(ctx, r)
}

// call calls the evaluator on the caller's goroutine. It returns no error if the search is over.
func (t *Tree[G, M]) call(ctx context.Context, r *run, b *batch[G, M]) (answered bool, err error) {
	t.asked = b
	err = t.ask(ctx, b)
	t.asked = nil
	if err != nil {
		if r.Look() {
			return false, nil
		}
		return false, err
	}
	t.last.evaluations += len(b.slots)
	return true, nil
}

func (t *Tree[G, M]) tidy() {
	t.release()
	for _, s := range t.slots {
		if s.pending {
			t.withdraw(s)
		}
		s.undo()
	}
	t.one.clear()
	t.asked, t.current = nil, nil
}

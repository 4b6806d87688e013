package mcts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
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

// A Tree is a search tree for the present position of a game. It is kept between searches and between moves played with
// [Tree.Play]. Use [New] to make one. Its methods must be called from one goroutine at a time, even with several
// [Options].Workers.
//
// Between calls, the game is in the position of the root. To change the position, use Play. If the game was changed in
// another way, call Reset before any other method.
//
// If the game panics, the method that called the game returns a [*ply.GamePanic]. The position of the game is then
// unknown, and all later calls return a GamePanic. A panic of a callback, such as [Options.Progress], reaches the
// caller; the game is then in the position of the root.
type Tree[M comparable] struct {
	opt   plan[M]
	game  position[M]
	clone func() position[M] // nil if the game cannot be cloned

	// rewind returns functions that remember a game's position, and return to it. Nil means undoing moves one by one.
	rewind func(game position[M]) (mark, back func())

	stores  []*store[M] // one, or for RootTrees one for each worker
	workers []*worker[M]
	spent   time.Duration // of the last search

	state    guard.State
	unrooted error // there was no room for the present position
}

// New returns a tree whose root is the present position of g. The searches of the tree play their moves on g; see
// [Tree]. New returns an error if the options are invalid, if g lacks a required capability, or if Memory is too small
// for the root.
//
// A game is a [ply.Adversarial] of two sides, or a [ply.Multiplayer] of 1 to 256 players, who need not be opponents. In
// a Multiplayer game, each player maximizes the player's own result: the mean of a move is over the results of the
// player who makes the move (max^n, Luckhardt and Irani 1986; by sampling, Sturtevant 2008). A Multiplayer game need
// not be zero-sum, so no values are proven in it, as with [Options.NoSolver].
func New[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](g G, opt Options[M]) (*Tree[M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("mcts: no game given")
	}
	if err := sides.CheckPerfectInformation(g); err != nil {
		return nil, fmt.Errorf("mcts: %w", err)
	}
	plan, err := opt.checked()
	if err != nil {
		return nil, err
	}
	t := &Tree[M]{opt: plan, game: g}
	if c, ok := any(g).(ply.Cloner[G]); ok {
		t.clone = func() position[M] { return apart.Clone(c) }
		if _, ok := any(g).(fast.Copier[G]); ok && !plan.OpenLoop {
			t.rewind = func(game position[M]) (mark, back func()) { return rewind.Of(game.(G)) }
		}
	}
	if err := t.change(t.plantFirst); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Tree[M]) plantFirst() error {
	has, err := t.check()
	if err != nil {
		return err
	}
	opt := &t.opt
	for range opt.stores() {
		s := newStore[M](opt.memory, opt.stores())
		s.prune, s.shared = opt.Prune, opt.Workers > 1 && opt.Sharing == SharedTree
		s.guarded = s.shared
		if opt.Transpositions {
			s.Hash = func(n *node) uint64 { return n.hash }
		}
		s.numbers.used, s.raves.used = opt.RAVE.Weight != 0 || opt.learns(), opt.RAVE.Weight != 0
		s.priors.used, s.priorResults.used = has.guide != nil || has.stochastic != nil, has.expert != nil
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

// change calls f, which calls the game but no callbacks, unless the tree has failed. The tree fails at a panic of the game.
func (t *Tree[M]) change(f func() error) error {
	if err := t.state.Usable(errLost); err != nil {
		return err
	}
	return t.state.Run(func() string {
		if len(t.workers) == 0 {
			return "[]"
		}
		return t.workers[0].line()
	}, f)
}

// Reset discards the tree and makes the present position of the game the root. Call Reset after changing the position
// without [Tree.Play].
func (t *Tree[M]) Reset() error { return t.change(t.plantAnew) }

func (t *Tree[M]) undo(m M) error {
	return t.change(func() error {
		t.game.Undo(m)
		return t.plantAnew()
	})
}

// plantAnew makes the present position the root for all workers, with new clones.
func (t *Tree[M]) plantAnew() error {
	for i, w := range t.workers {
		if i > 0 {
			t.workers[i] = t.newWorker(t.clone(), w.store)
		}
	}
	return t.plantAll()
}

func (t *Tree[M]) plantAll() error {
	t.unrooted = nil
	t.forget()
	for i := range t.stores {
		t.plant(i)
	}
	return t.unrooted
}

func (t *Tree[M]) plant(i int) {
	w, s := t.workers[i], t.stores[i]
	w.moves = w.game.Moves(w.moves[:0])
	arcs := len(w.moves)
	switch err := s.reset(arcs); {
	case arcs == 0: // the game is over
	case err != nil:
		t.unrooted = err
	case s.raves.used && w.byChance():
		t.unrooted = errChance
	default:
		s.Root = w.newNode()
	}
	for _, w := range t.workers {
		if w.store == s {
			clear(w.refs)
		}
	}
}

// Play plays m on the game and makes the new position the root. The subtree of the new position is kept, and the memory
// of other positions is reused. If m is not legal, Play returns an error and plays nothing. In two other cases Play
// plays m and returns an error: if Memory is too small for the moves of the new position, and if chance is to move
// there in a search with RAVE.
func (t *Tree[M]) Play(m M) error {
	return t.change(func() error {
		if !slices.Contains(t.game.Moves(nil), m) {
			return fmt.Errorf("mcts: move %v is not legal", m)
		}
		for _, w := range t.workers {
			w.game.Play(m)
		}
		t.forget()
		t.unrooted = nil
		for i, s := range t.stores {
			if !s.step(m) {
				t.plant(i)
			}
		}
		return t.unrooted
	})
}

// Size returns the number of positions in the tree, the memory of the tree in bytes, and whether Memory was used up.
// With RootTrees, it returns the sums for all trees, and whether the Memory of any tree was used up.
func (t *Tree[M]) Size() (positions int, memory int64, full bool) {
	for _, s := range t.stores {
		positions += s.NodesUsed - firstNode
		memory += int64(s.Taken())
		full = full || s.closed
	}
	return positions, memory, full
}

// Search returns the best move found in the present position of g. It grows a new tree (see [New]), which it discards at
// the end. With [Options.Checkpoint], it continues a saved search.
//
// If a limit or ctx ends the search, Search returns the result so far, with a Status and no error. Search returns an
// error if the position is finished ([ply.ErrFinished]), if the options or limits are invalid, or if the game lacks a
// capability that an option requires. A simulation takes the time of a path through the tree and of a playout from the
// end of the path.
func Search[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	store := opt.Checkpoint
	opt.Checkpoint = nil
	t, err := New(g, opt)
	if err != nil {
		return failed, err
	}
	kept, err := t.kept().Begin(store)
	if err != nil {
		return failed, err
	}
	defer kept.End()
	return t.search(ctx, limits, kept)
}

// Search adds simulations to the tree and returns the best move, like the function [Search]. Simulations of earlier
// searches are included in [Result.Visits], but not in Result.Nodes.
func (t *Tree[M]) Search(ctx context.Context, limits ply.Limits) (Result[M], error) {
	t.forget()
	return t.search(ctx, limits, nil)
}

// forget clears the counts of the last search.
func (t *Tree[M]) forget() {
	for _, w := range t.workers {
		clear(w.total)
		w.made = 0
	}
	t.spent = 0
}

// search continues the last search within limits that include it. kept is nil if the tree is not kept.
func (t *Tree[M]) search(ctx context.Context, limits ply.Limits, kept *sampling.Keeper) (Result[M], error) {
	failed := Result[M]{Report: ply.Report{Status: ply.Failed}}
	if err := cmp.Or(t.state.Usable(errLost), t.unrooted); err != nil {
		return failed, err
	}
	r := &run{every: stop.Interval(ctx), kept: kept}
	// Move has the most simulations of one tree, unless chance is to move.
	r.Begin(ctx, limits, t.spent, len(t.stores) == 1 && !t.workers[0].byChance())
	if t.opt.Progress != nil {
		var result Result[M]
		r.snapshot = func() { result = t.snapshot(r, ply.InProgress) }
		r.report = func() { t.opt.Progress(result) }
	}
	if err := sampling.CheckLimits(ctx, limits); err != nil {
		return failed, fmt.Errorf("mcts: %w", err)
	}
	if t.stores[0].Root == noNode {
		return failed, ply.ErrFinished
	}
	if kept != nil {
		kept.Start = r.Start
	}
	r.serial = len(t.workers) == 1 || t.opt.Sharing == LeafPlayouts
	for i := range t.stores {
		left := &atomic.Int64{}
		left.Store(int64(sampling.Share(limits.Nodes, i, len(t.stores))))
		r.left = append(r.left, left)
	}
	for i, w := range t.workers {
		r.done.Add(w.made)
		left := r.left[i%len(r.left)]
		left.Store(max(0, left.Load()-w.made))
	}
	defer func() { // also if a callback panics, or anything ends the goroutine
		for _, w := range t.workers {
			if w.lost {
				t.state.Lose()
			}
			w.watch.run = nil
		}
	}()
	failure := guard.Run(t.workers[0].line, func() error { return t.grow(r) })
	t.state.End(failure)
	result := t.snapshot(r, r.Status())
	if r.refused.Load() && failure == nil {
		failure = errChance // after which the tree can still be used
	}
	if t.spent = result.Elapsed; failure == nil {
		failure = kept.Save()
	}
	switch {
	case failure != nil:
		result.Status = ply.Failed
		return result, failure
	case result.Solved():
		result.Status = ply.Solved // it may take what several trees have proven
	}
	if t.opt.Progress != nil {
		t.opt.Progress(result)
	}
	return result, nil
}

func (t *Tree[M]) snapshot(r *run, status ply.Status) Result[M] {
	result := t.result()
	result.Report = r.Report(int(r.done.Load()))
	result.Status = status
	result.Means = t.means(result.Nodes)
	return result
}

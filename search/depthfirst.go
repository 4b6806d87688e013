package search

import (
	"cmp"
	"context"
	"encoding"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// DepthFirst searches a space depth first. In an [Incremental] space this is the algorithm dfs_ti of Helmstetter 2007.
//
// If a limit or ctx ends the search, DepthFirst returns the results so far with a status that names the reason, and no
// error. It returns an error if an option is invalid, if it cannot search the space with these options, or if the game
// panics ([ply.GamePanic]). If the game has cycles, it returns [ply.ErrCyclic] for an [IncrementalGraph], and for a
// [Tree] or an [Incremental] space without a [Space.MaxDepth].
//
// If [Options].Workers is more than 1, each worker searches on a clone of the game, and the game itself stays at the
// start. A complete search of a [Tree] or an [Incremental] space has the same result with any number of workers. In a
// [Graph], the workers share a table that takes 16 bytes for each position, and the game must be acyclic. Two workers
// may then visit the same position, so the counts differ slightly from run to run. Each worker may exceed the limit on
// nodes by some thousand nodes.
//
// Besides the memory of the space, DepthFirst uses about 300 bytes for each move of the longest line, and allocates
// nothing per node. The length of a line is limited only by memory: a line of ten million moves takes 3 GB.
func DepthFirst[M comparable](ctx context.Context, s Space[M], limits ply.Limits, opt Options[M]) (Result[M], error) {
	if opt.Workers > 1 {
		return newParallel(ctx, &opt).search(&s, limits)
	}
	w := newWalker(ctx, limits, &opt)
	err := guard.Run(w.playing, func() error {
		if err := w.prepare(&s, limits, &opt); err != nil {
			return err
		}
		defer s.close()
		defer func() { w.run.End() }()
		if err := w.keep(&s, "depth-first search", opt.question(&s)); err != nil || w.ended {
			return err
		}
		return cmp.Or(w.walk(), w.saveEnd())
	})
	return w.finish(err)
}

// A walker searches a space depth first.
//
// Its inner loop, expand, mostly waits for the memory of a transposition table. Waits overlap only within the
// processor's reorder buffer. Each branch therefore covers several conditions, and all rare cases go through enter.
// expandPlain is the loop for a space without keys and incremental transpositions, where each test counts.
type walker[M comparable] struct {
	stop.Budget
	stopped bool
	err     error

	// The capabilities of the game, set by prepare.
	game        ply.Game[M]
	advancer    fast.Advancer[M]
	incremental bool
	plain       bool

	// The line, written by expand and enter.
	stack []M // the moves of all positions on the line, one after the other, and room for more
	path  []M // the moves played; those beyond the present depth are old, as long as the deepest line
	depth int // path[:depth] are played; path[depth] may be being played or taken back

	// How positions are remembered, set by prepare except for the keys and the scratch.
	rootKey  func() uint64              // the key of the present position, if there are keys
	hasher   fast.SuccessorHasher[M]    // nil if no position is remembered by its hash
	keys     []uint64                   // of the positions after the moves in stack
	memory   memory                     // nil if positions are not remembered, or exactly
	bounded  *hashtable.BoundedSet      // memory, if it can be called directly: there is no line
	fetched  *hashtable.BoundedSet      // memory, if it can be fetched from beforehand
	weights  *hashtable.Table[struct{}] // memory, if it wants weights
	parts    []weighedPart              // by depth, of the positions on the line, if there are weights
	xors     fast.XorHasher[M]          // the game, if it is one and there is bounded
	line     *transposition.HashSet     // keys on the line, if play can return to a forgotten position
	exact    *transposition.Set
	identity encoding.BinaryAppender
	scratch  []byte

	// The findings: expand counts nodes, enter weighs parts, note and leaf keep lines.
	nodes     int // result.Nodes, up to now
	reach     int // depth of the deepest node of the part being weighed
	size      int // of the part being weighed, with the weights of the parts cut off
	pollDepth int // of the position where the budget is polled
	kept      int // moves at the start of path known to equal result.Line
	result    Result[M]
	score     float64 // of the position at the end of result.Line, if best is highestScore
	done      float64 // as in Result, when the search was stopped
	opt       *Options[M]

	// Depths of rare events, written by setSpecial and note.
	noteFrom    int // depth from which note is called: at every node, or at a new deepest one
	specialFrom int // depth from which a node needs enter
	rareFrom    int // the lesser of the two
	maxDepth    int // 0 for no limit
	cutByDepth  bool

	// The options, set by newWalker and prepare.
	best       criterion
	stopSolved bool
	puzzle     ply.Puzzle
	scorer     ply.Scorer
	visit      func(depth int)
	onSolution func(line []M) bool // reports whether to continue

	// A move followed by more than handAfter nodes ends the search of its position: handOver gets the moves, the number of
	// the first move not yet played, and the depth. A stopped search has a handAfter that all moves exceed.
	handAfter int
	handOver  func(moves []M, next, depth int)
	part      *partial[M] // nil for a search that stops at its limits

	keeper[M]          // of the Checkpoint
	place     place[M] // of a worker
}

func newWalker[M comparable](ctx context.Context, limits ply.Limits, opt *Options[M]) *walker[M] {
	w := &walker[M]{
		opt:        opt,
		depth:      -1,
		stopSolved: opt.StopAtSolution,
		visit:      opt.Visit,
		handAfter:  math.MaxInt,
	}
	w.Budget = newBudget(ctx, limits, opt.Progress, func() Result[M] {
		w.doneAt(w.pollDepth)
		r := w.snapshot()
		r.Status = ply.InProgress
		return r
	})
	return w
}

func (w *walker[M]) prepare(s *Space[M], limits ply.Limits, opt *Options[M]) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := opt.check(s.game, limits); err != nil {
		return err
	}
	if err := s.open(); err != nil {
		return err
	}
	w.best, w.maxDepth = opt.criterion(s.game), s.maxDepth
	w.game, w.advancer, w.incremental = s.game, fast.AdvancerOf(s.game), s.incremental
	w.hasher, w.rootKey, w.memory, w.exact, w.identity = s.hasher, s.rootKey, s.memory, s.exact, s.identity
	w.plain = w.hasher == nil && !w.incremental
	switch memory := s.memory.(type) {
	case *hashtable.BoundedSet:
		w.fetched = memory
	case *hashtable.Table[struct{}]:
		if memory.Scheme().Weighs() {
			w.weights = memory
		}
	}
	if !s.tree() && s.forgets() && !s.acyclic() {
		w.line = new(transposition.HashSet)
	}
	if w.line == nil {
		w.bounded = w.fetched
	}
	if w.bounded != nil {
		w.xors = s.xors
	}
	w.puzzle, _ = s.game.(ply.Puzzle)
	if w.best == highestScore {
		w.scorer, _ = s.game.(ply.Scorer)
	}
	w.setSpecial()
	return nil
}

// setSpecial sets the depth from which a node needs enter.
func (w *walker[M]) setSpecial() {
	w.specialFrom = freshStack
	if w.weights != nil || w.line != nil || w.exact != nil {
		w.specialFrom = 0
	}
	if w.best != firstSolution {
		w.specialFrom = min(w.specialFrom, longLine)
	}
	if w.maxDepth > 0 {
		w.specialFrom = min(w.specialFrom, w.maxDepth)
	}
	w.rareFrom = min(w.noteFrom, w.specialFrom)
}

func (w *walker[M]) walk() error {
	if w.again == nil && w.mustStop(0) {
		return nil
	}
	w.start(w.startKey())
	return w.err
}

// startKey returns the key of the start, if the space has keys, and remembers it unless a state does.
func (w *walker[M]) startKey() (key uint64) {
	if w.hasher == nil {
		return 0
	}
	key = w.rootKey()
	if w.again == nil {
		w.remember(key)
	}
	if w.line != nil {
		w.line.Visit(key)
	}
	return key
}

func (w *walker[M]) start(key uint64) {
	moves := w.game.Moves(w.stack[:0])
	w.stack = moves[:cap(moves)]
	w.enter(key, 0, len(moves), 0, 0)
}

// playing returns the moves played, including the one being played or taken back.
func (w *walker[M]) playing() string { return fmt.Sprint(w.path[:min(w.depth+1, len(w.path))]) }

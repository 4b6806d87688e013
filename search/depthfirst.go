package search

import (
	"context"
	"encoding"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

// DepthFirst searches a space depth first: it plays each move of a position in turn, and searches everything after it
// before it takes the move back and plays the next. Over an [Incremental] space, this is the algorithm dfs_ti of
// Helmstetter 2007.
//
// It takes all options, and MaxDepth in spaces that do not remember positions.
//
// If a limit of opt or ctx ends the search, DepthFirst returns what it found until then, with a status that tells
// why, and no error. An error means that the options or the space do not fit the search, or that the game panicked
// ([ply.GamePanic]). A game with cycles is refused with [ply.ErrCyclic] if the search might not end.
//
// Apart from the Space's own memory it uses about 300 bytes for each move of the longest line, and allocates nothing
// per node. Lines may be as long as memory allows: ten million moves take 3 GB.
func DepthFirst[M comparable](ctx context.Context, s Space[M], opt Options[M]) (Result[M], error) {
	w := newWalker(ctx, &opt)
	err := guard.Run(w.playing, func() error {
		if err := w.prepare(&s, &opt); err != nil {
			return err
		}
		return w.walk(&s)
	})
	return w.finish(err)
}

// A walker goes through a space depth first.
//
// Its inner loop is expand, which waits for the memory of a transposition table most of the time, and gets
// past a wait only as far as the processor has room for the instructions in between. Each branch therefore
// covers several conditions, and all rare cases go through enter. A space without keys and incremental
// transpositions has a loop of its own, expandPlain: it has so little to do that each test counts.
type walker[M comparable] struct {
	stop.Budget
	stopped bool
	err     error

	game        ply.Game[M]
	advancer    ply.Advancer[M]
	incremental bool
	plain       bool
	stack       []M // the moves of all positions on the line, one after the other, and room for more
	path        []M // the moves played; those beyond the present depth are old, as long as the deepest line
	depth       int // path[:depth+1] are the moves that are played; the last may be one about to be, or taken back

	// How positions are remembered.
	hasher   ply.SuccessorHasher[M]         // nil if no position is remembered by its hash
	keys     []uint64                       // of the positions after the moves in stack
	memory   Memory                         // nil if positions are not remembered, or exactly
	bounded  *transposition.BoundedSet      // memory, if it can be called directly: there is no line
	fetched  *transposition.BoundedSet      // memory, if it can be fetched from beforehand
	weights  *transposition.Table[struct{}] // memory, if it wants weights
	xors     XorHasher[M]                   // the game, if it is one and there is bounded
	line     *transposition.HashSet         // keys on the line, if play can return to one forgotten
	exact    *transposition.Set
	identity encoding.BinaryAppender
	scratch  []byte

	nodes     int // result.Nodes, up to now
	reach     int // depth of the deepest node, or of the deepest of the part being weighed
	size      int // of the part being weighed, with the weights of what was cut off
	hits      uint64
	pollDepth int // of the position in which the budget is asked
	kept      int // moves at the start of path that are those of result.Line, as far as is known
	result    Result[M]
	done      float64 // as in Result, when the search was stopped
	opt       *Options[M]

	noteFrom    int // depth from which note is to be called: at every node, or at a new deepest
	specialFrom int // depth from which a node needs what enter does
	rareFrom    int // the lesser of the two
	maxDepth    int // 0 for no limit
	cutByDepth  bool

	best       Criterion
	stopSolved bool
	puzzle     ply.Puzzle
	scorer     ply.Scorer
	visit      func(depth int)
	onSolution func(line []M) bool // reports whether to go on

	// A move behind which there are more than handAfter nodes ends the search of its position:
	// handOver gets the moves, the number of the first not yet played, and the depth. A search
	// that has been stopped has a handAfter that all moves exceed.
	handAfter int
	handOver  func(moves []M, next, depth int)
	part      *partial[M] // nil for a search that stops at its limits
}

func newWalker[M comparable](ctx context.Context, opt *Options[M]) *walker[M] {
	w := &walker[M]{
		opt:        opt,
		depth:      -1,
		maxDepth:   opt.MaxDepth,
		best:       opt.Best,
		stopSolved: opt.StopAtSolution,
		visit:      opt.Visit,
		handAfter:  math.MaxInt,
	}
	w.Budget = newBudget(ctx, opt, func() Result[M] {
		w.doneAt(w.pollDepth)
		r := w.snapshot()
		r.Status = ply.InProgress
		return r
	})
	return w
}

// prepare makes the walker ready for a space, or returns why it cannot search that.
func (w *walker[M]) prepare(s *Space[M], opt *Options[M]) error {
	if err := opt.check(); err != nil {
		return err
	}
	if err := s.check(opt); err != nil {
		return err
	}
	if err := opt.checkGame(s.game); err != nil {
		return err
	}
	w.game, w.advancer, w.incremental = s.game, ply.AdvancerOf(s.game), s.incremental
	w.hasher, w.memory, w.exact, w.identity = s.hasher, s.memory, s.exact, s.identity
	w.plain = w.hasher == nil && !w.incremental
	switch memory := s.memory.(type) {
	case *transposition.BoundedSet:
		w.fetched = memory
	case *transposition.Table[struct{}]:
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
	if w.best == HighestScore {
		w.scorer, _ = s.game.(ply.Scorer)
	}
	w.setSpecial()
	return nil
}

// setSpecial sets the depth from which a node needs what enter does.
func (w *walker[M]) setSpecial() {
	w.specialFrom = freshStack
	if w.weights != nil || w.line != nil || w.exact != nil {
		w.specialFrom = 0
	}
	if w.best != FirstSolution {
		w.specialFrom = min(w.specialFrom, longLine)
	}
	if w.maxDepth > 0 {
		w.specialFrom = min(w.specialFrom, w.maxDepth)
	}
	w.rareFrom = min(w.noteFrom, w.specialFrom)
}

// walk visits the start and all that follows.
func (w *walker[M]) walk(s *Space[M]) error {
	if w.mustStop(0) {
		return nil
	}
	var key uint64
	if s.hasher != nil {
		key = s.rootKey()
		w.remember(key)
		if w.line != nil {
			w.line.Visit(key)
		}
	}
	if w.bounded != nil {
		w.hits = w.bounded.Hits()
	}
	w.start(key)
	return w.err
}

// start visits the start, which has this key, and all that follows.
func (w *walker[M]) start(key uint64) {
	moves := w.game.Moves(w.stack[:0])
	w.stack = moves[:cap(moves)]
	w.enter(key, 0, len(moves), 0, 0)
}

// expand plays the moves of a position, which end w.stack[:end], one after the other, and visits all that follows. The
// position has this key, if the space has keys. The first known lead where the search has been, and are left out; there
// must be others.
func (w *walker[M]) expand(key uint64, moves []M, known, end, depth int) {
	w.result.IncrementalCuts += known
	var keys []uint64
	if w.hasher != nil {
		keys = w.successorKeys(key, end-len(moves)+known, end)
	}
	w.depth = depth
	for i := known; i < len(moves); i++ {
		m := moves[i]
		w.path[depth] = m
		var key uint64
		if w.hasher != nil {
			key = keys[i-known]
			if w.bounded != nil {
				if w.bounded.Visit(key) {
					continue
				}
			} else if w.seen(key) {
				continue
			}
		}
		if w.nodes >= w.PollAt && w.mustStop(depth) {
			break
		}
		before := w.nodes
		t := 0
		if w.incremental {
			t = i
		}
		next, commuting := w.advancer.Advance(moves, i, t, w.stack[:end])
		if cap(next) != len(w.stack) {
			w.stack = next[:cap(next)]
		}
		switch {
		case depth+1 >= w.rareFrom:
			w.enter(key, end, len(next), commuting, depth+1)
		case len(next)-end > commuting:
			w.nodes++
			w.expand(key, next[end:], commuting, len(next), depth+1)
		default:
			w.nodes++
			w.result.IncrementalCuts += commuting
			if commuting == 0 {
				w.leaf(depth + 1)
			}
		}
		w.game.Undo(m)
		if w.nodes-before > w.handAfter {
			if !w.stopped {
				w.handOver(moves, i+1, depth)
			}
			break
		}
	}
	w.depth = depth - 1
}

// prefetchPairs begins to fetch the places of the positions that are two moves away, for a game whose hash is an
// exclusive or: they are met soon, and these are early enough not to be waited for. key is that of the position, keys
// are those after its moves. Of many moves the first will do.
func (w *walker[M]) prefetchPairs(key uint64, keys []uint64) {
	for most := min(len(keys), 8); most > 1; most-- {
		w.bounded.PrefetchAll(keys[1:most], key^keys[0])
		keys = keys[1:]
	}
}

// expandPlain is expand for a space without keys and incremental transpositions, in one goroutine.
func (w *walker[M]) expandPlain(moves []M, end, depth int) {
	w.depth = depth
	for i, m := range moves {
		w.path[depth] = m
		if w.nodes >= w.PollAt && w.mustStop(depth) {
			break
		}
		next, _ := w.advancer.Advance(moves, i, 0, w.stack[:end])
		if cap(next) != len(w.stack) {
			w.stack = next[:cap(next)]
		}
		switch {
		case depth+1 >= w.rareFrom:
			w.enter(0, end, len(next), 0, depth+1)
		case len(next) > end:
			w.nodes++
			w.expandPlain(next[end:], len(next), depth+1)
		case w.puzzle == nil && w.scorer == nil:
			w.nodes++
			w.result.Leaves++
		default:
			w.nodes++
			w.leaf(depth + 1)
		}
		w.game.Undo(m)
	}
	w.depth = depth - 1
}

// arrive visits the position just reached, which has this key if the space has keys, and all that follows. Its moves
// are stack[start:end], of which the first known lead where the search has been.
func (w *walker[M]) arrive(key uint64, start, end, known, depth int) {
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	switch {
	case start == end:
		w.leaf(depth)
	case depth == w.maxDepth && depth > 0:
		w.cutByDepth = true
	case start+known == end:
		w.result.IncrementalCuts += known
	case w.plain:
		w.expandPlain(w.stack[start:end], end, depth)
	default:
		w.expand(key, w.stack[start:end], known, end, depth)
	}
}

// successorKeys computes the keys of the positions after stack[start:end], from that of the present one, and begins to
// fetch their places in memory, so that the search waits for them once and not one by one.
func (w *walker[M]) successorKeys(key uint64, start, end int) (keys []uint64) {
	if end > len(w.keys) {
		w.keys = append(w.keys, make([]uint64, len(w.stack)-len(w.keys))...)
	}
	moves, room := w.stack[start:end], w.keys[start:start]
	if w.xors != nil {
		keys = w.xors.XorHashes(key, moves, room)
		w.bounded.PrefetchAll(keys, 0)
		w.prefetchPairs(key, keys)
		return keys
	}
	keys = w.hasher.HashSuccessors(moves, room)
	if w.fetched != nil {
		w.fetched.PrefetchAll(keys, 0)
	}
	return keys
}

// Go limits the stack of a goroutine to 1 GB, on 32-bit machines to 250 MB. So that a line can be longer than that
// allows, every freshStack moves of it are searched in a goroutine of their own. (It is a variable for the tests.)
var freshStack = 1 << 18

// To make a line the best is to copy it, which takes a time that counts if the line is long and many are the best
// for a while. From longLine moves on, a search therefore keeps account of how many moves it need not copy again.
// (It is a variable for the tests.)
var longLine = 1 << 12

// enter is arrive for a position that has this key if the space has keys, with all that only some spaces and
// depths need.
func (w *walker[M]) enter(key uint64, start, end, known, depth int) {
	if w.exact != nil && w.seenExactly(depth) {
		return
	}
	if depth > longLine {
		w.kept = min(w.kept, depth-1)
	} else {
		w.kept = 0
	}
	reach, size := w.reach, w.size
	w.reach = depth
	w.size++
	if depth%freshStack == 0 && depth > 0 {
		guard.FreshStack(func() { w.arrive(key, start, end, known, depth) })
	} else {
		w.arrive(key, start, end, known, depth)
	}
	if w.weights != nil {
		weight := w.reach - depth
		if w.weights.Scheme().ByNodes() {
			weight = w.size - size
		}
		w.weights.Store(key, struct{}{}, weight)
	}
	w.reach = max(w.reach, reach)
	if w.line != nil {
		w.line.Remove(key)
	}
}

// seen reports whether the position with this key is remembered or on the line, and remembers it.
func (w *walker[M]) seen(key uint64) bool {
	if w.remember(key) || w.line != nil && w.line.Visit(key) {
		w.result.MemoryHits++
		return true
	}
	return false
}

// remember reports whether the position with this key is remembered, and remembers it.
func (w *walker[M]) remember(key uint64) bool {
	switch {
	case w.fetched != nil:
		return w.fetched.Visit(key)
	case w.weights == nil:
		return w.memory.Visit(key)
	}
	_, remembered := w.weights.Lookup(key)
	if remembered {
		w.size++
		if w.weights.Scheme() == transposition.KeepBiggerAll {
			w.size += w.weights.Weight(key) - 1
		}
	}
	return remembered
}

// seenExactly reports whether the present position is remembered and not the start, and remembers it.
func (w *walker[M]) seenExactly(depth int) bool {
	var err error
	if w.scratch, err = w.identity.AppendBinary(w.scratch[:0]); err != nil {
		w.err = fmt.Errorf("search: identity of the position: %w", err)
		w.stop(ply.Failed)
		return true
	}
	if w.exact.Add(w.scratch) || depth == 0 {
		return false
	}
	w.result.MemoryHits++
	return true
}

// note looks at a node whatever its moves.
func (w *walker[M]) note(depth int) {
	if depth >= len(w.path) {
		w.path = append(w.path, make([]M, depth+1-len(w.path))...)
	}
	w.reach = max(w.reach, depth)
	if w.best == Longest && (!w.result.Found || depth > len(w.result.Line)) {
		w.keepLine(depth)
	}
	if w.visit != nil {
		guard.Callback(func() { w.visit(depth) })
	} else if w.weights == nil {
		w.noteFrom = w.reach + 1
	}
	w.rareFrom = min(w.noteFrom, w.specialFrom)
}

// leaf looks at a node without moves.
func (w *walker[M]) leaf(depth int) {
	w.result.Leaves++
	if w.scorer != nil {
		if score := w.scorer.Score(); !w.result.Found || score > w.result.Score {
			w.result.Score = score
			w.keepLine(depth)
		}
	}
	if w.puzzle == nil || !w.puzzle.Solved() {
		return
	}
	w.result.Solutions++
	switch {
	case w.best == FirstSolution && !w.result.Found,
		w.best == ShortestSolution && (!w.result.Found || depth < len(w.result.Line)):
		w.keepLine(depth)
	}
	if w.onSolution != nil && !w.onSolution(w.path[:depth]) || w.stopSolved {
		w.stop(ply.Solved)
	}
}

// keepLine makes the line to the present node the best.
func (w *walker[M]) keepLine(depth int) {
	same := 0
	if depth >= longLine {
		same = min(w.kept, depth)
		w.kept = depth
	}
	w.result.Line, w.result.Found = append(w.result.Line[:same], w.path[same:depth]...), true
}

// stop ends the search. Its loops see that where they ask the budget, or by handAfter.
func (w *walker[M]) stop(status ply.Status) {
	w.result.Status, w.stopped, w.handAfter, w.PollAt = status, true, -1, 0
}

// mustStop asks the budget whether the search must stop before the next node, after the move path[depth]
// of the present position.
func (w *walker[M]) mustStop(depth int) bool {
	if w.stopped {
		return true
	}
	w.pollDepth = depth
	if w.part != nil {
		w.part.poll()
		return false
	}
	if status := w.Poll(w.nodes); status != ply.Complete {
		w.stop(status)
		if w.opt.Progress != nil {
			w.doneAt(depth)
		}
	}
	return w.stopped
}

// snapshot returns what was found up to now.
func (w *walker[M]) snapshot() Result[M] {
	r := w.result
	r.Nodes, r.Depth, r.Done, r.Elapsed = w.nodes, w.reach, w.done, w.Elapsed()
	if w.bounded != nil {
		r.MemoryHits = int(w.bounded.Hits() - w.hits)
	}
	return r
}

// doneAt estimates the part of the space that is done, as if all moves of a position led to equal parts
// of it. It goes back to the start and plays the first moves of the line again to see how many others
// there were before and after them. That happens rarely, whereas keeping account of it would slow every node.
// On a very long line it leaves the estimate as it was.
func (w *walker[M]) doneAt(depth int) {
	const (
		enough  = 8       // moves, most of which have two alternatives or more
		longest = 1 << 16 // moves, which take about a millisecond
	)
	if depth > longest {
		return
	}
	was := w.depth
	for i := depth - 1; i >= 0; i-- {
		w.depth = i
		w.game.Undo(w.path[i])
	}
	w.depth = -1
	done, part := 0.0, 1.0
	moves, known := w.game.Moves(nil), 0
	for d, m := range w.path[:min(depth+1, len(w.path))] {
		i := slices.Index(moves, m)
		if d < enough && i >= 0 {
			part /= float64(len(moves) - known)
			done += part * float64(i-known)
		}
		if d == depth { // m is about to be played
			break
		}
		w.depth = d
		if d >= enough || i < 0 {
			w.game.Play(m)
			continue
		}
		t := 0
		if w.incremental {
			t = i
		}
		moves, known = w.advancer.Advance(moves, i, t, nil)
	}
	w.depth, w.done = was, done
}

// playing returns the moves that are played, or being played or taken back.
func (w *walker[M]) playing() string { return fmt.Sprint(w.path[:min(w.depth+1, len(w.path))]) }

// finish returns the result of a search that ended with this error.
func (w *walker[M]) finish(err error) (Result[M], error) {
	if err == nil && w.result.Status == ply.Complete {
		w.done = 1
	}
	w.result = w.snapshot()
	return ended(w.opt, &w.result, w.Elapsed(), err)
}

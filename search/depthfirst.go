package search

import (
	"context"
	"encoding"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// DepthFirst searches a space depth first: it plays each move of a position in turn and searches
// what follows before it takes the move back and plays the next. Beside the memory of the space it
// takes that for one line of play. With [Incremental] it is Helmstetter's dfs_ti.
//
// Cut short by a bound of opt or by ctx it returns what it has found, with a status that says so and
// no error. An error means that the options or the space do not fit the search.
func DepthFirst[M comparable](ctx context.Context, s Space[M], opt Options) (Result[M], error) {
	w, err := newWalker(ctx, &s, &opt)
	if err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	if err := w.walk(&s); err != nil {
		return Result[M]{Status: ply.Failed}, err
	}
	return w.finish(), nil
}

// A walker goes through a space depth first.
//
// Its inner loop, expand, waits for the memory of a transposition table most of the time, and gets
// past a wait only as far as the processor has room for the instructions in between. So each of its
// tests stands for several, and the rare cases pass through one door.
type walker[M comparable] struct {
	budget
	stopped bool
	err     error

	game        ply.Game[M]
	advancer    ply.Advancer[M]
	incremental bool
	stack       []M // the moves of all positions on the line, one after the other, and room for more
	path        []M // the moves played; those beyond the present depth are old, as long as the deepest line
	depth       int // of the position that a move was last played in

	// How positions are remembered. At most one of bounded, memory and exact is set.
	hasher   ply.SuccessorHasher[M]    // nil if no position is remembered by its hash
	keys     []uint64                  // of the positions after the moves in stack
	bounded  *transposition.BoundedSet // the memory that is called most, called directly
	memory   Memory
	weights  *transposition.Table[struct{}] // memory, if it wants weights
	line     *transposition.HashSet         // keys on the line, if play can return to one forgotten
	exact    *transposition.Set
	identity encoding.BinaryAppender
	scratch  []byte

	nodes  int // result.Nodes, up to now
	reach  int // depth of the deepest node, or of the deepest of the part being weighed
	size   int // of the part being weighed, with the weights of what was cut off
	hits   uint64
	result Result[M]
	done   float64 // as in Progress, when the search was stopped

	noteFrom    int // depth from which note is to be called: at every node, or at a new deepest
	specialFrom int // depth from which enter takes the place of expand
	plainUpTo   int // depth before which a node with no moves to play is not worth a call of expand
	maxDepth    int // 0 for no bound
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
}

func newWalker[M comparable](ctx context.Context, s *Space[M], opt *Options) (*walker[M], error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	if err := s.check(opt); err != nil {
		return nil, err
	}
	if err := opt.checkGame(s.game); err != nil {
		return nil, err
	}
	w := &walker[M]{
		budget:      newBudget(ctx, opt),
		game:        s.game,
		advancer:    ply.AdvancerOf(s.game),
		incremental: s.incremental,
		hasher:      s.hasher,
		memory:      s.memory,
		exact:       s.exact,
		identity:    s.identity,
		specialFrom: freshStack,
		maxDepth:    opt.MaxDepth,
		best:        opt.Best,
		stopSolved:  opt.StopAtSolution,
		visit:       opt.Visit,
		handAfter:   math.MaxInt,
	}
	switch memory := s.memory.(type) {
	case *transposition.BoundedSet:
		w.bounded, w.memory, w.hits = memory, nil, memory.Hits()
	case *transposition.Table[struct{}]:
		if memory.Scheme().Weighs() {
			w.weights = memory
		}
	}
	if !s.tree() && s.forgets() && !s.acyclic() {
		w.line = new(transposition.HashSet)
	}
	switch {
	case w.weights != nil, w.line != nil, w.exact != nil:
		w.specialFrom = 0
	case w.maxDepth > 0:
		w.specialFrom = min(w.maxDepth, freshStack)
	}
	w.puzzle, _ = s.game.(ply.Puzzle)
	w.scorer, _ = s.game.(ply.Scorer)
	return w, nil
}

// walk visits the start and all that follows.
func (w *walker[M]) walk(s *Space[M]) error {
	if w.mustStop(0) {
		return nil
	}
	var key uint64
	if s.hasher != nil {
		key = s.rootKey()
		w.seen(key)
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

// expand visits the position whose moves are stack[start:end], of which the first known lead where
// the search has been, and all that follows.
func (w *walker[M]) expand(start, end, known, depth int) {
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	if start == end {
		w.leaf(depth)
		return
	}
	w.result.IncrementalCuts += known
	if w.hasher != nil {
		w.hashSuccessors(start+known, end)
	}
	for i := start + known; i < end; i++ {
		m := w.stack[i]
		var key uint64
		if w.hasher != nil {
			key = w.keys[i]
			if w.bounded != nil {
				if w.bounded.Visit(key) {
					continue
				}
			} else if w.seen(key) {
				continue
			}
		}
		w.path[depth] = m
		if w.nodes >= w.pollAt && w.mustStop(depth) {
			return
		}
		w.depth = depth
		before := w.nodes
		t := 0
		if w.incremental {
			t = i - start
		}
		next, commuting := w.advancer.Advance(w.stack[start:end], i-start, t, w.stack[:end])
		if cap(next) != len(w.stack) {
			w.stack = next[:cap(next)]
		}
		switch {
		case len(next)-end == commuting && depth+1 < w.plainUpTo:
			w.nodes++
			w.result.IncrementalCuts += commuting
			if commuting == 0 {
				w.leaf(depth + 1)
			}
		case depth+1 >= w.specialFrom:
			w.enter(key, end, len(next), commuting, depth+1)
		default:
			w.expand(end, len(next), commuting, depth+1)
		}
		w.game.Undo(m)
		if w.nodes-before > w.handAfter {
			if !w.stopped {
				w.handOver(w.stack[start:end], i+1-start, depth)
			}
			return
		}
	}
}

// hashSuccessors computes the keys of the positions after stack[start:end]. A table is much greater than
// the caches of the processor, so that to look into it is to wait; places asked for one after the
// other come side by side.
func (w *walker[M]) hashSuccessors(start, end int) {
	if end > len(w.keys) {
		w.keys = append(w.keys, make([]uint64, len(w.stack)-len(w.keys))...)
	}
	keys := w.hasher.HashSuccessors(w.stack[start:end], w.keys[start:start])
	if w.bounded != nil {
		for _, key := range keys {
			w.bounded.Prefetch(key)
		}
	}
}

// Go bounds the stack of a goroutine to 1 GB. So that a line can be longer than that allows, every
// freshStack moves of it are searched in a goroutine of their own. (It is a variable for the tests.)
var freshStack = 1 << 20

// enter is expand for the position just reached, which has this key if the space has keys, with all
// that only some spaces and depths ask for.
func (w *walker[M]) enter(key uint64, start, end, known, depth int) {
	if w.exact != nil && w.seenExactly() {
		return
	}
	reach, size := w.reach, w.size
	w.reach = depth
	w.size++
	switch {
	case depth == w.maxDepth && depth > 0:
		w.visitOnly(start == end, depth)
	case depth%freshStack == 0 && depth > 0:
		onFreshStack(func() { w.expand(start, end, known, depth) })
	default:
		w.expand(start, end, known, depth)
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

// visitOnly visits a position, with or without moves, and leaves out what follows.
func (w *walker[M]) visitOnly(isLeaf bool, depth int) {
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	if isLeaf {
		w.leaf(depth)
	} else {
		w.cutByDepth = true
	}
}

// onFreshStack calls f in a goroutine of its own and waits for it. If f panics, so does it.
func onFreshStack(f func()) {
	var fault any
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { fault = recover() }()
		f()
	}()
	<-done
	if fault != nil {
		panic(fault)
	}
}

// seen reports whether the position with this key is remembered or on the line, and remembers it.
func (w *walker[M]) seen(key uint64) bool {
	var seen bool
	switch {
	case w.bounded != nil:
		seen = w.bounded.Visit(key)
	case w.weights != nil:
		if _, seen = w.weights.Lookup(key); seen {
			w.size++
			if w.weights.Scheme() == transposition.KeepBiggerAll {
				w.size += w.weights.Weight(key) - 1
			}
		}
	default:
		seen = w.memory.Visit(key)
	}
	if w.line != nil && !seen {
		seen = w.line.Visit(key)
	}
	if seen {
		w.result.MemoryHits++
	}
	return seen
}

// seenExactly reports whether the present position is remembered, and remembers it.
func (w *walker[M]) seenExactly() bool {
	var err error
	if w.scratch, err = w.identity.AppendBinary(w.scratch[:0]); err != nil {
		w.err = fmt.Errorf("search: identity of the position: %w", err)
		w.stop(ply.Failed)
		return true
	}
	if w.exact.Add(w.scratch) {
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
		w.visit(depth)
	} else if w.weights == nil {
		w.noteFrom = w.reach + 1
		w.plainUpTo = min(w.noteFrom, w.specialFrom)
	}
}

// leaf looks at a node without moves.
func (w *walker[M]) leaf(depth int) {
	w.result.Leaves++
	if w.best == HighestScore {
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
	if w.stopSolved || w.onSolution != nil && !w.onSolution(w.path[:depth]) {
		w.stop(ply.Solved)
	}
}

// keepLine makes the line to the present node the best.
func (w *walker[M]) keepLine(depth int) {
	w.result.Line, w.result.Found = append(w.result.Line[:0], w.path[:depth]...), true
}

func (w *walker[M]) stop(status ply.Status) {
	w.result.Status, w.stopped, w.handAfter = status, true, -1
}

// mustStop asks the budget whether the search must stop before the next node, after the move path[depth]
// of the present position.
func (w *walker[M]) mustStop(depth int) bool {
	status := w.poll(w.nodes, func() Progress { return w.progress(w.doneAt(depth)) })
	if status != ply.Complete {
		w.stop(status)
		if w.report != nil {
			w.done = w.doneAt(depth)
		}
	}
	return w.stopped
}

func (w *walker[M]) progress(done float64) Progress {
	return Progress{
		Nodes:     w.nodes,
		Depth:     w.reach,
		Solutions: w.result.Solutions,
		Done:      done,
		Elapsed:   w.elapsed(),
	}
}

// doneAt guesses the part of the space that is done, as if all moves of a position led to equal parts
// of it. It goes back to the start and plays the first moves of the line again to see how many others
// there were before and after them: that is rare, where keeping account of it would slow every node.
func (w *walker[M]) doneAt(depth int) float64 {
	const enough = 8 // moves, of 2 and more alternatives mostly
	for i := depth - 1; i >= 0; i-- {
		w.game.Undo(w.path[i])
	}
	done, part := 0.0, 1.0
	moves, known := w.game.Moves(nil), 0
	for d, m := range w.path[:min(depth+1, len(w.path))] {
		i := slices.Index(moves, m)
		if d < enough && i >= 0 {
			part /= float64(len(moves) - known)
			done += part * float64(i-known)
		}
		switch t := 0; {
		case d == depth: // it is about to be played
		case d >= enough || i < 0:
			w.game.Play(m)
		default:
			if w.incremental {
				t = i
			}
			moves, known = w.advancer.Advance(moves, i, t, nil)
		}
	}
	return done
}

// finish returns the result, and reports the progress a last time.
func (w *walker[M]) finish() Result[M] {
	w.result.Nodes, w.result.Depth, w.result.Elapsed = w.nodes, w.reach, w.elapsed()
	if w.bounded != nil {
		w.result.MemoryHits = int(w.bounded.Hits() - w.hits)
	}
	if w.result.Status == ply.Complete {
		w.done = 1
	}
	if w.report != nil {
		w.report(w.progress(w.done))
	}
	return w.result
}

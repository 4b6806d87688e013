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
		return Result[M]{Status: Failed}, err
	}
	if err := w.walk(&s); err != nil {
		return Result[M]{Status: Failed}, err
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
	stack       []M // the moves of all positions on the line, those of the last at the end
	path        []M // the moves played; those beyond the present depth are old
	depth       int // of the position that a move was last played in

	// How positions are remembered. At most one of bounded, memory and exact is set.
	hasher   ply.AfterHasher[M]
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
	specialFrom int // depth from which visitSpecially takes the place of expand
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
	w.stack = w.game.Moves(w.stack[:0])
	w.enter(key, 0, 0, 0)
	return w.err
}

// expand visits the position whose moves are stack[start:], of which the first known lead where
// the search has been, and all that follows.
func (w *walker[M]) expand(start, known, depth int) {
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	end := len(w.stack)
	if start == end {
		w.leaf(depth)
		return
	}
	w.result.IncrementalCuts += known
	var ahead uint64 // the key of the next move, known early so that its place is fetched meanwhile
	if w.bounded != nil && known < end-start {
		ahead = w.hasher.HashAfter(w.stack[start+known])
	}
	for i := known; i < end-start; i++ {
		m := w.stack[start+i]
		var key uint64
		if w.bounded != nil {
			key = ahead
			if i+1 < end-start {
				ahead = w.hasher.HashAfter(w.stack[start+i+1])
				w.bounded.Prefetch(ahead)
			}
			if w.bounded.Visit(key) {
				continue
			}
		} else if w.memory != nil {
			if key = w.hasher.HashAfter(m); w.seen(key) {
				continue
			}
		}
		if w.nodes >= w.pollAt && w.mustStop(depth) {
			return
		}
		if depth == len(w.path) {
			w.path = append(w.path, m)
		}
		w.path[depth] = m
		w.depth = depth
		t := 0
		if w.incremental {
			t = i
		}
		before := w.nodes
		var commuting int
		w.stack, commuting = w.advancer.Advance(w.stack[start:end], i, t, w.stack)
		if depth+1 >= w.specialFrom {
			w.enter(key, end, commuting, depth+1)
		} else {
			w.expand(end, commuting, depth+1)
		}
		w.stack = w.stack[:end]
		w.game.Undo(m)
		if w.nodes-before > w.handAfter {
			if !w.stopped {
				w.handOver(w.stack[start:end], i+1, depth)
			}
			return
		}
	}
}

// Go bounds the stack of a goroutine to 1 GB. So that a line can be longer than that allows, every
// freshStack moves of it are searched in a goroutine of their own. (It is a variable for the tests.)
var freshStack = 1 << 20

// enter is expand for the position just reached, which has this key if the space has keys, with all
// that only some spaces and depths ask for.
func (w *walker[M]) enter(key uint64, start, known, depth int) {
	if w.exact != nil && w.seenExactly() {
		return
	}
	reach, size := w.reach, w.size
	w.reach = depth
	w.size++
	switch {
	case depth == w.maxDepth && depth > 0:
		w.visitOnly(start, depth)
	case depth%freshStack == 0 && depth > 0:
		onFreshStack(func() { w.expand(start, known, depth) })
	default:
		w.expand(start, known, depth)
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

// visitOnly visits a position whose moves stand in stack[start:], and leaves them out.
func (w *walker[M]) visitOnly(start, depth int) {
	w.nodes++
	if depth >= w.noteFrom {
		w.note(depth)
	}
	if start == len(w.stack) {
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
		w.stop(Failed)
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
	w.reach = max(w.reach, depth)
	if w.best == Longest && (!w.result.Found || depth > len(w.result.Line)) {
		w.keepLine(depth)
	}
	if w.visit != nil {
		w.visit(depth)
	} else if w.weights == nil {
		w.noteFrom = w.reach + 1
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
		w.stop(Solved)
	}
}

// keepLine makes the line to the present node the best.
func (w *walker[M]) keepLine(depth int) {
	w.result.Line, w.result.Found = append(w.result.Line[:0], w.path[:depth]...), true
}

func (w *walker[M]) stop(status Status) {
	w.result.Status, w.stopped, w.handAfter = status, true, -1
}

// mustStop asks the budget whether the search must stop before the next node, which is one move
// after the present position at this depth.
func (w *walker[M]) mustStop(depth int) bool {
	status := w.poll(w.nodes, func() Progress { return w.progress(w.doneAt(depth)) })
	if status != Complete {
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
	for d, m := range w.path[:depth] {
		i := slices.Index(moves, m)
		if d >= enough || i < 0 {
			w.game.Play(m)
			continue
		}
		part /= float64(len(moves) - known)
		done += part * float64(i-known)
		t := 0
		if w.incremental {
			t = i
		}
		moves, known = w.advancer.Advance(moves, i, t, nil)
	}
	return done
}

// finish returns the result, and reports the progress a last time.
func (w *walker[M]) finish() Result[M] {
	w.result.Nodes, w.result.Depth, w.result.Elapsed = w.nodes, w.reach, w.elapsed()
	if w.bounded != nil {
		w.result.MemoryHits = int(w.bounded.Hits() - w.hits)
	}
	if w.result.Status == Complete {
		w.done = 1
	}
	if w.report != nil {
		w.report(w.progress(w.done))
	}
	return w.result
}

package alphabeta

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// The best move of the start goes from a pass to its depth, and from there to the result. A pass builds the best line
// of frame 0, which only improve (path.go) writes. At its end, found takes the line over (adopt); at the end of a
// depth, the result does (endDepth).

type root[M comparable] struct {
	result    Result[M] // of the finished depths
	guess     int       // the value of the depth before
	before    int       // nodes before the present depth
	depth     int       // the present depth
	unbounded bool      // the present depth is unlimited
	finished  bool      // no depth follows
	compared  bool      // the present depth has searched the best move of the depth before
	better    bool      // the present depth was not finished, but has found a better move
	found     struct {  // by the present depth so far
		value int
		bound ply.Bound
		line  []M
	}
}

func (r *root[M]) begin(depth, nodes int) {
	r.depth, r.before, r.unbounded, r.compared = depth, nodes, depth == withoutBound, false
	r.set(0, ply.NoBound)
}

// note notes a move that the present depth has searched.
func (r *root[M]) note(m M) { r.compared = r.compared || m == r.result.Move }

// resume takes over the results of an earlier search.
func (r *root[M]) resume(result Result[M], guess int, finished bool) {
	if len(result.Depths) > 0 {
		r.result, r.guess, r.finished = result, guess, finished
	}
}

// finish notes whether no depth follows.
func (r *root[M]) finish(finished bool) { r.finished = finished }

// next returns the depth to begin with.
func (r *root[M]) next() int {
	if n := len(r.result.Depths); n > 0 {
		return r.result.Depths[n-1].Depth + 1
	}
	return 1
}

func (r *root[M]) set(value int, bound ply.Bound) { r.found.value, r.found.bound = value, bound }

func (r *root[M]) evaluate(value, guess int) { r.result.Value, r.guess = value, guess }

// pass searches the start to a depth, with a window, and notes and returns the value or bound; ok is false if stopped.
func (s *negamax[M]) pass(depth, alpha, beta int) (value int, ok bool) {
	s.path.Clear(&s.path.frame(0).line)
	return s.endPass(s.value(unlisted, 0, depth, alpha, beta, s.rules.sides.ToMove(), true), alpha, beta)
}

// endPass notes and returns the value that a pass with a window found; ok is false if it was stopped.
func (s *negamax[M]) endPass(value, alpha, beta int) (v int, ok bool) {
	s.path.drop(0)
	f, found := &s.root.found, !s.path.frame(0).line.Empty()
	switch {
	case s.control.stopped:
		// value is the best of the moves searched. A pass that was given up leaves nothing.
		if found && s.control.status != ply.Complete && (value > f.value || f.bound == ply.NoBound || f.bound == ply.AtMost) {
			s.adopt(value, ply.AtLeast)
		}
		return value, false
	case value <= alpha:
		if s.root.set(value, ply.AtMost); len(f.line) == 0 {
			f.line = append(f.line, s.root.result.Line...)
		}
	case value >= beta:
		s.adopt(value, ply.AtLeast)
	default:
		s.adopt(value, ply.Exact)
	}
	shown, _ := s.scale.show(value)
	switch {
	case s.scale.win != 0:
	case shown == ply.MaxValue && f.bound == ply.AtLeast:
		f.bound = ply.Exact
	case shown == -ply.MaxValue && f.bound == ply.AtMost:
		// Every move is a best one, but this search did not find the line.
		f.bound, f.line = ply.Exact, f.line[:min(len(f.line), 1)]
	}
	return value, true
}

func (s *negamax[M]) adopt(value int, bound ply.Bound) {
	s.root.set(value, bound)
	s.root.found.line = s.path.Moves(s.root.found.line[:0], s.path.frames[0].line)
}

func (s *negamax[M]) endDepth(depth int, progress func(Result[M]), elapsed time.Duration) {
	r, f := &s.root.result, &s.root.found
	r.Value, r.Distance = s.scale.show(f.value)
	r.Bound, s.root.guess = f.bound, f.value
	r.Line = append(r.Line[:0], f.line...)
	if len(f.line) > 0 {
		s.path.prefer(f.line[0])
	}
	s.lengthen(depth)
	r.setMove()
	r.Final = s.caveats.heuristic == 0
	if s.caveats.narrowed > 0 {
		r.Bound = s.certain(r.Bound)
	}
	if !s.root.unbounded {
		r.Depth = depth
	}
	one := *r // of this depth alone
	one.Report = ply.Report{Status: s.control.status, Nodes: s.nodes() - s.root.before, Elapsed: elapsed}
	one.Line, one.Depths = slices.Clone(r.Line), nil
	r.Depths = append(r.Depths, one)
	s.path.Clear(&s.path.frame(0).line)
	if progress != nil {
		now := s.snapshot()
		now.Nodes = s.nodes()
		guard.Callback(func() { progress(now) })
	}
}

func (s *negamax[M]) ensureLine() {
	if r := &s.root.result; len(r.Line) == 0 {
		s.path.drop(0)
		if s.path.list(); len(s.path.stack) > 0 {
			r.Line = slices.Clone(s.path.stack[:1])
			r.setMove()
		}
	}
}

func (s *negamax[M]) lengthen(depth int) {
	if s.table.entries == nil || s.root.found.bound != ply.Exact || s.rules.images != nil {
		return
	}
	r := &s.root.result
	value, side := s.root.found.value, s.rules.sides.ToMove()
	play := func(level int, m M) {
		s.path.play(s.path.frame(level), level, m)
		if turn := s.rules.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
	}
	for i, m := range r.Line {
		s.notePlace(i)
		play(i, m)
	}
	for level := len(r.Line); level < min(depth, mostDepth); level++ {
		key, _ := s.keyHere()
		if s.keepsPaths() {
			s.notePlace(level)
			key ^= s.keyOfPath(s.history.places[level].past, 0)
		}
		data, ok := s.table.lookUp(key)
		e := data.unpack()
		s.path.drop(0)
		s.path.list()
		move := int(e.Move) - 1
		if !ok || e.Bound != ply.Exact || s.scale.fromTable(e, level) != value || !s.isDeepEnough(e, depth-level) ||
			move < 0 || move >= len(s.path.stack) {
			break
		}
		m := s.path.stack[move]
		play(level, m)
		r.Line = append(r.Line, m)
	}
	for i, m := range slices.Backward(r.Line) {
		s.path.undo(i, m, 0)
	}
}

package alphabeta

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/variation"
)

// The best move of the start goes from a pass to its depth, and from there to the result. While a pass searches, it begins the
// best line of level 0, which improve (negamax.go) alone writes, as that of all levels. At the end of a pass, found takes that
// line over; at the end of a depth, result takes that of found. This file alone writes found and result.

// A root is the knowledge about the start.
type root[M comparable] struct {
	result    Result[M] // of the depths that were finished
	guess     int       // the value of the depth before
	before    int       // nodes before the present depth
	depth     int       // the present one
	unbounded bool      // which is without a limit
	found     struct {  // by the present depth up to now
		value int
		bound ply.Bound
		line  []M
	}
}

// begin begins a depth, after that number of nodes.
func (r *root[M]) begin(depth, nodes int) {
	r.depth, r.before, r.unbounded = depth, nodes, depth == withoutBound
	r.set(0, ply.NoBound)
}

// set sets the value found.
func (r *root[M]) set(value int, bound ply.Bound) { r.found.value, r.found.bound = value, bound }

// evaluate begins with the evaluation of the start.
func (r *root[M]) evaluate(value, guess int) { r.result.Value, r.guess = value, guess }

// pass searches the start to a depth, with a window, and notes what that says of its value. It returns
// the value found, and whether the search was not stopped.
func (s *negamax[M]) pass(depth, alpha, beta int) (value int, ok bool) {
	s.Clear(&s.level(0).line)
	s.level(0).moved = false
	v := s.value(unlisted, 0, depth, alpha, beta, s.sides.ToMove(), true)
	s.stack = s.stack[:0]
	line := s.levels[0].line
	f := &s.root.found
	switch {
	case s.control.stopped && (line.Empty() || s.control.status == ply.Complete):
		return v, false // what a pass had found when it was given up is not kept
	case s.control.stopped:
		// Some moves were searched, and this is the value of the best.
		if v > f.value || f.bound == ply.NoBound || f.bound == ply.AtMost {
			s.adopt(v, ply.AtLeast, line)
		}
		return v, false
	case v <= alpha:
		if s.root.set(v, ply.AtMost); len(f.line) == 0 {
			f.line = append(f.line[:0], s.root.result.Line...)
		}
	case v >= beta:
		s.adopt(v, ply.AtLeast, line)
	default:
		s.adopt(v, ply.Exact, line)
	}
	shown, _ := s.show(v)
	best, worst := s.win == 0 && shown == ply.MaxValue, s.win == 0 && shown == -ply.MaxValue
	switch {
	case best && f.bound == ply.AtLeast:
		f.bound = ply.Exact
	case worst && f.bound == ply.AtMost:
		// Every move is a best one, but the line was not found by this search.
		f.bound, f.line = ply.Exact, f.line[:min(len(f.line), 1)]
	}
	return v, true
}

// adopt makes a best line of level 0 the line found.
func (s *negamax[M]) adopt(value int, bound ply.Bound, line variation.Line) {
	s.root.set(value, bound)
	s.root.found.line = s.Moves(s.root.found.line[:0], line)
}

// endDepth makes what the present depth found the result, and reports it.
func (s *negamax[M]) endDepth(depth int, progress func(Result[M]), elapsed time.Duration) {
	r := &s.root.result
	r.Value, r.Distance = s.show(s.root.found.value)
	r.Bound, s.root.guess = s.root.found.bound, s.root.found.value
	r.Line = append(r.Line[:0], s.root.found.line...)
	s.lengthen(depth)
	r.Final = s.assumed.heuristic == 0
	if s.assumed.narrowed > 0 {
		r.Bound = s.certain(r.Bound)
	}
	if !s.root.unbounded {
		r.Depth = depth
	}
	found := Result[M]{
		Report: ply.Report{Status: s.control.status, Nodes: s.nodes() - s.root.before, Elapsed: elapsed},
		Depth:  r.Depth, Value: r.Value, Distance: r.Distance, Bound: r.Bound, Final: r.Final, Line: slices.Clone(r.Line),
	}
	found.setMove()
	r.Depths = append(r.Depths, found)
	s.Clear(&s.level(0).line)
	if progress != nil {
		now := s.snapshot()
		now.Nodes = s.nodes()
		guard.Callback(func() { progress(now) })
	}
}

// ensureLine makes the first move the line if none exists.
func (s *negamax[M]) ensureLine() {
	if len(s.root.result.Line) == 0 {
		if moves := s.game.Moves(nil); len(moves) > 0 {
			s.root.result.Line = moves[:1]
		}
	}
}

// lengthen follows the line found as far as the table knows how it goes on.
func (s *negamax[M]) lengthen(depth int) {
	if s.table == nil || s.root.found.bound != ply.Exact || s.images != nil {
		return
	}
	r := &s.root.result
	value, side := s.root.found.value, s.sides.ToMove()
	for i, m := range r.Line {
		s.notePosition(i)
		s.play(s.level(i), i, m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
		if i == len(r.Line)-1 {
			break
		}
	}
	for len(r.Line) < min(depth, mostDepth) {
		key := s.hasher.Hash() ^ s.salt
		if s.repetitions {
			s.notePosition(len(r.Line))
			key ^= s.lineKey(s.level(len(r.Line)).here.past, 0)
		}
		entry, ok := s.table.Lookup(key)
		s.stack = s.game.Moves(s.stack[:0])
		move := int(entry.Move) - 1
		if !ok || entry.Bound != ply.Exact || s.fromTable(entry, len(r.Line)) != value || !s.isDeepEnough(entry, depth-len(r.Line)) ||
			move < 0 || move >= len(s.stack) {
			break
		}
		m := s.stack[move]
		s.play(s.level(len(r.Line)), len(r.Line), m)
		r.Line = append(r.Line, m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
	}
	for i, m := range slices.Backward(r.Line) {
		s.undo(i, m, 0)
	}
}

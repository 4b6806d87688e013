package alphabeta

import "github.com/ply-search/ply"

// deepen searches to one depth after another, or to a single one. Each depth is one or several passes, as the strategy
// has it.
func (s *negamax[M]) deepen(opt *Options[M], search func(s *negamax[M], depth, guess int)) {
	depth := opt.Depth
	switch {
	case opt.Deepen:
		depth = 1
	case opt.Depth == 0:
		depth, s.unbounded = withoutBound, true
	}
	s.result.Value = s.evaluator.Evaluate()
	s.guess = s.rate(s.result.Value, 0)
	for {
		start := s.control.Elapsed()
		s.assumed.reset()
		s.before = s.nodes()
		s.found.value, s.found.bound = 0, ply.NoBound
		s.depth = depth
		search(s, depth, s.guess)
		if s.control.stopped && (s.found.bound == ply.NoBound || s.result.Bound != ply.NoBound) {
			break // the depth before tells more
		}
		last := s.control.stopped || !opt.Deepen || depth == opt.Depth || s.assumed.heuristic == 0
		decided := !last && opt.MaxTime > 0 && s.isDecided(depth)
		s.take(depth, opt.Progress, s.control.Elapsed()-start)
		if decided {
			s.control.decide()
		}
		if last || decided || s.control.stopped {
			break
		}
		if depth++; depth > mostDepth {
			depth, s.unbounded = withoutBound, true
		}
	}
	s.result.Status = s.control.status
}

// pass searches the start to a depth, with a window, and notes what that says of its value. It returns
// the value found, and whether the search was not stopped.
func (s *negamax[M]) pass(depth, alpha, beta int) (value int, ok bool) {
	s.Clear(&s.level(0).line)
	s.level(0).moved = false
	v := s.value(unlisted, 0, depth, alpha, beta, s.sides.ToMove(), true)
	s.stack = s.stack[:0]
	line := s.levels[0].line
	f := &s.found
	switch {
	case s.control.stopped && (line.Empty() || s.control.status == ply.Complete):
		return v, false // what a pass had found when it was given up is not kept
	case s.control.stopped:
		// Some moves were searched, and this is the value of the best.
		if v > f.value || f.bound == ply.NoBound || f.bound == ply.AtMost {
			f.value, f.bound = v, ply.AtLeast
			f.line = s.Moves(f.line[:0], line)
		}
		return v, false
	case v <= alpha:
		f.value, f.bound = v, ply.AtMost
		if len(f.line) == 0 {
			f.line = append(f.line[:0], s.last...)
		}
	case v >= beta:
		f.value, f.bound = v, ply.AtLeast
		f.line = s.Moves(f.line[:0], line)
	default:
		f.value, f.bound = v, ply.Exact
		f.line = s.Moves(f.line[:0], line)
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

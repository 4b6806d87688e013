package alphabeta

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

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
		start := s.Elapsed()
		s.horizon, s.narrowed, s.repeated, s.before = 0, 0, 0, s.nodes()
		s.found.value, s.found.bound = 0, ply.NoBound
		s.depth = depth
		search(s, depth, s.guess)
		if s.stopped && (s.found.bound == ply.NoBound || s.result.Bound != ply.NoBound) {
			break // the depth before tells more
		}
		last := s.stopped || !opt.Deepen || depth == opt.Depth || s.horizon == 0
		decided := !last && opt.MaxTime > 0 && s.isDecided(depth)
		s.take(depth, opt.Progress, s.Elapsed()-start)
		if decided {
			s.status = ply.Decided
		}
		if last || decided || s.stopped {
			break
		}
		if depth++; depth > mostDepth {
			depth, s.unbounded = withoutBound, true
		}
	}
	s.result.Status = s.status
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
	case s.stopped && (line.Empty() || s.status == ply.Complete):
		return v, false // what a pass had found when it was given up is not kept
	case s.stopped:
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

// stops reports whether the search must stop. It looks at limits only every so many nodes.
func (s *negamax[M]) stops() bool { return s.stats.Nodes >= s.PollAt && s.mustStop() }

// leafStops is stops for a search that is shallower than usual, if that is none but an evaluation, which does not ask.
func (s *negamax[M]) leafStops(depth int) bool { return depth == 0 && s.evaluates && s.stops() }

func (s *negamax[M]) mustStop() bool {
	switch {
	case s.stopped:
		return true
	case s.member != nil:
		return s.mustLeave()
	}
	if status := s.Poll(s.stats.Nodes); status != ply.Complete {
		s.status, s.stopped = status, true
	}
	if s.mostNodes > 0 {
		s.stopped = s.stopped || s.stats.Nodes >= s.mostNodes
		s.PollAt = min(s.PollAt, s.mostNodes)
	}
	return s.stopped
}

// refuse ends the search because neither side is to move.
func (s *negamax[M]) refuse(turn int) {
	if s.fault == nil {
		s.fault = fmt.Errorf("alphabeta: %w", sides.Error(s.game, turn, 2))
	}
	s.status, s.stopped = ply.Failed, true
	if s.member != nil {
		s.member.team.fail()
	}
}

package expectimax

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// Search finds the value of a position and a best move, like [Expectimax]. It prunes like [Star2] if there is a table,
// either [Options].Table or the default table, and otherwise like [Star1]. With an [Evaluator] but no [Options].Range,
// the range of the values is unknown, so Search does not prune.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, limits, opt, best)
}

// Expectimax finds the value of a position and a best move by searching every line of play (Michie 1966). The value of
// a position of chance is the mean of the values after its outcomes, weighted by their probabilities. Without a table,
// Expectimax is the simplest search of this package, and the one against which the others are tested. In games for one
// player, Expectimax is often as fast as the other searches.
//
// If the evaluator is a [fast.SuccessorExpectations], Expectimax evaluates several positions at Depth in one call: all
// successors of a position. If the evaluator is a [fast.ReplyExpectations], one call evaluates the positions after all
// replies to all outcomes of a position of chance; Star1 and Star2 make this call too.
//
// Expectimax needs memory in proportion to the longest line, which may have millions of moves, and otherwise allocates
// nothing.
func Expectimax[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, limits, opt, nothing)
}

func (s *searcher[M]) expect(at, depth int, reach float64, start, odds int) float64 {
	if sum, ok := s.expectReplies(depth, reach, start, odds); ok {
		return sum
	}
	values := len(s.values)
	together := s.leavesTogether(depth, reach, s.odds[odds:])
	if together && !s.evaluateSuccessors(at, start) {
		return 0
	}
	sum := 0.0
	for i := start; i < len(s.stack) && !s.stopped; i++ {
		p := s.odds[odds+i-start]
		if p == 0 {
			continue
		}
		var v float64
		if together && (depth == 1 || reach*p < s.unlikely) {
			v = s.evaluated(s.values[values+i-start], i, depth-1)
		} else {
			v = s.after(i, at, depth-1, -infinity, infinity, reach*p)
		}
		// The conversion prevents fused multiply-add, to round equally in all searches.
		sum += float64(p * v)
	}
	s.values = s.values[:values]
	return sum
}

// expectReplies is expect two moves before the end of the depth, for outcomes evaluated with their replies in one call.
// It returns false if the search has to play the outcomes.
func (s *searcher[M]) expectReplies(depth int, reach float64, start, odds int) (sum float64, ok bool) {
	probabilities := s.odds[odds : odds+len(s.stack)-start]
	if s.replies == nil || depth != 2 || s.unlikely > 0 && reach*slices.Min(probabilities) < s.unlikely {
		return 0, false
	}
	s.reply = s.replies.EvaluateReplies(s.stack[start:], s.reply[:0])
	if len(s.reply) != len(s.stack)-start {
		if len(s.reply) > 0 {
			s.fail(fmt.Errorf("%T: EvaluateReplies has appended %d values for %d moves", s.evaluator, len(s.reply), len(s.stack)-start))
		}
		return 0, s.stopped
	}
	nodes, leaves := 0, 0
	for i, r := range s.reply {
		p := probabilities[i]
		if p == 0 {
			continue
		}
		if !(r.Value >= s.lowest && r.Value <= s.highest) {
			return s.outside(r.Value, start+i), true
		}
		nodes++
		leaves += r.Moves
		sum += float64(p * r.Value) // rounded as in expect
	}
	s.nodes += nodes + leaves
	s.horizon += leaves
	return sum, true
}

// leavesTogether reports whether to evaluate all outcomes in one call, which pays if at least half are leaves.
func (s *searcher[M]) leavesTogether(depth int, reach float64, odds []float64) bool {
	if s.successors == nil || depth == 1 || s.unlikely == 0 {
		return s.successors != nil && depth == 1
	}
	leaves := 0
	for _, p := range odds {
		if reach*p < s.unlikely {
			leaves++
		}
	}
	return 2*leaves >= len(odds)
}

// evaluateSuccessors pushes the values of the positions after the moves from start on. at is the distance of the
// position from the start of the search. It returns false if the search fails.
func (s *searcher[M]) evaluateSuccessors(at, start int) bool {
	n := len(s.values)
	s.values = s.successors.EvaluateSuccessors(s.stack[start:], s.values)
	if got, want := len(s.values)-n, len(s.stack)-start; got != want {
		s.values = s.values[:min(n, len(s.values))]
		s.fail(fmt.Errorf("%T: EvaluateSuccessors has appended %d values for %d moves", s.evaluator, got, want))
		return false
	}
	if s.outcomes == 0 {
		s.Clear(&s.level(at + 1).line)
	}
	return true
}

func (s *searcher[M]) evaluated(v float64, i, depth int) float64 {
	if depth > 0 {
		s.omitted++
	}
	s.nodes++
	s.horizon++
	if !(v >= s.lowest && v <= s.highest) {
		return s.outside(v, i)
	}
	return v
}

func (s *searcher[M]) decideLast(turn, at, start int) (value float64, best int) {
	values := len(s.values)
	if !s.evaluateSuccessors(at, start) {
		return 0, 0
	}
	n := len(s.values) - values
	s.nodes += n
	s.horizon += n
	value = s.values[values]
	for i, v := range s.values[values:] {
		if !(v >= s.lowest && v <= s.highest) {
			return s.outside(v, start+i), 0
		}
		if turn == 0 && v > value || turn == 1 && v < value {
			value, best = v, i
		}
	}
	s.values = s.values[:values]
	if s.outcomes == 0 {
		s.Begin(&s.levels[at].line, s.stack[start+best], &s.levels[at+1].line)
	}
	return value, best
}

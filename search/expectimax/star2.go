package expectimax

import (
	"context"

	"github.com/ply-search/ply"
)

// Star2 is [Star1] with probing (Ballard 1983, section 4). Before Star2 searches the outcomes of a position of chance,
// it searches one move after each outcome. The value of this move is a bound on the value of the outcome. Often the
// bounds on all outcomes already prove that the value of the position lies outside the window. Probing saves time if a
// side is to move after chance and a good move of this side is tried first, for example the move stored in
// [Options].Table. In games for one player, probing saves nothing.
//
// If the sides do not alternate, each outcome is probed for the side that is to move after it.
func Star2[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, limits, opt, star2)
}

func (s *searcher[M]) star2(at, depth int, alpha, beta, reach float64, start, odds int) float64 {
	// Bounds of the outcomes are on the same stack, after their probabilities.
	n := len(s.stack) - start
	lows, highs := len(s.odds), len(s.odds)+n
	for range n {
		s.odds = append(s.odds, s.lowest)
	}
	for range n {
		s.odds = append(s.odds, s.highest)
	}
	defer func() { s.odds = s.odds[:lows] }()

	e := s.unknown()
	// The least and greatest result of further probing: it ends when neither can decide.
	least, most := s.lowest, s.highest
	for i := start; i < len(s.stack); i++ {
		p := s.odds[odds+i-start]
		if p == 0 {
			continue
		}
		// The values of the others.
		others := expected{low: e.low - p*s.lowest, high: e.high - p*s.highest}
		a, b := others.window(alpha, beta, p, s.slack)
		low, high := s.probe(i, at, depth-1, a, b, reach*p, alpha >= least, beta <= most)
		if s.stopped {
			return 0
		}
		s.odds[lows+i-start], s.odds[highs+i-start] = low, high
		e = expected{low: others.low + p*low, high: others.high + p*high}
		least += p * (high - s.lowest)
		most += p * (low - s.highest)
		if low >= b {
			return max(beta, e.low-s.slack)
		}
		if high <= a {
			return min(alpha, e.high+s.slack)
		}
	}
	return s.star1(at, depth, alpha, beta, reach, start, odds, e, lows, highs)
}

// probe returns bounds on the position after move i of the stack, from the table and from one move of a side. Beyond a
// and b they may be inexact. forHigh and forLow request an upper and a lower bound.
func (s *searcher[M]) probe(i, at, depth int, a, b, reach float64, forHigh, forLow bool) (low, high float64) {
	low, high = s.lowest, s.highest
	if depth <= 0 || reach < s.unlikely || at+2 >= s.edge || !forHigh && !forLow {
		return low, high
	}
	if s.nodes >= s.PollAt && s.mustStop() {
		return low, high
	}
	m := s.stack[i]
	here := s.level(at)
	here.move, s.at = m, at+1
	s.game.Play(m)
	defer func() {
		s.game.Undo(m)
		s.at = at
	}()
	turn := s.sides.ToMove()
	// A move of side 0 gives a lower bound, one of side 1 an upper bound.
	if !(turn == 0 && forLow || turn == 1 && forHigh) {
		return low, high
	}
	s.nodes++
	first := 0
	if s.table != nil && depth >= s.tableFrom {
		if e, ok := s.table.Lookup(s.hasher.Hash() ^ s.salt); ok {
			first = max(int(e.Move)-1, 0)
			if s.isDeepEnough(&e, depth, reach) {
				s.noteTabled(&e)
				if e.Bound != ply.AtMost {
					low = max(low, e.Value)
				}
				if e.Bound != ply.AtLeast {
					high = min(high, e.Value)
				}
				if low >= b || high <= a || low == high {
					return low, high
				}
			}
		}
	}
	start := len(s.stack)
	s.stack = s.game.Moves(s.stack)
	defer func() { s.stack = s.stack[:start] }()
	if len(s.stack) == start {
		return low, high
	}
	if first = s.filtered(turn, at+1, depth, start, first); s.stopped {
		return low, high
	}
	first = s.firstOf(start, first, at+1)
	least, most := s.lowest-s.slack, s.highest+s.slack
	if turn == 0 {
		most = min(b, most)
	} else {
		least = max(a, least)
	}
	v := s.after(start+first, at+1, depth-1, least, most, reach)
	switch {
	case s.stopped:
	case len(s.stack) == start+1 && least < v && v < most:
		low, high = v, v // the only move
	case turn == 0:
		low = max(low, v)
	case turn == 1:
		high = min(high, v)
	}
	return low, high
}

package joint

import "math"

// A share holds one player's statistics in a position.
type share struct {
	player     int32
	moves      int32
	updates    float64   // of regrets
	explores   bool      // in the present simulation
	statistics []float64 // three for each move: see below
}

// The statistics by selection, each followed by the probability with which the move was chosen last:
//
//	RegretMatching   the regret, the weighted sum of strategies
//	UCT              the number of simulations, the sum of results
//	Exp3             the sum of results by probability, the sum of strategies
const (
	first = iota
	second
	chosenWith
	statistics
)

func (s *share) at(move, which int) *float64 {
	return &s.statistics[statistics*move+which]
}

// choose returns the move that a player tries next after visits simulations, and whether it explores.
func (w *worker[M]) choose(s *share, visits int) (move int, explores bool) {
	switch w.opt.Selection {
	case UCT:
		return w.highest(s), false
	case Exp3:
		k := float64(s.moves)
		w.weights(s, min(1, w.opt.Exploration*math.Sqrt(k*math.Log(k)/float64(visits+1))))
		return w.draw(s), false
	}
	w.matching(s)
	if s.moves > 1 && w.random.Float64() < w.opt.Exploration {
		return w.random.IntN(int(s.moves)), true
	}
	return w.draw(s), false
}

func (w *worker[M]) draw(s *share) int {
	drawn := w.random.Float64()
	last := int(s.moves) - 1
	for m := range last {
		if drawn -= *s.at(m, chosenWith); drawn < 0 {
			return m
		}
	}
	return last
}

func (w *worker[M]) highest(s *share) int {
	best, most, untried := 0, math.Inf(-1), 0
	visits := 0.0
	for m := range int(s.moves) {
		visits += *s.at(m, first)
	}
	explored := math.Log(max(visits, 1))
	for m := range int(s.moves) {
		n := *s.at(m, first)
		if n == 0 {
			if untried++; w.random.IntN(untried) == 0 {
				best = m
			}
			continue
		}
		if untried > 0 {
			continue
		}
		if bound := *s.at(m, second)/n + w.opt.Exploration*math.Sqrt(explored/n); bound > most {
			best, most = m, bound
		}
	}
	return best
}

func (w *worker[M]) matching(s *share) {
	sum := 0.0
	for m := range int(s.moves) {
		sum += *s.at(m, first)
	}
	for m := range int(s.moves) {
		if p := s.at(m, chosenWith); sum > 0 {
			*p = *s.at(m, first) / sum
		} else {
			*p = 1 / float64(s.moves)
		}
	}
}

func (w *worker[M]) weights(s *share, explored float64) {
	greatest, rate := math.Inf(-1), explored/float64(s.moves)
	for m := range int(s.moves) {
		greatest = max(greatest, *s.at(m, first))
	}
	sum := 0.0
	for m := range int(s.moves) {
		weight := math.Exp(rate * (*s.at(m, first) - greatest))
		*s.at(m, chosenWith) = weight
		sum += weight
	}
	for m := range int(s.moves) {
		p := s.at(m, chosenWith)
		*s.at(m, second) += *p / sum
		*p = (1-explored)*(*p/sum) + rate
	}
}

// learn updates a player's statistics after a simulation with its move and result, from 0 to 1. mean returns the mean
// result of the joint moves that differ only in the player's own move.
func (w *worker[M]) learn(s *share, move int, result float64, mean func(move int) float64) {
	switch w.opt.Selection {
	case UCT:
		*s.at(move, first)++
		*s.at(move, second) += result
	case Exp3:
		*s.at(move, first) += result / *s.at(move, chosenWith)
	default:
		expected := 0.0
		for m := range int(s.moves) {
			expected += *s.at(m, chosenWith) * mean(m)
		}
		s.updates++
		for m := range int(s.moves) {
			*s.at(m, first) = max(0, *s.at(m, first)+mean(m)-expected)
			*s.at(m, second) += s.updates * *s.at(m, chosenWith)
		}
	}
}

func (w *worker[M]) appendStrategy(dst []float64, s *share) []float64 {
	base, sum := len(dst), 0.0
	which := second
	if w.opt.Selection == UCT {
		which = first
	}
	for range s.moves {
		dst = append(dst, 0)
	}
	own := dst[base:]
	for m := range own {
		own[m] = *s.at(m, which)
		sum += own[m]
	}
	for m := range own {
		if sum > 0 {
			own[m] /= sum
		} else {
			own[m] = 1 / float64(len(own))
		}
	}
	return dst
}

package joint

import "math"

// A share is what one player keeps of its moves in a position.
type share struct {
	player     int32
	moves      int32
	statistics []float64 // three for each move: see below
}

// What statistics hold, by selection:
//
//	RegretMatching   the regret, the sum of strategies
//	UCT              the number of simulations, the sum of results
//	Exp3             the sum of results by probability, the sum of strategies
//
// Each is followed by the probability with which the move was chosen last.
const (
	first = iota
	second
	chosenWith
	statistics
)

func (s *share) at(move, which int) *float64 { return &s.statistics[statistics*move+which] }

// choose returns the move that a player tries next in a position with this number of simulations before.
func (t *Tree[M]) choose(s *share, visits int) int {
	if t.opt.Selection == UCT {
		return t.highest(s, visits)
	}
	k := float64(s.moves)
	explored := min(1, t.opt.Exploration*math.Sqrt(k*math.Log(k)/float64(visits+1)))
	if t.opt.Selection == Exp3 {
		t.weights(s, explored)
	} else {
		t.matching(s, explored)
	}
	drawn := t.random.Float64()
	last := int(s.moves) - 1
	for m := range last {
		if drawn -= *s.at(m, chosenWith); drawn < 0 {
			return m
		}
	}
	return last
}

// highest returns the move with the greatest upper bound, and of those that were not tried one at random.
func (t *Tree[M]) highest(s *share, visits int) int {
	best, most, untried := 0, math.Inf(-1), 0
	explored := math.Log(float64(max(visits, 1)))
	for m := range int(s.moves) {
		n := *s.at(m, first)
		if n == 0 {
			if untried++; t.random.IntN(untried) == 0 {
				best = m
			}
			continue
		}
		if untried > 0 {
			continue
		}
		if bound := *s.at(m, second)/n + t.opt.Exploration*math.Sqrt(explored/n); bound > most {
			best, most = m, bound
		}
	}
	return best
}

// matching sets the probabilities by regrets, and adds the strategy to the average.
func (t *Tree[M]) matching(s *share, explored float64) {
	sum := 0.0
	for m := range int(s.moves) {
		sum += max(0, *s.at(m, first))
	}
	even := 1 / float64(s.moves)
	for m := range int(s.moves) {
		p := even
		if sum > 0 {
			p = max(0, *s.at(m, first)) / sum
		}
		*s.at(m, second) += p
		*s.at(m, chosenWith) = (1-explored)*p + explored*even
	}
}

// weights sets the probabilities by exponential weights, and adds the strategy to the average. The weight of the greatest
// sum is 1, so that none overflows.
func (t *Tree[M]) weights(s *share, explored float64) {
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

// learn updates what a player keeps after a simulation with a result from 0 to 1. cells are the mean results of the joint
// moves that differ from the one played in the player's own move alone; NaN for those that were never played.
func (t *Tree[M]) learn(s *share, move int, result float64, cell func(move int) float64) {
	switch t.opt.Selection {
	case UCT:
		*s.at(move, first)++
		*s.at(move, second) += result
	case Exp3:
		*s.at(move, first) += result / *s.at(move, chosenWith)
	default:
		for m := range int(s.moves) {
			if mean := cell(m); m != move && !math.IsNaN(mean) {
				*s.at(m, first) += mean - result
			}
		}
	}
}

// appendStrategy appends the probabilities of a player's moves.
func (t *Tree[M]) appendStrategy(dst []float64, s *share) []float64 {
	base, sum := len(dst), 0.0
	for m := range int(s.moves) {
		x := *s.at(m, second)
		if t.opt.Selection == UCT {
			x = *s.at(m, first)
		}
		dst = append(dst, x)
		sum += x
	}
	own := dst[base:]
	for m := range own {
		if sum > 0 {
			own[m] /= sum
		} else {
			own[m] = 1 / float64(len(own))
		}
	}
	return dst
}

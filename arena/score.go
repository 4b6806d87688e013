package arena

import (
	"fmt"
	"math"
)

// A Score counts the results of games for the first player. The zero value is the score of no games.
type Score struct {
	Wins, Draws, Losses int

	// Pairs counts pairs of games with the same opening, by the points of the first player in both games together: 0,
	// ½, 1, 1½ and 2. Leave it zero for games that do not come in pairs. The results of a pair are dependent, and
	// usually vary less than independent ones, which confidence intervals and tests take into account with Pairs (the
	// pentanomial model); otherwise they treat games as independent (the trinomial model).
	Pairs [5]int
}

// Games returns the number of games, at most math.MaxInt.
func (s Score) Games() int { return sum(sum(s.Wins, s.Draws), s.Losses) }

func sum(a, b int) int { return a + min(b, math.MaxInt-a) }

func (s Score) games() float64 { return float64(s.Wins) + float64(s.Draws) + float64(s.Losses) }

// Rate returns the points of the first player per game, from 0 to 1: 1 for a win and ½ for a draw. The rate of no games is ½.
func (s Score) Rate() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / s.games()
}

// String returns a text such as "+10 =5 -3, 69.4 % (95 %: 49.8 to 83.9)", with the 95 % confidence interval.
func (s Score) String() string {
	low, high := s.Interval(0.95)
	return fmt.Sprintf("+%d =%d -%d, %.3g %% (95 %%: %.3g to %.3g)", s.Wins, s.Draws, s.Losses, 100*s.Rate(), 100*low, 100*high)
}

// dependence returns the variance of the points of a pair, relative to two independent games. One independent pair is
// added to the observed ones: a few equal pairs then do not make the result certain.
func (s Score) dependence() float64 {
	pairs, games := 0.0, s.games()
	for _, n := range s.Pairs {
		pairs += float64(n)
	}
	if pairs < 2 {
		return 1
	}
	p := s.Rate()
	alone := p*(1-p) - float64(s.Draws)/games/4
	if alone <= 0 {
		return 1
	}
	mean, squares := 0.0, 2*alone
	for points, n := range s.Pairs {
		mean += float64(points) / 2 * float64(n) / pairs
	}
	for points, n := range s.Pairs {
		squares += (float64(points)/2 - mean) * (float64(points)/2 - mean) * float64(n)
	}
	return squares / pairs / (2 * alone)
}

// Elo returns the difference in Elo points of the rate, and its confidence interval at the given level. They can be infinite.
func (s Score) Elo(level float64) (difference, low, high float64) {
	low, high = s.Interval(level)
	return eloOf(s.Rate()), eloOf(low), eloOf(high)
}

// eloOf returns the Elo difference of a rate: 0 for ½, 191 for ¾, ±Inf for 1 and 0 (Elo 1978, in the logistic form).
func eloOf(rate float64) float64 { return 400 * math.Log10(rate/(1-rate)) }

// rateOf is the inverse of [eloOf].
func rateOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Superiority returns the likelihood that the first player is better, from 0 to 1: the probability that two equal
// players would have had a lower score. Without games it is ½.
func (s Score) Superiority() float64 {
	n := s.games()
	if n == 0 {
		return 0.5
	}
	variance := (0.25 - float64(s.Draws)/n/4) * s.dependence()
	if variance <= 0 {
		return 0.5
	}
	return 0.5 * math.Erfc(-(s.Rate()-0.5)/math.Sqrt(2*variance/n))
}

// Add returns the sum of two scores, with counts of at most math.MaxInt.
func (s Score) Add(t Score) Score {
	s.Wins, s.Draws, s.Losses = sum(s.Wins, t.Wins), sum(s.Draws, t.Draws), sum(s.Losses, t.Losses)
	for i, n := range t.Pairs {
		s.Pairs[i] = sum(s.Pairs[i], n)
	}
	return s
}

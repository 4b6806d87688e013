package arena

import (
	"fmt"
	"math"
)

// A Score counts the results of games, from the view of the first player. The zero value is the score of no games.
type Score struct {
	// Wins, Draws and Losses are the numbers of games.
	Wins, Draws, Losses int

	// Pairs counts pairs of games with the same opening, by the points of the first player in both games together: 0,
	// ½, 1, 1½ and 2. Leave it zero for games that do not come in pairs.
	//
	// The results of the two games of a pair depend on each other, and usually vary less than the results of
	// independent games. With Pairs, confidence intervals and tests take this into account (the pentanomial model);
	// without, they treat games as independent (the trinomial model).
	Pairs [5]int
}

// Games returns the number of games. It is at most math.MaxInt.
func (s Score) Games() int { return sum(sum(s.Wins, s.Draws), s.Losses) }

// sum returns the sum of two counts, or math.MaxInt if it is greater.
func sum(a, b int) int { return a + min(b, math.MaxInt-a) }

// games returns the number of games, however many there are.
func (s Score) games() float64 { return float64(s.Wins) + float64(s.Draws) + float64(s.Losses) }

// Rate returns the points of the first player per game, from 0 to 1. A win is worth 1 and a draw ½. The rate of no
// games is ½.
func (s Score) Rate() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / s.games()
}

// String returns the score with its 95 % confidence interval, such as "+10 =5 -3, 69.4 % (95 %: 49.8 to 83.9)".
func (s Score) String() string {
	low, high := s.Interval(0.95)
	return fmt.Sprintf("+%d =%d -%d, %.3g %% (95 %%: %.3g to %.3g)", s.Wins, s.Draws, s.Losses, 100*s.Rate(), 100*low, 100*high)
}

// dependence returns the ratio of the variance of the points of a pair to the variance of two independent games.
// To the observed pairs it adds one whose games are independent, so that two or three pairs that happen to be
// alike do not make the result certain.
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

// Elo returns the difference in Elo points that corresponds to the rate, and its confidence interval at the given
// level. They can be infinite.
func (s Score) Elo(level float64) (difference, low, high float64) {
	low, high = s.Interval(level)
	return eloOf(s.Rate()), eloOf(low), eloOf(high)
}

// eloOf returns the difference in Elo points between two players if the first makes rate points per game: 0 for ½, 191
// for ¾, and ±Inf for 1 and 0 (Elo 1978, in the logistic form).
func eloOf(rate float64) float64 { return 400 * math.Log10(rate/(1-rate)) }

// rateOf returns the points per game that correspond to a difference in Elo points. It is the inverse of [eloOf].
func rateOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Superiority returns the likelihood that the first player is the better one, from 0 to 1: the probability that two
// equal players would have had a lower score. Without games it is ½.
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

// Add returns the sum of two scores. No count grows beyond math.MaxInt.
func (s Score) Add(t Score) Score {
	s.Wins, s.Draws, s.Losses = sum(s.Wins, t.Wins), sum(s.Draws, t.Draws), sum(s.Losses, t.Losses)
	for i, n := range t.Pairs {
		s.Pairs[i] = sum(s.Pairs[i], n)
	}
	return s
}

package arena

import (
	"fmt"
	"math"
)

// A Score counts the games that the first of two players has won, drawn and lost. The zero value is the score of no
// games.
type Score struct {
	Wins, Draws, Losses int

	// Pairs[i] is the number of pairs of games in which the first player scored i/2 points, for i from 0 to 4. The two
	// games of a pair have the same opening. If the games are not played in pairs, Pairs must be zero.
	//
	// The two results of a pair depend on each other and usually vary less than the results of independent games. If
	// Pairs is set, confidence intervals and tests take this into account (the pentanomial model). If Pairs is zero,
	// they treat all games as independent (the trinomial model).
	Pairs [5]int
}

// Games returns the number of games, at most [math.MaxInt].
func (s Score) Games() int { return sum(sum(s.Wins, s.Draws), s.Losses) }

func sum(a, b int) int { return a + min(b, math.MaxInt-a) }

func (s Score) games() float64 { return float64(s.Wins) + float64(s.Draws) + float64(s.Losses) }

// Rate returns the points of the first player per game, from 0 to 1: a win is 1 point, and a draw ½. For no games it
// returns ½.
func (s Score) Rate() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / s.games()
}

// String returns a text such as "+10 =5 -3, 69.4 % (95 %: 49.8 to 83.9)": wins, draws and losses, and the rate with its
// 95 % confidence interval.
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

// Elo returns the difference between the players in Elo points that corresponds to the rate, and the confidence
// interval of the difference at a level between 0 and 1, such as 0.95. A rate of 0 or 1 corresponds to an infinite
// difference.
func (s Score) Elo(level float64) (difference, low, high float64) {
	low, high = s.Interval(level)
	return eloOf(s.Rate()), eloOf(low), eloOf(high)
}

// eloOf returns the Elo difference of a rate: 0 for ½, 191 for ¾, ±Inf for 1 and 0 (Elo 1978, in the logistic form).
func eloOf(rate float64) float64 { return 400 * math.Log10(rate/(1-rate)) }

// rateOf is the inverse of [eloOf].
func rateOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Superiority returns the likelihood of superiority of the first player, from 0 to 1: the probability that, between two
// equal players, the first player would have a lower rate than in s. Near 1, the first player is probably stronger. For
// no games it returns ½.
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

// Add returns the sum of two scores. Counts are at most [math.MaxInt].
func (s Score) Add(t Score) Score {
	s.Wins, s.Draws, s.Losses = sum(s.Wins, t.Wins), sum(s.Draws, t.Draws), sum(s.Losses, t.Losses)
	for i, n := range t.Pairs {
		s.Pairs[i] = sum(s.Pairs[i], n)
	}
	return s
}

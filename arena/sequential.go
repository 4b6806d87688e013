package arena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A SequentialTest decides between two hypotheses about the difference between two players in Elo points: the
// difference is at most Elo0, or it is at least Elo1. It decides as soon as the score allows a decision (sequential
// probability ratio test, Wald 1945). Set the field Test of [Options], or call Judge after each game or pair of games.
//
// The test compares two likelihoods of the score: one if the difference is Elo0, and one if the difference is Elo1.
// Both likelihoods also depend on the share of draws and on the dependence between the games of a pair. For each
// likelihood, the test assumes the share and the dependence that make this likelihood greatest (generalised likelihood
// ratio). The model is pentanomial if the score has Pairs, and otherwise trinomial (see [Score]).
type SequentialTest struct {
	// Elo0 and Elo1 are the hypotheses about the difference in Elo points, from -4000 to 4000, with Elo0 < Elo1.
	Elo0, Elo1 float64

	// Alpha is the probability that the test decides for Elo1 although Elo0 is true, and Beta the probability that it
	// decides for Elo0 although Elo1 is true. Both are less than ½. 0 means 0.05.
	Alpha, Beta float64
}

// A Verdict is the decision of a [SequentialTest]. A negative Verdict decides that the difference in Elo points is at
// most Elo0, and a positive Verdict that it is at least Elo1. If the test needs more games, the Verdict is 0.
type Verdict int8

// String returns the verdict in words: "Elo0 accepted", "undecided" or "Elo1 accepted".
func (v Verdict) String() string {
	return [...]string{"Elo0 accepted", "undecided", "Elo1 accepted"}[1+cmp.Compare(v, 0)]
}

// MarshalText returns the text of [Verdict.String].
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// mostElo bounds the hypotheses: beyond 6000 the rate rounds to 1.
const mostElo = 4000

func (t SequentialTest) withDefaults() (SequentialTest, error) {
	if t.Alpha == 0 {
		t.Alpha = 0.05
	}
	if t.Beta == 0 {
		t.Beta = 0.05
	}
	switch {
	case !(-mostElo <= t.Elo0 && t.Elo0 < t.Elo1 && t.Elo1 <= mostElo):
		return t, fmt.Errorf("arena: Elo0 is %v and Elo1 is %v, want Elo0 < Elo1, from %d to %d", t.Elo0, t.Elo1, -mostElo, mostElo)
	case !(0 < t.Alpha && t.Alpha < 0.5):
		return t, fmt.Errorf("arena: Alpha is %v, want a chance between 0 and 0.5", t.Alpha)
	case !(0 < t.Beta && t.Beta < 0.5):
		return t, fmt.Errorf("arena: Beta is %v, want a chance between 0 and 0.5", t.Beta)
	}
	return t, nil
}

// Bounds returns the values of logRatio (see [SequentialTest.Judge]) at which the test decides. If logRatio is at most
// lower, the decision is Elo0. If logRatio is at least upper, the decision is Elo1. Bounds returns an error if the test
// is invalid.
func (t SequentialTest) Bounds() (lower, upper float64, err error) {
	if t, err = t.withDefaults(); err != nil {
		return 0, 0, err
	}
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha), nil
}

// Judge returns logRatio and the decision for a score. logRatio is the natural logarithm of a ratio: the likelihood of
// the score if the difference is Elo1, divided by its likelihood if the difference is Elo0. Judge returns an error if
// the test is invalid.
func (t SequentialTest) Judge(s Score) (logRatio float64, v Verdict, err error) {
	lower, upper, err := t.Bounds()
	if err != nil {
		return 0, 0, err
	}
	counts := []int{s.Losses, s.Draws, s.Wins}
	if s.Pairs != [5]int{} {
		counts = s.Pairs[:]
	}
	logRatio = logLikelihoodRatio(counts, rateOf(t.Elo0), rateOf(t.Elo1))
	switch {
	case logRatio <= lower:
		return logRatio, -1, nil
	case logRatio >= upper:
		return logRatio, 1, nil
	default:
		return logRatio, 0, nil
	}
}

// logLikelihoodRatio returns the logarithm of the ratio of the counts' greatest likelihoods under the means rate1 and
// rate0. The counts belong to results worth equal steps from 0 to 1.
func logLikelihoodRatio(counts []int, rate0, rate1 float64) float64 {
	if slices.Max(counts) <= 0 {
		return 0
	}
	seen := results(counts...)
	tilt0, tilt1 := tilt(seen, rate0), tilt(seen, rate1)
	sum := 0.0
	for i, n := range seen {
		worth := float64(i) / float64(len(seen)-1)
		// Rounding makes these 0 only after some 10¹⁵ games.
		over0, over1 := max(1+tilt0*(worth-rate0), 1e-18), max(1+tilt1*(worth-rate1), 1e-18)
		sum += n * math.Log(over0/over1)
	}
	return sum
}

// tilt returns t such that the distribution with weights counts[i] / (1 + t (worth[i] - rate)) has the mean rate: the
// one with this mean that makes the counts most likely (Owen 1988, empirical likelihood).
func tilt(counts []float64, rate float64) float64 {
	excess := func(t float64) float64 {
		sum := 0.0
		for i, n := range counts {
			over := float64(i)/float64(len(counts)-1) - rate
			sum += n * over / (1 + t*over)
		}
		return sum
	}
	// All weights are positive between these, and the excess falls from +∞ to -∞.
	low, high := -1/(1-rate), 1/rate
	for range 100 {
		if middle := (low + high) / 2; excess(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

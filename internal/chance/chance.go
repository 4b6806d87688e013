// Package chance checks the probabilities of outcomes, and draws from them and from equal ones.
package chance

import (
	"fmt"
	"math/rand/v2"
)

const tolerance = 1e-9

// Check returns an error that names the law of ply.Stochastic that probabilities of this number of outcomes break.
func Check(probabilities []float64, outcomes int) error {
	if outcomes == 0 {
		return fmt.Errorf("a position of chance has no moves, want at least one")
	}
	if len(probabilities) != outcomes {
		return fmt.Errorf("%d probabilities for %d moves", len(probabilities), outcomes)
	}
	sum := 0.0
	for i, p := range probabilities {
		if !(p >= 0) { // NaN as well
			return fmt.Errorf("probability %v of outcome %d, want 0 or more", p, i)
		}
		sum += p
	}
	if !(sum >= 1-tolerance && sum <= 1+tolerance) {
		return fmt.Errorf("the probabilities sum to %v, want 1", sum)
	}
	return nil
}

type Dealer[M any] interface {
	Probabilities(moves []M, dst []float64) []float64
}

// Odds appends the probabilities of the outcomes in a game's present position, or returns the broken law.
func Odds[M any, D Dealer[M]](game D, outcomes []M, dst []float64) ([]float64, error) {
	base := len(dst)
	dst = game.Probabilities(outcomes, dst)
	if err := Check(dst[base:], len(outcomes)); err != nil {
		return dst, fmt.Errorf("%T: %w", game, err)
	}
	return dst, nil
}

// Pick returns the index of an outcome, given a number drawn uniformly from 0 up to, but not including, 1 or the sum of
// the probabilities. It never picks an outcome of probability 0. The probabilities must have passed Check.
func Pick[F float32 | float64](probabilities []F, drawn F) int {
	last := 0
	for i, p := range probabilities {
		if p == 0 {
			continue
		}
		if last = i; drawn < p {
			break
		}
		drawn -= p
	}
	return last // after rounding
}

// Below returns a number from 0 to n-1. It favours some by less than n in 2³² (Lemire 2019).
func Below(random *rand.PCG, n int) int { return int(random.Uint64() >> 32 * uint64(n) >> 32) }

// Fraction returns a number from 0 up to, but not including, 1.
func Fraction(random *rand.PCG) float64 { return float64(random.Uint64()>>11) * 0x1p-53 }

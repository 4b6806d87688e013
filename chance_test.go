package ply_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
)

// wheel is a position of chance with these probabilities.
type wheel []float64

func (w wheel) Moves(dst []int) []int {
	for i := range w {
		dst = append(dst, i)
	}
	return dst
}
func (w wheel) Play(int)                                       {}
func (w wheel) Undo(int)                                       {}
func (w wheel) ToMove() int                                    { return ply.Chance }
func (w wheel) Probabilities(_ []int, dst []float64) []float64 { return append(dst, w...) }

func TestDrawOutcome(t *testing.T) {
	w := wheel{0.5, 0, 0.3, 0.2}
	random := rand.New(rand.NewPCG(1, 0))
	const draws = 100_000
	counts := make([]int, len(w))
	for range draws {
		outcome, err := ply.DrawOutcome(w, random)
		if err != nil {
			t.Fatal(err)
		}
		counts[outcome]++
	}
	for i, p := range w {
		// Five standard deviations; the seed is fixed.
		if want, far := p*draws, 5*math.Sqrt(p*(1-p)*draws); math.Abs(float64(counts[i])-want) > far {
			t.Errorf("outcome %d was drawn %d times, want about %v", i, counts[i], want)
		}
	}
}

func TestDrawOutcomeRefuses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, c := range []struct {
		game ply.Game[int]
		says string
	}{
		{wheel{0.5, 0.4}, "sum"},
		{wheel{-0.5, 1.5}, "-0.5"},
		{wheel{math.NaN()}, "NaN"},
		{wheel{}, "no moves"},
		{new(Stairs), "ply.Stochastic"},
	} {
		if _, err := ply.DrawOutcome(c.game, random); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: error %v, want one that says %q", c.game, err, c.says)
		}
	}
}

package montecarlo

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// rising is a game of one line whose score is higher with every playout.
type rising struct {
	at    int
	score float64
}

func (r *rising) Moves(dst []int) []int {
	if r.at < 10 {
		dst = append(dst, 0)
	}
	return dst
}

func (r *rising) Play(int)       { r.at++ }
func (r *rising) Undo(int)       { r.at-- }
func (r *rising) Acyclic() bool  { return true }
func (r *rising) Score() float64 { r.score++; return r.score }

// Lines that can never become the result are not kept.
func TestImprovementsKept(t *testing.T) {
	for certain, want := range map[int]int{math.MaxInt: 1, 0: 100, 40: 61} {
		p, err := newSampler(&rising{}, rand.NewPCG(1, 1), 0)
		if err != nil {
			t.Fatal(err)
		}
		p.certain = certain
		for range 100 {
			p.Random()
		}
		if n := len(p.improvements); n != want || p.improvements[n-1].playouts != 100 {
			t.Errorf("%d certain playouts: %d lines are kept, want %d", certain, n, want)
		}
	}
}

// lucky is a game with chance.
type lucky struct{ rising }

func (*lucky) Probabilities(_ []int, dst []float64) []float64 { return append(dst, 1) }

func TestChanceIsRefused(t *testing.T) {
	if _, err := newSampler(&lucky{}, rand.NewPCG(1, 1), 0); err == nil || !strings.Contains(err.Error(), "ply.Stochastic") {
		t.Errorf("error %v", err)
	}
}

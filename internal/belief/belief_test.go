package belief_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/belief"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

// TestBeliefs compares with all lines of a game, and a game that draws from its belief with the laws.
func TestBeliefs(t *testing.T) {
	for seed := range uint64(12) {
		g := &testgames.Fog{Seed: seed, Depth: 6, Width: 3, Most: 1}
		var visit func()
		checked := 0
		visit = func() {
			moves, player := g.Moves(nil), g.ToMove()
			if len(moves) == 0 {
				return
			}
			if player >= 0 && checked < 30 {
				checked++
				start := &testgames.Fog{Seed: seed, Depth: 6, Width: 3, Most: 1}
				b, err := belief.Believe(t.Context(), start, g.Line, 0)
				if err != nil || b.Player != player || len(start.Line) > 0 {
					t.Fatal(b, err)
				}
				sum, found := 0.0, false
				for _, h := range b.Histories {
					sum += h.Probability
					found = found || slices.Equal(h.Line, g.Line)
					start.Line = h.Line
					if start.ToMove() != player || string(start.AppendInformation(nil, player)) != string(g.AppendInformation(nil, player)) {
						t.Fatalf("%v does not agree with %v", h.Line, g.Line)
					}
				}
				if !found || math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%v: %v", g.Line, b)
				}
			}
			for _, m := range moves {
				g.Play(m)
				visit()
				g.Undo(m)
			}
		}
		visit()
	}
	if long.Enabled { // the laws take seconds to compile
		line := []int{0, 0, 1}
		gametest.Check(t, func() *belief.Imagined[*testgames.Monty, int] {
			b, err := belief.Believe(t.Context(), new(testgames.Monty), line, 0)
			if err != nil {
				t.Fatal(err)
			}
			g, err := belief.Imagine(new(testgames.Monty), line, b)
			if err != nil {
				t.Fatal(err)
			}
			return g
		})
	}
}

func TestBelieveRefuses(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		g    belief.Observed[int]
		line []int
		most int
		want string
	}{
		{t.Context(), nil, nil, 0, "no game"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1}, -1, "maxNodes"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1}, 3, "out of budget"},
		{cancelled, new(testgames.Monty), []int{0, 0, 1}, 0, "cancel"},
		{t.Context(), new(testgames.Monty), []int{0, 7}, 0, "not legal"},
		{t.Context(), new(testgames.Monty), nil, 0, "chance"},
		{t.Context(), new(testgames.Monty), []int{0, 0, 1, 2}, 0, "ends the game"},
		{t.Context(), new(lopsided), []int{0}, 0, "1 probabilities"},
		{t.Context(), new(breaking), []int{0}, 0, "panicked"},
	} {
		if b, err := belief.Believe(c.ctx, c.g, c.line, c.most); err == nil || !strings.Contains(err.Error(), c.want) || b != nil {
			t.Errorf("%s: %v, %v", c.want, b, err)
		}
	}
}

// Broken games.
type (
	lopsided struct{ testgames.Monty }
	breaking struct{ testgames.Monty }
)

func (g *lopsided) Probabilities([]int, []float64) []float64 { return []float64{2} }
func (g *breaking) Play(int)                                 { panic("broken") }

//go:build long || race || 386

package arena_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/testgames"
)

// TestLiars checks that no match hangs, panics or exceeds its moves in games whose methods lie.
func TestLiars(t *testing.T) {
	newPlayer := func() arena.Player[*testgames.RollingLiar, int] {
		return func(_ context.Context, g *testgames.RollingLiar, random *rand.Rand) (m int, err error) {
			if moves := g.Moves(nil); len(moves) > 0 {
				m = moves[random.IntN(len(moves))]
			}
			g.Play(m)
			g.Undo(m)
			return m, nil
		}
	}
	searches := map[string]func(*testgames.RollingLiar){}
	for name, opt := range map[string]arena.Options{
		"one worker":  {MaxMoves: 100, Repetitions: true},
		"two workers": {MaxMoves: 100, Workers: 2, Test: arena.SequentialTest{Elo1: 100}},
		"luck": {MaxMoves: 100, Luck: func(position ply.Adversarial) func() float64 {
			return func() float64 { return float64(position.ToMove()) }
		}},
	} {
		opt.Games = 6
		searches[name] = func(g *testgames.RollingLiar) {
			var mu sync.Mutex // workers open games at the same time
			clone := func() (*testgames.RollingLiar, error) {
				mu.Lock()
				defer mu.Unlock()
				return g.Clone(), nil
			}
			opening := arena.RandomOpening(2, clone)
			if opt.Workers == 0 {
				opening = func(int, *rand.Rand) (*testgames.RollingLiar, error) { return clone() }
			}
			_, err := arena.Match(t.Context(), opening, newPlayer, newPlayer, opt)
			guardtest.CheckNamed(t, g, err)
		}
	}
	guardtest.CheckLies(t, 200, 5000, func(r *rand.Rand) *testgames.RollingLiar {
		return &testgames.RollingLiar{Liar: testgames.NewLiar(r,
			"Moves", "Play", "Undo", "ToMove", "Outcome", "Probabilities", "Hash",
			"AppendBinary", "Repeated")}
	}, searches)
}

package othello

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	t.Run("start", func(t *testing.T) { gametest.Check(t, New) })
	t.Run("endgames", func(t *testing.T) {
		gametest.CheckEach(t, func(t *rapid.T) func() *Game {
			seed, empties := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 20).Draw(t, "empties")
			return func() *Game { return randomEndgame(rand.New(rand.NewPCG(seed, 0)), empties) }
		})
	})
	t.Run("trained", func(t *testing.T) {
		gametest.CheckEach(t, func(t *rapid.T) func() *Game {
			seed, empties := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 60).Draw(t, "empties")
			return func() *Game {
				g := randomEndgame(rand.New(rand.NewPCG(seed, 0)), empties)
				g.SetEvaluation(Trained())
				return g
			}
		})
	})
}

func TestPlaythrough(t *testing.T) {
	gametest.Playthrough(t, New, "game.txt", 1)
}

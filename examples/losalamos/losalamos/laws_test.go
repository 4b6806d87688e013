package losalamos

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 20)
	t.Run("start", func(t *testing.T) { gametest.Check(t, New) })
	t.Run("positions", func(t *testing.T) {
		gametest.CheckEach(t, func(t *rapid.T) func() Game {
			seed, pieces := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 16).Draw(t, "pieces")
			return func() Game { return randomPosition(rand.New(rand.NewPCG(seed, 0)), pieces) }
		})
	})
}

func TestPlaythrough(t *testing.T) {
	gametest.Playthrough(t, New, "game.txt", 1)
}

package chess

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
	t.Run("Los Alamos", func(t *testing.T) { gametest.Check(t, LosAlamos.New) })
	t.Run("positions", func(t *testing.T) {
		gametest.CheckEach(t, func(t *rapid.T) func() *Game {
			v, most := Standard, 30
			if rapid.Bool().Draw(t, "Los Alamos") {
				v, most = LosAlamos, 16
			}
			seed, pieces := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, most).Draw(t, "pieces")
			return func() *Game { return v.randomPosition(rand.New(rand.NewPCG(seed, 0)), pieces) }
		})
	})
}

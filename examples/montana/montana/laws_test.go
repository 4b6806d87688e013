package montana_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 20)
	for _, variant := range []montana.Variant{montana.Base, montana.Common} {
		t.Run(variant.String(), func(t *testing.T) {
			var opt gametest.Options
			if variant == montana.Common {
				opt.Ignore = []string{"Subgames"} // Only in Base is a gap a sub-game.
			}
			t.Run("small deals", func(t *testing.T) {
				gametest.CheckEachWith(t, func(t *rapid.T) func() *montana.Game {
					return drawGame(t, rapid.IntRange(1, 4).Draw(t, "suits"), rapid.IntRange(2, 6).Draw(t, "ranks"), variant)
				}, opt)
			})
			t.Run("4 suits of 13", func(t *testing.T) {
				gametest.CheckEachWith(t, func(t *rapid.T) func() *montana.Game { return drawGame(t, 4, 13, variant) }, opt)
			})
		})
	}
}

// drawGame draws a deal and returns what makes a game of it.
func drawGame(t *rapid.T, suits, ranks int, variant montana.Variant) func() *montana.Game {
	deal, err := montana.RandomDeal(suits, ranks, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
	if err != nil {
		t.Fatal(err)
	}
	return func() *montana.Game {
		game, err := montana.New(deal, variant)
		if err != nil {
			panic(err) // a deal that RandomDeal made is lawful
		}
		return game
	}
}

package montana_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/examples/montana/montana"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 20)
	for _, variant := range []montana.Variant{montana.Base, montana.Common} {
		t.Run(variant.String(), func(t *testing.T) {
			t.Run("small deals", func(t *testing.T) {
				gametest.CheckEach(t, func(t *rapid.T) func() *montana.Game {
					return drawGame(t, rapid.IntRange(1, 4).Draw(t, "suits"), rapid.IntRange(2, 6).Draw(t, "ranks"), variant)
				})
			})
			t.Run("4 suits of 13", func(t *testing.T) {
				gametest.CheckEach(t, func(t *rapid.T) func() *montana.Game { return drawGame(t, 4, 13, variant) })
			})
		})
	}
}

// The gaps are sub-games in variant Base, and nothing claims that they are in another one.
func TestLawsOfSequential(t *testing.T) {
	long.Checks(t, 40, 20)
	gametest.CheckEach(t, func(t *rapid.T) func() montana.Sequential {
		open := drawGame(t, rapid.IntRange(1, 4).Draw(t, "suits"), rapid.IntRange(2, 13).Draw(t, "ranks"), montana.Base)
		return func() montana.Sequential {
			s, err := open().Sequential()
			if err != nil {
				panic(err)
			}
			return s
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 4, 13, montana.Common)()
		if _, ok := any(g).(block.Sequential[montana.Move]); ok {
			t.Fatal("variant Common claims to be a block.Sequential")
		}
		if _, err := g.Sequential(); err == nil {
			t.Fatal("variant Common has gaps as sub-games")
		}
	})
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

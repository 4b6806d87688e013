package goban_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 20)
	for _, rules := range allRules {
		gametest.CheckEach(t, func(t *rapid.T) func() *goban.Game {
			size := rapid.IntRange(goban.MinSize, 5).Draw(t, "size")
			rules := rules
			rules.Komi = float64(rapid.IntRange(-3, 15).Draw(t, "komi")) / 2
			return func() *goban.Game {
				g, err := goban.NewGame(size, rules)
				if err != nil {
					panic(err)
				}
				return g
			}
		}, gametest.Options{Length: 60})
	}
}

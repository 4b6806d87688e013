package weiqi_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

// TestLaws checks the laws of games with all rules and knowledge.
func TestLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	gametest.CheckEach(t, func(t *rapid.T) func() *weiqi.Game {
		size := rapid.IntRange(goban.MinSize, 6).Draw(t, "size")
		rules := rapid.SampledFrom([]goban.Rules{weiqi.Chinese, weiqi.TrompTaylor, {}}).Draw(t, "rules")
		rules.Komi = float64(rapid.IntRange(-3, 15).Draw(t, "komi")) / 2
		var knowledge weiqi.Knowledge
		if rapid.Bool().Draw(t, "strong") {
			knowledge = weiqi.Strong
		}
		return func() *weiqi.Game {
			g, err := weiqi.New(size, rules, knowledge)
			if err != nil {
				panic(err)
			}
			return g
		}
	}, gametest.Options{Length: 40})
}

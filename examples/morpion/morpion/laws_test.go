package morpion

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

// TestLaws begins at the start or, where there are record games, in the middle of one, where random games
// do not come.
func TestLaws(t *testing.T) {
	long.Checks(t, 25, 10)
	for _, v := range Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			games := [][]Move{nil}
			for _, file := range recordFiles {
				if file.v == v {
					games = append(games, record(t, file.name, v))
				}
			}
			gametest.CheckEach(t, func(t *rapid.T) func() *Game {
				game := rapid.SampledFrom(games).Draw(t, "game")
				played := rapid.IntRange(0, len(game)).Draw(t, "moves played")
				return func() *Game { return after(v, game[:played]) }
			}, gametest.Options{Length: long.Or(25, 10), Lines: long.Or(2, 1), Width: 2}) // few, since the cells are many
		})
	}
}

func TestPlaythrough(t *testing.T) {
	for _, v := range Variants() {
		gametest.Playthrough(t, func() *Game { return New(v) }, v.String()+".txt", 1)
	}
}

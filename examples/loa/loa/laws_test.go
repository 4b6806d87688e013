package loa

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 20)
	t.Run("start", func(t *testing.T) { gametest.Check(t, Start) })
	t.Run("positions", func(t *testing.T) {
		gametest.CheckEach(t, func(t *rapid.T) func() *Game {
			rules := Rules{
				Size:       rapid.IntRange(MinSize, MaxSize).Draw(t, "size"),
				MoverWins:  rapid.Bool().Draw(t, "mover wins"),
				StuckLoses: rapid.Bool().Draw(t, "stuck loses"),
			}
			seed, density := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 60).Draw(t, "density")
			return func() *Game { return randomPosition(rules, rand.New(rand.NewPCG(seed, 0)), density) }
		})
	})
}

// randomPosition returns a position with men on about density % of the squares, at least one of each side.
func randomPosition(rules Rules, random *rand.Rand, density int) *Game {
	var men [2]uint64
	geometry := geometries[rules.Size]()
	for men[Black] == 0 || men[White] == 0 {
		men = [2]uint64{}
		for rest := geometry.board; rest != 0; rest &= rest - 1 {
			if random.IntN(100) <= density {
				men[random.IntN(2)] |= rest & -rest
			}
		}
	}
	return newGame(rules, men, uint8(random.IntN(2)))
}

func TestPlaythrough(t *testing.T) {
	gametest.Playthrough(t, Start, "game.txt", 1)
}

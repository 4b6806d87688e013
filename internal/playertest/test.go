package playertest

import (
	"cmp"
	"flag"
	"testing"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/long"
)

var (
	gamesFlag = flag.Int("games", 0, "play this `number` of games in each match of players")
	levelFlag = flag.Int("level", 0, "measure `levels` up to this one")
	seedFlag  = flag.Uint64("seed", 0, "the `seed` of matches of players")
)

// usualSeed is one by which nothing was chosen.
const usualSeed = 1000

// Run plays a match in a test: of a number of games or, unless the long tests run, of two; or of the number of the flag -games. It
// logs the score, and reports whether the number of games was as given or greater, so that the score can be judged.
func (m *Match[G, M]) Run(t *testing.T, name string, games int) (s arena.Score, enough bool) {
	t.Helper()
	played := cmp.Or(*gamesFlag, long.Or(games, 2))
	s, err := m.Play(t.Context(), played, cmp.Or(*seedFlag, usualSeed))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	difference, low, high := s.Elo(0.95)
	t.Logf("%s: %v, %.0f Elo (%.0f to %.0f)", name, s, difference, low, high)
	return s, played >= games
}

// Level returns the highest level to be measured: a usual one, or that of the flag -level.
func Level(usual int) int { return cmp.Or(*levelFlag, usual) }

package playertest

import (
	"cmp"
	"flag"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

var (
	gamesFlag = flag.Int("games", 0, "play this `number` of games in each match of players")
	levelFlag = flag.Int("level", 0, "measure `levels` up to this one")
	seedFlag  = flag.Uint64("seed", 0, "the `seed` of matches of players")
)

// usualSeed was not used to choose anything.
const usualSeed = 1000

// IsBetter plays a match in a test and logs its score: of some games in the long tests, of two in others, or of the
// number of the flag -games. From enough games on it fails if the first player may not be the better one.
func (m *Match[G, M]) IsBetter(t *testing.T, name string, some, enough int) {
	t.Helper()
	s, err := m.Play(t.Context(), cmp.Or(*gamesFlag, long.Or(some, 2)), cmp.Or(*seedFlag, usualSeed))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	difference, below, above := s.Elo(0.95)
	t.Logf("%s: %v, %.0f Elo (%.0f to %.0f)", name, s, difference, below, above)
	if low, _ := s.Interval(0.95); s.Games() >= enough && low <= 0.5 {
		t.Errorf("%s: the first player may not be better", name)
	}
}

// Levels returns the pairs of levels for matches: 4 and 1 and, up to the flag -level, each and the one below.
func Levels() (pairs [][2]int) {
	pairs = append(pairs, [2]int{4, 1})
	for level := 2; level <= *levelFlag; level++ {
		pairs = append(pairs, [2]int{level, level - 1})
	}
	return pairs
}

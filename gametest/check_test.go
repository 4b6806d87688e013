package gametest

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
)

// TestFaultsAreFound checks that a fault is found by its law. The long tests break each law.
func TestFaultsAreFound(t *testing.T) {
	eachIsFound(t, nil, []fault{
		{"Play panics", judge(func() *panics { return &panics{*newRing()} }), "replay"},
		{"Moves counts its calls", judge(func() *movesCounted { return &movesCounted{*newRing(), new(int)} }), "order of moves"},
		{"a solved position has moves", judge(func() *solvedGoesOn { return &solvedGoesOn{*newRing()} }), "solved ends"},
		{"Rehash is another", judge(func() *rehashDiffers { return &rehashDiffers{*newRing()} }), "rehash"},
		{"the estimate is too great", judge(func() *estimateGreat { return &estimateGreat{*newRing()} }), "admissible"},
	})
}

func newTiles() *testgames.Tiles { return testgames.NewTiles(3, 1, 2, 0, 3, 4, 5, 6, 7, 8) }

func TestLawfulGames(t *testing.T) {
	long.Checks(t, 40, 10)
	t.Run("ring", func(t *testing.T) { Check(t, newRing) })
	t.Run("counter", func(t *testing.T) { Check(t, newCounter) })
	t.Run("pegs", func(t *testing.T) { Check(t, testgames.NewPegs, Options{Length: long.Or(0, 12)}) })
	t.Run("tiles", func(t *testing.T) { Check(t, newTiles) })
	t.Run("graph", func(t *testing.T) {
		CheckEach(t, func(t *rapid.T) func() *testgames.Graph {
			seed := rapid.Uint64().Draw(t, "seed")
			nodes := rapid.IntRange(1, 12).Draw(t, "nodes")
			edges := rapid.IntRange(0, 30).Draw(t, "edges")
			acyclic := rapid.Bool().Draw(t, "acyclic")
			return func() *testgames.Graph {
				return testgames.RandomGraph(rand.New(rand.NewPCG(seed, 0)), nodes, edges, acyclic)
			}
		})
	})
	t.Run("operators", func(t *testing.T) {
		CheckEach(t, func(t *rapid.T) func() *dependency.Game[int] {
			return testgames.Operators(t, rapid.Bool().Draw(t, "acyclic")).Clone
		})
	})
}

// TestAttempts goes through what rapid does with a game that fails: it repeats each attempt that fails, and then tries
// smaller games.
func TestAttempts(t *testing.T) {
	type attempt struct {
		skip   bool // expected
		failed bool // if not skipped
	}
	for _, c := range []struct {
		name       string
		shrinkTime time.Duration
		attempts   []attempt
	}{
		{"no failure", 0, []attempt{{false, false}, {false, false}, {false, false}}},
		{"no time", 0, []attempt{{false, false}, {false, true}, {false, true}, {true, false}, {true, false}}},
		{"no time, flaky", 0, []attempt{{false, true}, {false, false}, {true, false}}},
		{"time", time.Hour, []attempt{{false, true}, {false, true}, {false, false}, {false, true}, {false, true}, {false, false}}},
	} {
		tries := attempts{shrinkTime: c.shrinkTime}
		for i, a := range c.attempts {
			skip := tries.skip()
			if skip != a.skip {
				t.Errorf("%s: attempt %d is skipped: %v, want %v", c.name, i, skip, a.skip)
			}
			if !skip {
				tries.ended(a.failed)
			}
		}
	}
}

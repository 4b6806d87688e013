package guardtest

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/ply-search/ply/internal/long"
)

// A Liar is a game whose methods lie.
type Liar interface {
	Plays() int
	Lies() map[string]bool
}

var liars = flag.Int("liars", 0, "play this `number` of games whose methods lie, shared out among the searches")

// CheckLies checks that searches of games that break their laws end by their limits and never panic. draw draws a game,
// on which a search may play up to this number of moves. Each search plays this number of games: with -short a quarter,
// and in long tests its share of 3000 if that is more. The flag -liars sets the number for all searches.
func CheckLies[G Liar](t *testing.T, games, plays int, draw func(*rand.Rand) G, searches map[string]func(G)) {
	t.Helper()
	switch {
	case *liars > 0:
		games = *liars / len(searches)
	case long.Enabled:
		games = max(games, 3000/len(searches))
	case testing.Short():
		games = (games + 3) / 4
	}
	for _, name := range slices.Sorted(maps.Keys(searches)) {
		before := runtime.NumGoroutine()
		for seed := range uint64(games) {
			g := draw(rand.New(rand.NewPCG(seed, 15)))
			watchdog := time.AfterFunc(2*time.Minute, func() {
				panic(fmt.Sprintf("%s hangs, game %d, which lies in %v", name, seed, g.Lies()))
			})
			value, exited := Outcome(func() { searches[name](g) })
			watchdog.Stop()
			switch {
			case value != nil || exited:
				t.Fatalf("%s, game %d, which lies in %v: panic %v, exited %v", name, seed, g.Lies(), value, exited)
			case g.Plays() > plays:
				t.Fatalf("%s, game %d, which lies in %v: %d moves, want %d at most", name, seed, g.Lies(), g.Plays(), plays)
			}
		}
		CheckGoroutines(t, before)
	}
}

// CheckNamed checks that the error of a search of a liar, if any, names the broken law, and not an index out of range.
func CheckNamed(t *testing.T, g Liar, err error) {
	t.Helper()
	if slip := runtime.Error(nil); errors.As(err, &slip) {
		t.Errorf("%v does not name the law broken by a game that lies in %v", err, g.Lies())
	}
}

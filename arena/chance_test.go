package arena_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

func pigOpening(target int) func(int, *rand.Rand) (*testgames.Pig, error) {
	return func(int, *rand.Rand) (*testgames.Pig, error) { return &testgames.Pig{Target: target}, nil }
}

// holdAt returns a player of Pig who holds at this number of points.
func holdAt(points int) func() arena.Player[*testgames.Pig, int] {
	return func() arena.Player[*testgames.Pig, int] {
		return func(_ context.Context, g *testgames.Pig, _ *rand.Rand) (int, error) {
			if g.Turn >= points || g.Turn > 0 && g.Scores[g.Side]+g.Turn >= g.Target {
				return testgames.Hold, nil
			}
			return testgames.Roll, nil
		}
	}
}

// A player against itself wins one game of each pair: both games have the same dice, and take the same course with the
// sides exchanged.
func TestPairsHaveTheSameDeals(t *testing.T) {
	r, err := arena.Match(t.Context(), pigOpening(50), holdAt(20), holdAt(20), arena.Options{Games: 200})
	if err != nil || r.Pairs[2] != 100 {
		t.Errorf("%+v, %v; want 100 even pairs", r, err)
	}
	// Pairs do not have the dice of other pairs.
	if r.Wins != 100 || r.Moves%100 == 0 {
		t.Errorf("%+v", r)
	}
}

// Optimal play of Pig beats a player who holds at 5, and the result does not depend on the number of workers.
func TestOptimalPig(t *testing.T) {
	long.Only(t)
	const target = 30
	games := 4000
	s, err := expectimax.ValueIteration(t.Context(), &testgames.Pig{Target: target}, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	best := func() arena.Player[*testgames.Pig, int] {
		// A solution is for one goroutine at a time.
		own, err := expectimax.ValueIteration(context.Background(), &testgames.Pig{Target: target}, ply.Limits{}, 0)
		return func(_ context.Context, g *testgames.Pig, _ *rand.Rand) (int, error) {
			m, _ := own.Best(g)
			return m, err
		}
	}
	one, err := arena.Match(t.Context(), pigOpening(target), best, holdAt(5), arena.Options{Games: games})
	if err != nil {
		t.Fatal(err)
	}
	two, err := arena.Match(t.Context(), pigOpening(target), best, holdAt(5), arena.Options{Games: games, Workers: 2})
	if one.Elapsed = two.Elapsed; err != nil || one != two {
		t.Errorf("%+v with one worker, %+v with two, %v", one, two, err)
	}
	rate := float64(one.Wins) / float64(games)
	t.Logf("optimal play wins %.3f; the first side wins %.3f of optimal games", rate, (1+s.Low)/2)
	if rate < 0.5+5*0.5/math.Sqrt(float64(games)) {
		t.Errorf("optimal play wins only %.3f", rate)
	}
}

func TestDealsAreChecked(t *testing.T) {
	roll := func() arena.Player[ply.AdversarialGame[int], int] {
		return func(context.Context, ply.AdversarialGame[int], *rand.Rand) (int, error) { return testgames.Roll, nil }
	}
	for _, c := range []struct {
		game func() ply.AdversarialGame[int]
		says string
	}{
		{func() ply.AdversarialGame[int] {
			return testgames.Loaded{AdversarialGame: &testgames.Pig{Target: 20}, Odds: 0.2}
		}, "sum"},
		{func() ply.AdversarialGame[int] {
			return testgames.Loaded{AdversarialGame: &testgames.Pig{Target: 20}, Odds: math.NaN()}
		}, "NaN"},
		{func() ply.AdversarialGame[int] { return testgames.Unsaid{AdversarialGame: &testgames.Pig{Target: 20}} }, "chance"},
	} {
		opening := func(int, *rand.Rand) (ply.AdversarialGame[int], error) { return c.game(), nil }
		if r, err := arena.Match(t.Context(), opening, roll, roll, arena.Options{}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v, error %v; want one that says %q", r, err, c.says)
		}
	}
}

package pig_test

import (
	"flag"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/expectimax"
)

var target = flag.Int("target", long.Or(50, 30), "the points that win the games of TestHoldAt20")

// decided is a game in which each side has but one move, that of a policy.
type decided struct {
	*pig.Game
	policies [2]func(*pig.Game) pig.Move
}

func (g decided) Moves(dst []pig.Move) []pig.Move {
	side := g.ToMove()
	if side == ply.Chance || g.Finished() {
		return g.Game.Moves(dst)
	}
	return append(dst, g.policies[side](g.Game))
}

func holdAt20(g *pig.Game) pig.Move {
	if g.State().Turn >= 20 {
		return pig.Hold
	}
	return pig.Roll
}

// Optimal play keeps what the value of the game promises, and does better against a player who holds at 20. The values
// of two fixed policies are computed by a game in which neither has a choice.
func TestHoldAt20(t *testing.T) {
	s, err := pig.Solve(t.Context(), *target)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := s.Policy()
	if err != nil {
		t.Fatal(err)
	}
	best := func(g *pig.Game) pig.Move {
		m, err := policy.Move(g)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	wins := func(first, second func(*pig.Game) pig.Move) float64 {
		v, err := expectimax.ValueIteration(t.Context(), decided{start(t, *target), [2]func(*pig.Game) pig.Move{first, second}}, ply.Limits{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return (1 + v.Low) / 2
	}
	optimal, _ := s.Wins(start(t, *target))
	if both := wins(best, best); math.Abs(both-optimal) > 1e-9 {
		t.Errorf("the policy wins %v against itself, want %v", both, optimal)
	}
	first, second := wins(best, holdAt20), 1-wins(holdAt20, best)
	t.Logf("optimal play wins %.6f, against holding at 20 %.6f going first and %.6f going second", optimal, first, second)
	if first < optimal-1e-9 || second < 1-optimal-1e-9 {
		t.Error("holding at 20 does better than optimal play")
	}
}

package pig_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
)

func start(t testing.TB, target int) *pig.Game {
	t.Helper()
	g, err := pig.New(target)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *pig.Game { return start(t, 20) })
}

func TestFrom(t *testing.T) {
	for _, c := range []struct {
		target int
		state  pig.State
		ok     bool
	}{
		{2, pig.State{}, true},
		{100, pig.State{Scores: [2]int{99, 99}, Side: 1}, true},
		{100, pig.State{Scores: [2]int{90, 0}, Turn: 9}, true},
		{100, pig.State{Scores: [2]int{90, 0}, Turn: 10}, false},
		{1, pig.State{}, false},
		{1001, pig.State{}, false},
		{100, pig.State{Side: 2}, false},
		{100, pig.State{Scores: [2]int{100, 0}}, false},
		{100, pig.State{Scores: [2]int{0, -1}}, false},
		{100, pig.State{Turn: -1}, false},
	} {
		if _, err := pig.From(c.target, c.state); (err == nil) != c.ok {
			t.Errorf("%d %+v: %v", c.target, c.state, err)
		}
	}
}

// Optimal play of Pig to 100 (Neller and Presser 2004): the first player wins 0.5306, holds at 21 at the start, and
// rolls on with 99 points of the other.
func TestSolve(t *testing.T) {
	long.Only(t)
	s, err := pig.Solve(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	if wins, ok := s.Wins(start(t, 100)); !ok || math.Abs(wins-0.5306) > 0.00005 {
		t.Errorf("the first player wins %v", wins)
	}
	policy, err := s.Policy()
	if err != nil {
		t.Fatal(err)
	}
	if at := policy.HoldAt(0, 0); at != 21 {
		t.Errorf("hold at %d, want 21", at)
	}
	if at := policy.HoldAt(0, 99); at != 100 {
		t.Errorf("with 99 points of the other: hold at %d", at)
	}
}

func TestPolicy(t *testing.T) {
	s, err := pig.Solve(t.Context(), 20)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := s.Policy()
	if err != nil {
		t.Fatal(err)
	}
	for own := range 20 {
		if at := policy.HoldAt(own, 19); at < 1 || at > 20-own {
			t.Errorf("with %d points: hold at %d", own, at)
		}
	}
	// Both sides play the same.
	for _, side := range []int{0, 1} {
		for turn := 1; turn < 15; turn++ {
			state := pig.State{Side: side, Turn: turn}
			state.Scores[side], state.Scores[1-side] = 5, 8
			g, err := pig.From(20, state)
			if err != nil {
				t.Fatal(err)
			}
			want := pig.Roll
			if turn >= policy.HoldAt(5, 8) {
				want = pig.Hold
			}
			if m, err := policy.Move(g); err != nil || m != want {
				t.Errorf("side %d, %d in the turn: %v, %v; want %v", side, turn, m, err, want)
			}
		}
	}
	if _, err := policy.Move(start(t, 30)); err == nil {
		t.Error("a policy for another target")
	}
}

func ExampleSolve() {
	s, err := pig.Solve(context.Background(), 30)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, _ := pig.New(30)
	wins, _ := s.Wins(g)
	policy, _ := s.Policy()
	fmt.Printf("the first player wins %.4f of games to 30, and holds at %d in the first turn\n", wins, policy.HoldAt(0, 0))
	// Output:
	// the first player wins 0.5679 of games to 30, and holds at 30 in the first turn
}

// BenchmarkSolve solves games to 50.
func BenchmarkSolve(b *testing.B) {
	b.ReportAllocs()
	backups := 0
	for b.Loop() {
		s, err := pig.Solve(b.Context(), 50)
		if err != nil {
			b.Fatal(err)
		}
		backups += s.Backups
	}
	b.ReportMetric(float64(backups)/b.Elapsed().Seconds()/1e6, "Mbackups/s")
}

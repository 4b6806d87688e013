package expectimax_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

// Values of acyclic games are those found backwards from their ends, in all positions that can be reached.
func TestValuesOfAcyclicGames(t *testing.T) {
	for seed := range uint64(200) {
		g := gamble(seed, 40, true)
		s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
		if err != nil || s.Status != ply.Complete || s.Largest() != 1 || s.Backups != s.Positions {
			t.Fatalf("seed %d: %+v, %v", seed, s, err)
		}
		for n, want := range g.Expectations() {
			g.At = n
			if g.Nodes[n].Side == 1 {
				want = -want
			}
			low, high, ok := s.Value(g)
			if ok && (math.Abs(low-want) > 1e-12 || math.Abs(high-want) > 1e-12) {
				t.Fatalf("seed %d: node %d is worth %v to %v, want %v", seed, n, low, high, want)
			}
			if !ok && n == 0 {
				t.Fatal("the start is not known")
			}
		}
	}
}

// swept returns the values of a gamble after many sweeps from one value for all.
func swept(g *testgames.Gamble, from float64) []float64 {
	values := slices.Repeat([]float64{from}, len(g.Nodes))
	for range 20_000 {
		for n, node := range g.Nodes {
			sign := 1.0
			if node.Side == 1 {
				sign = -1
			}
			v := math.Inf(-1)
			switch {
			case len(node.Out) == 0:
				v = float64(node.Outcome)
			case node.Side == ply.Chance:
				v = 0
				for i, e := range node.Out {
					v += g.Odds[n][i] * values[g.Edges[e].To]
				}
			default:
				for _, e := range node.Out {
					v = max(v, sign*values[g.Edges[e].To])
				}
			}
			values[n] = sign * v
		}
	}
	return values
}

// In games with cycles the bounds equal plain value iteration from the least and the greatest reachable outcome, and
// from beyond them.
func TestValuesOfCyclicGames(t *testing.T) {
	apart := 0
	for seed := range uint64(40) {
		g := gamble(seed, 12, false)
		s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
		if err != nil || s.Status != ply.Complete {
			t.Fatalf("seed %d: %+v, %v", seed, s, err)
		}
		if math.IsInf(s.Low, 0) {
			continue // no line ends
		}
		lowest, highest := math.Inf(1), math.Inf(-1)
		for n, node := range g.Nodes {
			g.At = n
			if _, _, ok := s.Value(g); ok && len(node.Out) == 0 {
				v := float64(node.Outcome)
				if node.Side == 1 {
					v = -v
				}
				lowest, highest = min(lowest, v), max(highest, v)
			}
		}
		lows, highs := swept(g, lowest), swept(g, highest)
		for n := range g.Nodes {
			low, high := lows[n], highs[n]
			if g.Nodes[n].Side == 1 {
				low, high = -high, -low
			}
			g.At = n
			if l, h, ok := s.Value(g); ok && (math.Abs(l-low) > 1e-8 || math.Abs(h-high) > 1e-8) {
				t.Fatalf("seed %d: node %d is worth %v to %v, want %v to %v", seed, n, l, h, low, high)
			}
			if high-low > 1e-8 {
				apart++
			}
		}
	}
	if apart == 0 {
		t.Error("no side can keep a game from ending: nothing tells that")
	}
}

// The first player wins 0.5306 of games of Pig to 100 (Neller and Presser 2004), and optimal play holds at 21 at the
// start of such a game (figure 3 there).
func TestPig(t *testing.T) {
	g := &testgames.Pig{Target: 100}
	if !long.Enabled {
		// Between positions of different scores there are no cycles, so the end of the game is as much of a test.
		g.Scores = [2]int{80, 80}
	}
	s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
	if err != nil || s.Status != ply.Complete || s.High-s.Low > 1e-9 {
		t.Fatalf("%+v, %v", s, err)
	}
	t.Logf("%d positions, %d components, the largest of %d, %d backups, value %v, %v", s.Positions, s.Components, s.Largest(), s.Backups, s.Low, s.Elapsed)
	if !long.Enabled {
		return
	}
	if wins := (1 + s.Low) / 2; math.Abs(wins-0.5306) > 0.00005 {
		t.Errorf("the first player wins %.5f", wins)
	}
	for sum := 2; sum < 100; sum++ {
		g.Turn = sum
		best, ok := s.Best(g)
		if want := []int{testgames.Roll, testgames.Hold}[min(sum/21, 1)]; !ok || best != want {
			t.Errorf("with %d in the first turn: move %d, want %d", sum, best, want)
		}
	}
}

// Values of Pig to a small target solve the equations of Neller and Presser, solved here by sweeps over the
// probabilities of winning.
func TestPigToTen(t *testing.T) {
	const target = 10
	var wins [target][target][target + 1]float64 // of the side to move, by its score, the other's, and the turn
	at := func(own, other, turn int) float64 {
		if own+turn >= target {
			return 1
		}
		return wins[own][other][turn]
	}
	for range 1000 {
		for own := range target {
			for other := range target {
				for turn := range target - own {
					roll := 1 - at(other, own, 0)
					for die := 2; die <= 6; die++ {
						roll += at(own, other, turn+die)
					}
					best := roll / 6
					if turn > 0 {
						best = max(best, 1-at(other, own+turn, 0))
					}
					wins[own][other][turn] = best
				}
			}
		}
	}
	g := &testgames.Pig{Target: target}
	s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for own := range target {
		for other := range target {
			for turn := range target - own {
				for side := range 2 {
					g := &testgames.Pig{Target: target, Turn: turn, Side: side}
					g.Scores[side], g.Scores[1-side] = own, other
					low, _, ok := s.Value(g)
					if ok && math.Abs((1+low)/2-wins[own][other][turn]) > 1e-9 {
						t.Errorf("%v: %v, want %v", g, (1+low)/2, wins[own][other][turn])
					}
					if ok {
						checked++
					}
				}
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d positions", checked)
	}
}

// lookup is a game that can only be told by its hash.
type lookup struct {
	ply.AdversarialGame[int]
	ply.Stochastic[int]
	ply.Hasher
}

func TestValueIterationByHash(t *testing.T) {
	g := gamble(5, 40, true)
	want := g.Expectations()[0]
	s, err := expectimax.ValueIteration(t.Context(), lookup{g, g, g}, ply.Limits{}, 0)
	if g.Nodes[0].Side == 1 {
		want = -want
	}
	if err != nil || math.Abs(s.Low-want) > 1e-9 {
		t.Errorf("%+v, %v; want %v", s, err, want)
	}
	// Positions told by their identities cannot be found by their hashes.
	if s, err = expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := s.Value(lookup{g, g, g}); ok {
		t.Error("a position was found by its hash among identities")
	}
}

func TestValueIterationLimits(t *testing.T) {
	g := &testgames.Pig{Target: 25}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits ply.Limits
		want   ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 1000}, ply.OutOfNodes},
		{t.Context(), ply.Limits{Time: time.Microsecond}, ply.OutOfTime},
		{cancelled, ply.Limits{}, ply.Cancelled},
	} {
		s, err := expectimax.ValueIteration(c.ctx, g, c.limits, 0)
		if err != nil || s.Status != c.want || g.Scores != [2]int{} || g.Turn != 0 || g.Rolling {
			t.Errorf("%+v: %v, %v; the game is at %v", c.limits, s.Status, err, g)
		}
		if _, _, ok := s.Value(g); c.want != ply.Complete && (ok || !math.IsInf(s.High, 1)) {
			t.Errorf("%+v: something is known: %+v", c.limits, s)
		}
	}
}

// A limit of nodes counts positions, which are stored first, and then backups. Once values are computed, their bounds hold,
// whenever the search ends.
func TestValueIterationOutOfNodes(t *testing.T) {
	g := &testgames.Pig{Target: 10}
	full, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	total := full.Positions + full.Backups
	for _, nodes := range []int{1, full.Positions, full.Positions + 1, (full.Positions + total) / 2, total - 1, total} {
		s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{Nodes: nodes}, 0)
		want := ply.OutOfNodes
		if nodes == total {
			want = ply.Complete
		}
		if err != nil || s.Status != want || s.Backups != max(0, nodes-full.Positions) || s.Low > full.Low || s.High < full.High {
			t.Errorf("%d nodes: %+v, %v; want %v and bounds around %v to %v", nodes, s, err, want, full.Low, full.High)
		}
		if _, _, ok := s.Value(g); ok != (nodes > full.Positions) {
			t.Errorf("%d nodes, %d positions: a value is known: %t", nodes, full.Positions, ok)
		}
	}
}

func TestValueIterationErrors(t *testing.T) {
	start := gamble(3, 40, true)
	for _, c := range []struct {
		name      string
		game      ply.AdversarialGame[int]
		limits    ply.Limits
		tolerance float64
		says      string
	}{
		{"no game", nil, ply.Limits{}, 0, "no game"},
		{"tolerance", start, ply.Limits{}, math.NaN(), "tolerance"},
		{"nodes", start, ply.Limits{Nodes: -1}, 0, "Limits.Nodes is -1"},
		{"time", start, ply.Limits{Time: -1}, 0, "Limits.Time is -1ns"},
		{"no identity", silent{start}, ply.Limits{}, 0, "ply.Hasher"},
		{"negative", &strange{Gamble: start, odds: func(m []int, dst []float64) []float64 { return append(dst, make([]float64, len(m))...) }}, ply.Limits{}, 0, "sum"},
		{"side 2", &strange{Gamble: start, turn: func() int { return 2 }}, ply.Limits{}, 0, "ToMove is 2"},
		{"panic", &strange{Gamble: start, turn: func() int { panic("nobody") }}, ply.Limits{}, 0, "nobody"},
	} {
		s, err := expectimax.ValueIteration(t.Context(), c.game, c.limits, c.tolerance)
		if err == nil || !strings.Contains(err.Error(), c.says) || s.Status != ply.Failed {
			t.Errorf("%s: status %v, error %v; want one that says %q", c.name, s.Status, err, c.says)
		}
	}
}

// A game that never ends has no value.
func TestNoEnd(t *testing.T) {
	g := gamble(1, 6, false)
	for n := range g.Nodes {
		g.Nodes[n].Out = []int{len(g.Edges)}
		g.Edges = append(g.Edges, testgames.Edge{From: n, To: (n + 1) % 6})
		if g.Odds[n] != nil {
			g.Odds[n] = []float64{1}
		}
	}
	s, err := expectimax.ValueIteration(t.Context(), g, ply.Limits{}, 0)
	if err != nil || !math.IsInf(s.Low, -1) || !math.IsInf(s.High, 1) {
		t.Errorf("%+v, %v", s, err)
	}
	if _, ok := s.Best(g); ok {
		t.Error("a best move")
	}
}

// Lines may have a million moves.
func TestValuesOfLongLines(t *testing.T) {
	s, err := expectimax.ValueIteration(t.Context(), &walk{end: long.Or(1_000_000, 40_000)}, ply.Limits{}, 0)
	if err != nil || math.Abs(s.Low-1) > 1e-6 {
		t.Errorf("%+v, %v", s, err)
	}
}

func ExampleValueIteration() {
	pig := &testgames.Pig{Target: 20}
	s, err := expectimax.ValueIteration(context.Background(), pig, ply.Limits{}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v: the first side wins %.4f of games, one of %d positions\n", s.Status, (1+s.Low)/2, s.Positions)
	pig.Turn = 10
	best, _ := s.Best(pig)
	fmt.Println("with 10 points in the first turn, hold:", best == testgames.Hold)
	// Output:
	// complete: the first side wins 0.6156 of games, one of 13186 positions
	// with 10 points in the first turn, hold: false
}

func BenchmarkStar2(b *testing.B) {
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		g := testgames.RandomGamble(rand.New(rand.NewPCG(1, 0)), 1000, 6, 9, false)
		r, err := expectimax.Star2(b.Context(), g, ply.Limits{}, options{Depth: 6, Range: [2]float64{-9, 9}})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

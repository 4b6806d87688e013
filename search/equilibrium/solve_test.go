package equilibrium_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/equilibrium"
	"github.com/ply-search/ply/search/regret"
)

// A penalty kick: the kicker chooses rows, left or right, and the keeper columns. The kicker is better on the left.
func ExampleMatrix() {
	value, row, column, err := equilibrium.Matrix([][]float64{
		{0.6, 0.9},
		{0.8, 0.4},
	})
	fmt.Printf("%.3f %.3f %.3f %v\n", value, row, column, err)
	// Output: 0.686 [0.571 0.429] [0.714 0.286] <nil>
}

// Matching pennies, where two heads count twice.
func ExampleSolve() {
	r, err := equilibrium.Solve(context.Background(), &testgames.Pennies{Rounds: 2, Prize: 2}, ply.Limits{}, equilibrium.Options[int]{})
	fmt.Printf("%.3f %v %.3f %v\n", r.Value, r.Moves[0], r.Probabilities[0], err)
	// Output: 0.400 [0 1] [0.400 0.600] <nil>
}

func TestMatrices(t *testing.T) {
	for _, c := range []struct {
		name    string
		payoffs [][]float64
		value   float64
		row     []float64
	}{
		{"one choice", [][]float64{{-7}}, -7, []float64{1}},
		{"saddle", [][]float64{{4, 1, 3}, {2, 0, 5}}, 1, []float64{1, 0}},
		{"all the same", [][]float64{{2, 2}, {2, 2}}, 2, nil},
		{"pennies", [][]float64{{1, -1}, {-1, 1}}, 0, []float64{0.5, 0.5}},
		// Two by two without a saddle: the value is the determinant divided by a+d-b-c (von Neumann and Morgenstern 1944).
		{"two by two", [][]float64{{3, 1}, {0, 2}}, 1.5, []float64{0.5, 0.5}},
		{"far from 0", [][]float64{{1e6 + 3, 1e6 + 1}, {1e6, 1e6 + 2}}, 1e6 + 1.5, []float64{0.5, 0.5}},
		{"tiny", [][]float64{{3e-9, 1e-9}, {0, 2e-9}}, 1.5e-9, []float64{0.5, 0.5}},
		// Morra with one or two fingers: call the sum right to win it.
		{"morra", [][]float64{{0, 2, -3, 0}, {-2, 0, 0, 3}, {3, 0, 0, -4}, {0, -3, 4, 0}}, 0, nil},
	} {
		value, row, _, err := equilibrium.Matrix(c.payoffs)
		if err != nil || math.Abs(value-c.value) > 1e-9*max(1, math.Abs(c.value)) {
			t.Errorf("%s: %v, %v", c.name, value, err)
		}
		for i, p := range c.row {
			if math.Abs(row[i]-p) > 1e-6 {
				t.Errorf("%s: rows %v, want %v", c.name, row, c.row)
			}
		}
	}
	for _, payoffs := range [][][]float64{nil, {{}}, {{1, 2}, {3}}, {{math.NaN()}}, {{1, 0}, {0, math.Inf(1)}}} {
		if _, _, _, err := equilibrium.Matrix(payoffs); err == nil {
			t.Errorf("no error for %v", payoffs)
		}
	}
}

// Tree is a random game of joint moves, with rounds of one player and positions of chance among the others.
type tree struct {
	fog   *testgames.Fog
	sizes []int
}

func (g *tree) Players() int  { return 2 }
func (g *tree) Acyclic() bool { return true }
func (g *tree) Clone() *tree  { return &tree{g.fog.Clone(), append([]int(nil), g.sizes...)} }

// MovesOf takes two moves of different players that follow each other for a round.
func (g *tree) MovesOf(player int, dst []int) []int {
	if len(g.fog.Line) == g.fog.Depth {
		return dst
	}
	first := g.fog.ToMove()
	if player == first {
		return append(dst, 0, 1, 2)
	}
	if player == g.second(first) {
		return append(dst, 0, 1)
	}
	return dst
}

// second returns the other player of a round, or -2.
func (g *tree) second(first int) int {
	if first == ply.Chance || len(g.fog.Line)+1 >= g.fog.Depth {
		return -2
	}
	g.fog.Play(0)
	defer g.fog.Undo(0)
	if next := g.fog.ToMove(); next != first && next != ply.Chance {
		return next
	}
	return -2
}

func (g *tree) PlayJoint(moves []int) {
	if len(moves) == 2 && g.fog.ToMove() == 1 {
		moves = []int{moves[1], moves[0]}
	}
	for _, m := range moves {
		g.fog.Play(m)
	}
	g.sizes = append(g.sizes, len(moves))
}

func (g *tree) UndoJoint([]int) {
	last := len(g.sizes) - 1
	for range g.sizes[last] {
		g.fog.Undo(0)
	}
	g.sizes = g.sizes[:last]
}

func (g *tree) Outcomes(values []int) {
	values[0] = g.fog.Outcome()
	values[1] = -values[0]
}

func (g *tree) Probabilities(moves []int, dst []float64) []float64 {
	return g.fog.Probabilities(moves, dst)
}

// TestSolveAgreesWithRegret compares with what counterfactual regret minimization comes close to, and solves a game as
// a joint one again.
func TestSolveAgreesWithRegret(t *testing.T) {
	for seed := range uint64(40) {
		g := &tree{fog: &testgames.Fog{Seed: seed, Depth: int(seed % 7), Width: 1, Most: 10}}
		r, err := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[int]{})
		if err != nil || r.Status != ply.Complete || len(g.fog.Line) > 0 {
			t.Fatal(r, err)
		}
		serial := rounds.Serialize(g)
		c, err := regret.CFRPlus(t.Context(), serial, ply.Limits{Nodes: 3000}, 0.01, regret.Options[int]{})
		if err != nil || math.Abs(c.Values[0]-r.Value) > 2*c.Exploitability+1e-9 || c.Exploitability > 0.1 {
			t.Fatalf("seed %d: value %v, want %v within %v; %v", seed, r.Value, c.Values, c.Exploitability, err)
		}
		again, err := rounds.JointOf(serial)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := equilibrium.Solve(t.Context(), again, ply.Limits{}, equilibrium.Options[int]{}); err != nil || math.Abs(s.Value-r.Value) > 1e-9 {
			t.Fatal(s, err)
		}
	}
}

// Broken games.
type (
	generous struct{ *testgames.Pennies }
	cyclic   struct{ *testgames.Pennies }
	hidden   struct{ *testgames.Pennies }
	three    struct{ *testgames.Pennies }
	dealing  struct{ *testgames.Pennies }
	broken   struct{ *testgames.Pennies }
)

func (g generous) Outcomes(values []int)                         { values[0], values[1] = 1, 1 }
func (g cyclic) Acyclic() bool                                   { return false }
func (g hidden) AppendInformation(dst []byte, player int) []byte { return dst }
func (g three) Players() int                                     { return 3 }
func (g dealing) MovesOf(player int, dst []int) []int            { return append(dst, 0) }
func (g broken) PlayJoint([]int)                                 { panic("no") }

func TestBrokenGames(t *testing.T) {
	p := &testgames.Pennies{Rounds: 1, Prize: 1}
	for _, c := range []struct {
		g    ply.Joint[int]
		want string
	}{
		{generous{p}, "zero-sum"}, {cyclic{p}, "acyclic"}, {hidden{p}, "Imperfect"}, {three{p}, "3 players"},
		{dealing{p}, "ply.Stochastic"}, {broken{p}, "panicked after [[0 0]]"}, {nil, "no game"}, {(*tree)(nil), "no game"},
	} {
		if r, err := equilibrium.Solve(t.Context(), c.g, ply.Limits{}, equilibrium.Options[int]{}); err == nil || !strings.Contains(err.Error(), c.want) || r.Status != ply.Failed {
			t.Errorf("%T: %v, want %s", c.g, err, c.want)
		}
	}
	for want, c := range map[string]struct {
		limits ply.Limits
		opt    equilibrium.Options[int]
	}{
		"equilibrium: Limits.Nodes is -1":  {limits: ply.Limits{Nodes: -1}},
		"equilibrium: Limits.Time is -1ns": {limits: ply.Limits{Time: -1}},
		"equilibrium: option Memory is -2": {opt: equilibrium.Options[int]{Memory: -2}},
	} {
		if r, err := equilibrium.Solve(t.Context(), p, c.limits, c.opt); err == nil || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
			t.Errorf("%v, error %v, want %s", r.Status, err, want)
		}
	}
}

func TestLimits(t *testing.T) {
	g := &testgames.Pennies{Rounds: 12, Prize: 2}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	calls := 0
	for _, c := range []struct {
		ctx    context.Context
		limits ply.Limits
		opt    equilibrium.Options[int]
		want   ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 100}, equilibrium.Options[int]{}, ply.OutOfNodes},
		{stop.ReportEach(t.Context(), 1), ply.Limits{Time: 1}, equilibrium.Options[int]{Progress: func(equilibrium.Result[int]) { calls++ }}, ply.OutOfTime},
		{cancelled, ply.Limits{}, equilibrium.Options[int]{}, ply.Cancelled},
	} {
		if r, err := equilibrium.Solve(c.ctx, g, c.limits, c.opt); err != nil || r.Status != c.want || len(g.Line) > 0 || r.Moves[0] != nil {
			t.Errorf("%v: %v, %v", c.want, r, err)
		}
	}
	if calls == 0 {
		t.Error("no progress")
	}
}

// As many nodes as there are positions are enough, and one less is not.
func TestOutOfNodes(t *testing.T) {
	g := &testgames.Pennies{Rounds: 3, Prize: 2}
	all, err := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	for nodes, want := range map[int]ply.Status{1: ply.OutOfNodes, all.Nodes - 1: ply.OutOfNodes, all.Nodes: ply.Complete} {
		r, err := equilibrium.Solve(t.Context(), g, ply.Limits{Nodes: nodes}, equilibrium.Options[int]{})
		if err != nil || r.Status != want || r.Nodes != nodes {
			t.Errorf("%d of %d nodes: %v after %d, error %v, want %v", nodes, all.Nodes, r.Status, r.Nodes, err, want)
		}
	}
}

// Stairs is a long line of rounds for one player, in which the positions have identities.
type stairs struct{ at, end int }

func (g *stairs) Players() int      { return 2 }
func (g *stairs) Acyclic() bool     { return true }
func (g *stairs) PlayJoint(m []int) { g.at += m[0] }
func (g *stairs) UndoJoint(m []int) { g.at -= m[0] }
func (g *stairs) Outcomes(v []int)  { v[0], v[1] = g.at, -g.at }
func (g *stairs) AppendBinary(b []byte) ([]byte, error) {
	if g.at < 0 {
		return nil, errors.New("below")
	}
	return fmt.Append(b, g.at), nil
}
func (g *stairs) MovesOf(player int, dst []int) []int {
	if player != 0 || g.at >= g.end {
		return dst
	}
	return append(dst, 1, 2)
}

func TestLongLinesAndKnownPositions(t *testing.T) {
	g := &stairs{end: 100_000}
	if r, err := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[int]{}); err != nil || r.Value != 100_001 || r.Nodes > 2*g.end+2 || g.at != 0 {
		t.Error(r, err)
	}
	g = &stairs{end: 12}
	few, err1 := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[int]{Memory: 300})
	no, err2 := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[int]{Memory: -1})
	if err1 != nil || err2 != nil || few.Value != 13 || no.Value != 13 || few.Nodes >= no.Nodes {
		t.Error(few, err1, no, err2)
	}
}

func BenchmarkMatrix(b *testing.B) {
	payoffs := make([][]float64, 10)
	for r := range payoffs {
		payoffs[r] = make([]float64, 10)
		for c := range payoffs[r] {
			payoffs[r][c] = float64((r*7+c*c*3+r*c)%11) - 5
		}
	}
	for b.Loop() {
		if _, _, _, err := equilibrium.Matrix(payoffs); err != nil {
			b.Fatal(err)
		}
	}
}

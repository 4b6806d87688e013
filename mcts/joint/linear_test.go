package joint_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/joint"
)

// A matrix is a game of some rounds in which side 0 gets the sum of the matrix entries.
type matrix struct {
	pay    [][]int
	rounds int
	line   []int
}

func (g *matrix) Players() int  { return 2 }
func (g *matrix) Acyclic() bool { return true }
func (g *matrix) MovesOf(player int, dst []int) []int {
	if player < 0 || len(g.line) == 2*g.rounds {
		return dst
	}
	for m := range [...]int{len(g.pay), len(g.pay[0])}[player] {
		dst = append(dst, m)
	}
	return dst
}
func (g *matrix) Clone() *matrix {
	return &matrix{pay: g.pay, rounds: g.rounds, line: append([]int(nil), g.line...)}
}
func (g *matrix) PlayJoint(m []int) { g.line = append(g.line, m...) }
func (g *matrix) UndoJoint([]int)   { g.line = g.line[:len(g.line)-2] }
func (g *matrix) Outcomes(values []int) {
	values[0] = 0
	for i := 0; i < len(g.line); i += 2 {
		values[0] += g.pay[g.line[i]][g.line[i+1]]
	}
	values[1] = -values[0]
}

func searchMatrix(t *testing.T, g *matrix, scale, simulations int) joint.Result[int] {
	t.Helper()
	tree, err := joint.New(g, joint.Options[int]{Selection: joint.UCT, Scale: scale})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
	if err != nil || len(g.line) > 0 {
		t.Fatal(r, err)
	}
	return r
}

// A dominant move is found. (A single round would have no playouts. Without randomness players may for ever choose
// only pairs of moves with equal values.)
func TestLinearDominant(t *testing.T) {
	g := &matrix{pay: [][]int{{0, 2, 1}, {-1, 1, 0}, {1, 3, 2}}, rounds: 2}
	r := searchMatrix(t, g, 6, 20_000)
	if r.Probabilities[0][2] < 0.6 || r.Probabilities[1][0] < 0.6 {
		t.Error(r.Probabilities)
	}
	for _, p := range r.Probabilities {
		sum := 0.0
		for _, x := range p {
			sum += x
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Error(p)
		}
	}
}

// No player is foreseen: the first one does not believe that it loses in matching pennies.
func TestLinearPessimism(t *testing.T) {
	g := &matrix{pay: [][]int{{1, -1}, {-1, 1}}, rounds: 1}
	if r := searchMatrix(t, g, 1, 4000); r.Means[0] < -0.8 {
		t.Errorf("mean %v", r.Means[0])
	}
}

// The tree is deeper after about as many simulations as a player has moves, not as there are joint moves.
func TestLinearDepth(t *testing.T) {
	const a, b = 6, 7
	pay := make([][]int, a)
	for i := range pay {
		pay[i] = make([]int, b)
	}
	tree, err := joint.New(&matrix{pay: pay, rounds: 3}, joint.Options[int]{Selection: joint.UCT})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Search(t.Context(), ply.Limits{Nodes: a * b / 2}); err != nil {
		t.Fatal(err)
	}
	for i := range a * b * a * b {
		if tree.Visits([]byte{byte(i / (a * b * b)), byte(i / (a * b) % b), byte(i / b % a), byte(i % b)}) >= 0 {
			return // a node below those of the first joint moves
		}
	}
	t.Errorf("no deeper after %d simulations", a*b/2)
}

// The table of Vittaut 2017, section 4.2.2: how often each joint move was chosen is what each player chose, in sums of
// rows and of columns.
func TestLinearSums(t *testing.T) {
	table := [][]int{{21, 79, 5}, {7, 12, 2}}
	tree, err := joint.New(&matrix{pay: table, rounds: 1}, joint.Options[int]{Selection: joint.UCT})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range table {
		for j, count := range row {
			for range count {
				tree.Learn([]int{i, j}, []float64{0.5, 0.5})
			}
		}
	}
	r := tree.Result()
	for player, want := range [][]float64{{105, 21}, {28, 91, 7}} {
		got := slices.Clone(r.Probabilities[player])
		for i := range got {
			got[i] = math.Round(got[i] * 126)
		}
		if !slices.Equal(got, want) {
			t.Errorf("player %d has %v, want %v", player, got, want)
		}
	}
}

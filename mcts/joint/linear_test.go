package joint_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/joint"
)

// A matrix is a game of some rounds in which side 0 gets the sum of what the matrix says of each.
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
func (g *matrix) PlayJoint(m []int) { g.line = append(g.line, m...) }
func (g *matrix) UndoJoint([]int)   { g.line = g.line[:len(g.line)-2] }
func (g *matrix) Outcomes(values []int) {
	values[0] = 0
	for i := 0; i < len(g.line); i += 2 {
		values[0] += g.pay[g.line[i]][g.line[i+1]]
	}
	values[1] = -values[0]
}

// linearisations are those of all conditions.
var linearisations = map[string]joint.Options[int]{
	"1, 2":    {},
	"1, 2, 3": {WholeRounds: true},
	"2":       {SeenChoices: true},
	"2, 3":    {SeenChoices: true, WholeRounds: true},
	"1":       {SplitRounds: true},
	"none":    {SeenChoices: true, SplitRounds: true},
}

func searchMatrix(t *testing.T, g *matrix, opt joint.Options[int], scale, simulations int) joint.Result[int] {
	t.Helper()
	opt.Selection, opt.Scale = joint.UCT, scale
	tree, err := joint.New(g, opt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), joint.Limits{MaxSimulations: simulations})
	if err != nil || len(g.line) > 0 {
		t.Fatal(r, err)
	}
	return r
}

// All find moves that are best whatever the other does. (A single round would have no playouts. Without any randomness
// players may go on for ever to choose only such pairs of moves as are worth the same.)
func TestLinearDominant(t *testing.T) {
	g := &matrix{pay: [][]int{{0, 2, 1}, {-1, 1, 0}, {1, 3, 2}}, rounds: 2}
	for name, opt := range linearisations {
		r := searchMatrix(t, g, opt, 6, 20_000)
		if r.Probabilities[0][2] < 0.6 || r.Probabilities[1][0] < 0.6 {
			t.Errorf("conditions %s: %v", name, r.Probabilities)
		}
		for _, p := range r.Probabilities {
			sum := 0.0
			for _, x := range p {
				sum += x
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("conditions %s: %v", name, p)
			}
		}
	}
}

// A first player that is foreseen in matching pennies believes that it loses.
func TestLinearPessimism(t *testing.T) {
	g := &matrix{pay: [][]int{{1, -1}, {-1, 1}}, rounds: 1}
	for name, opt := range linearisations {
		r := searchMatrix(t, g, opt, 1, 4000)
		if foreseen := r.Means[0] < 0.1; foreseen != opt.SeenChoices {
			t.Errorf("conditions %s: mean %v", name, r.Means[0])
		}
	}
}

// With whole rounds a position has all its joint moves in the tree before one of these has a joint move below it:
// a·b simulations. Without, the tree is deeper after about as many simulations as a player has moves.
func TestLinearDepth(t *testing.T) {
	const a, b = 6, 7
	pay := make([][]int, a)
	for i := range pay {
		pay[i] = make([]int, b)
	}
	for name, opt := range linearisations {
		deep := func(simulations int) bool { // whether there are nodes below those of the first joint moves
			g := &watched{matrix: matrix{pay: pay, rounds: 3}}
			opt.Selection = joint.UCT
			tree, err := joint.New(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tree.Search(t.Context(), joint.Limits{MaxSimulations: simulations}); err != nil {
				t.Fatal(err)
			}
			key := []byte{0, 0, 0, 0}
			for key[0] = range byte(a) {
				for key[1] = range byte(b) {
					for key[2] = range byte(a) {
						for key[3] = range byte(b) {
							if tree.Visits(key) >= 0 {
								return true
							}
						}
					}
				}
			}
			return false
		}
		first := 1
		for !deep(first) {
			first++
		}
		switch {
		case opt.WholeRounds && first != a*b+1:
			t.Errorf("conditions %s: deeper after %d simulations, want %d", name, first, a*b+1)
		case name == "1, 2" && first > a*b/2:
			t.Errorf("conditions %s: deeper after %d simulations, want about %d", name, first, a+b)
		}
	}
}

// watched is a matrix of its own type.
type watched struct{ matrix }

// The table of Vittaut 2017, section 4.2.2: how often each joint move was chosen is what each player chose, in sums of
// rows and of columns.
func TestLinearSums(t *testing.T) {
	table := [][]int{{21, 79, 5}, {7, 12, 2}}
	for _, seen := range []bool{false, true} {
		tree, err := joint.New(&matrix{pay: table, rounds: 1}, joint.Options[int]{Selection: joint.UCT, SeenChoices: seen})
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
				t.Errorf("seen %v: player %d has %v, want %v", seen, player, got, want)
			}
		}
	}
}

func TestLinearErrors(t *testing.T) {
	g := &testgames.Pennies{Rounds: 1, Prize: 1}
	for _, opt := range []joint.Options[int]{
		{SeenChoices: true},
		{SplitRounds: true, Selection: joint.Exp3},
		{WholeRounds: true},
		{Selection: joint.UCT, WholeRounds: true, SplitRounds: true},
	} {
		if _, err := joint.New(g, opt); err == nil {
			t.Errorf("no error for %+v", opt)
		}
	}
}

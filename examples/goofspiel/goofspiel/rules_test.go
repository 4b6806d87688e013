package goofspiel_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goofspiel/goofspiel"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/rounds"
	"github.com/ply-search/ply/search/equilibrium"
	"github.com/ply-search/ply/search/regret"
)

type (
	card = goofspiel.Card
	game = rounds.Serialized[*goofspiel.Game, card]
)

func deal(t testing.TB, rules goofspiel.Rules) *goofspiel.Game {
	t.Helper()
	g, err := goofspiel.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	gametest.CheckEach(t, func(rt *rapid.T) func() *game {
		rules := goofspiel.Rules{Cards: rapid.IntRange(1, 6).Draw(rt, "cards"),
			Order: goofspiel.Order(rapid.IntRange(0, 2).Draw(rt, "order")), Points: rapid.Bool().Draw(rt, "points")}
		return func() *game { return rounds.Serialize(deal(t, rules)) }
	})
}

func TestRules(t *testing.T) {
	for _, rules := range []goofspiel.Rules{{}, {Cards: -1}, {Cards: goofspiel.MaxCards + 1}, {Cards: 3, Order: 3}, {Cards: 3, Order: -1}} {
		if _, err := goofspiel.New(rules); err == nil {
			t.Errorf("no error for %+v", rules)
		}
	}
	g, values := deal(t, goofspiel.Rules{Cards: 3, Order: goofspiel.Descending, Points: true}), make([]int, 2)
	for _, bids := range [][]card{{2, 3}, {3, 1}, {1, 2}} {
		g.PlayJoint(bids)
	}
	if g.Outcomes(values); values[0] != -3+2-1 || values[1] != 2 {
		t.Errorf("outcomes %v", values)
	}
}

// A game that both play by the same rules has the value 0. With the prizes in order and few cards the equilibrium is in
// the greatest cards or pure; see the README for the supports.
func TestValues(t *testing.T) {
	for cards := 1; cards <= long.Or(6, 5); cards++ {
		for order := range goofspiel.Orders {
			for _, points := range []bool{false, true} {
				rules := goofspiel.Rules{Cards: cards, Order: goofspiel.Order(order), Points: points}
				r, err := equilibrium.Solve(t.Context(), deal(t, rules), ply.Limits{}, equilibrium.Options[goofspiel.Card]{})
				if err != nil || r.Status != ply.Complete || math.Abs(r.Value) > 1e-6 {
					t.Errorf("%+v: %v, %v", rules, r, err)
				}
			}
		}
	}
}

// An exact policy solves each position that it is asked about.
type exact struct {
	t     *testing.T
	rules goofspiel.Rules
}

func (e exact) AppendPolicy(dst []float64, player int, key []byte, moves []card) []float64 {
	g := rounds.Serialize(deal(e.t, e.rules))
	for _, i := range key { // the choices of the rounds so far
		g.Play(g.Moves(nil)[i])
	}
	r, err := equilibrium.Solve(e.t.Context(), g.Joint(), ply.Limits{}, equilibrium.Options[goofspiel.Card]{})
	if err != nil {
		e.t.Fatal(err)
	}
	return append(dst, r.Probabilities[player]...)
}

// The exact solution cannot be exploited, and counterfactual regret minimization comes to the same value in positions
// that are not even.
func TestSolutionsAreEquilibria(t *testing.T) {
	for order := range goofspiel.Orders {
		rules := goofspiel.Rules{Cards: 3, Order: goofspiel.Order(order), Points: true}
		e, err := regret.Evaluate(t.Context(), rounds.Serialize(deal(t, rules)), ply.Limits{}, exact{t, rules})
		if err != nil || e.Exploitability > 1e-6 {
			t.Errorf("%s: %v, %v", goofspiel.Orders[order], e, err)
		}
	}
	g := deal(t, goofspiel.Rules{Cards: 4, Order: goofspiel.Descending, Points: true})
	g.PlayJoint([]card{2, 4})
	want, err := equilibrium.Solve(t.Context(), g, ply.Limits{}, equilibrium.Options[goofspiel.Card]{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := regret.CFRPlus(t.Context(), rounds.Serialize(g), ply.Limits{Nodes: 20_000}, 0.005, regret.Options[card]{})
	if err != nil || r.Status != ply.Solved || math.Abs(r.Values[0]-want.Value) > 0.01 {
		t.Errorf("value %v, want %v; %v", r.Values, want.Value, err)
	}
}

func BenchmarkSolve(b *testing.B) {
	g, nodes := deal(b, goofspiel.Rules{Cards: 5}), 0
	for b.Loop() {
		r, err := equilibrium.Solve(b.Context(), g, ply.Limits{}, equilibrium.Options[goofspiel.Card]{})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "positions/s")
}

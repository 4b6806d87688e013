package poker_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/poker/poker"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/search/regret"
)

func deal(t testing.TB, rules poker.Rules) *poker.Game {
	t.Helper()
	g, err := poker.New(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	gametest.CheckEach(t, func(rt *rapid.T) func() *poker.Game {
		bets := rapid.IntRange(1, 10)
		rules := poker.Rules{Ranks: rapid.IntRange(2, 5).Draw(rt, "ranks"), Suits: rapid.IntRange(1, 4).Draw(rt, "suits"),
			Rounds: rapid.IntRange(1, 2).Draw(rt, "rounds"), Bets: [2]int{bets.Draw(rt, "bet"), bets.Draw(rt, "second bet")},
			Raises: rapid.IntRange(0, 4).Draw(rt, "raises")}
		if rules.Ranks*rules.Suits < 3 {
			rules.Ranks = 3
		}
		return deal(t, rules).Clone
	})
}

func TestRules(t *testing.T) {
	for _, wrong := range []func(r *poker.Rules){
		func(r *poker.Rules) { r.Ranks = 0 }, func(r *poker.Rules) { r.Ranks = 14 }, func(r *poker.Rules) { r.Suits = 0 },
		func(r *poker.Rules) { r.Suits = 5 }, func(r *poker.Rules) { r.Rounds = 0 }, func(r *poker.Rules) { r.Rounds = 3 },
		func(r *poker.Rules) { r.Ranks, r.Suits = 1, 2 }, func(r *poker.Rules) { r.Raises = poker.MostRaises + 1 },
		func(r *poker.Rules) { r.Bets[1] = 0 }, func(r *poker.Rules) { r.Bets[0] = 11 },
	} {
		rules := poker.Leduc
		if wrong(&rules); rules == poker.Leduc {
			t.Fatal("not wrong")
		}
		if _, err := poker.New(rules); err == nil {
			t.Errorf("no error for %+v", rules)
		}
	}
}

// Outcomes that follow from the rules.
func TestOutcomes(t *testing.T) {
	const fold, call, raise = poker.Fold, poker.Call, poker.Raise
	j, q, k := poker.Deal(0), poker.Deal(1), poker.Deal(2)
	large := poker.Rules{Ranks: poker.MostRanks, Suits: poker.MostSuits, Rounds: 2, Bets: [2]int{10, 10}, Raises: poker.MostRaises}
	for _, c := range []struct {
		rules poker.Rules
		line  []poker.Move
		want  int
	}{
		{poker.Kuhn, []poker.Move{j, k, call, call}, -1},
		{poker.Kuhn, []poker.Move{k, j, raise, fold}, 1},
		{poker.Kuhn, []poker.Move{k, q, call, raise, fold}, -1},
		{poker.Kuhn, []poker.Move{k, q, call, raise, call}, 2},
		{poker.Leduc, []poker.Move{j, k, call, call, j, call, call}, 1},
		{poker.Leduc, []poker.Move{q, k, raise, raise, call, j, raise, raise, call}, -13},
		{poker.Leduc, []poker.Move{q, q, raise, call, k, call, raise, call}, 0},
		{poker.Leduc, []poker.Move{q, q, raise, call, k, call, raise, fold}, -3},
		{large, append(append([]poker.Move{k, j}, append(slices.Repeat([]poker.Move{raise}, 12), call, q)...),
			append(slices.Repeat([]poker.Move{raise}, 12), call)...), 241},
	} {
		g := deal(t, c.rules)
		for _, m := range c.line {
			if !slices.Contains(g.Moves(nil), m) {
				t.Fatalf("%v: %v is not legal", g, m)
			}
			g.Play(m)
		}
		if len(g.Moves(nil)) > 0 || g.Outcome() != c.want {
			t.Errorf("%s %v: %d, want %d", c.rules.Name, c.line, g.Outcome(), c.want)
		}
	}
}

// The values are -1/18 (Kuhn 1950) and -0.085606 chips (as published with OpenSpiel, Lanctot and others 2019).
func TestEquilibria(t *testing.T) {
	for _, c := range []struct {
		rules                    poker.Rules
		value, within            float64
		exploitability           float64
		iterations, informations int
	}{
		{poker.Kuhn, -1. / 18, 1e-5, 1e-4, 10_000, 12},
		{poker.Leduc, -0.085606, 1e-3, 1e-3, 10_000, 288},
	} {
		r, err := regret.CFRPlus(t.Context(), deal(t, c.rules), ply.Limits{Nodes: c.iterations}, c.exploitability/2, regret.Options[poker.Move]{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Exploitability > c.exploitability || math.Abs(r.Values[0]-c.value) > c.within || r.Information != c.informations {
			t.Errorf("%s: value %v, exploitability %v, %d information sets", c.rules.Name, r.Values[0], r.Exploitability, r.Information)
		}
		t.Logf("%s: value %.6f, exploitability %.2g, %d iterations, %d positions, %v", c.rules.Name, r.Values[0], r.Exploitability, r.Nodes, r.Positions, r.Elapsed)
	}
}

func BenchmarkLeduc(b *testing.B) {
	g, iterations := deal(b, poker.Leduc), 0
	var positions int
	for b.Loop() {
		r, err := regret.CFRPlus(b.Context(), g, ply.Limits{Nodes: 1000}, 0, regret.Options[poker.Move]{})
		if err != nil {
			b.Fatal(err)
		}
		iterations, positions = iterations+r.Nodes, r.Positions
	}
	b.ReportMetric(float64(iterations)/b.Elapsed().Seconds(), "iterations/s")
	b.ReportMetric(float64(positions), "positions")
}

func BenchmarkLeducSampling(b *testing.B) {
	g, positions := deal(b, poker.Leduc), 0
	for b.Loop() {
		r, err := regret.ExternalSampling(b.Context(), g, ply.Limits{Nodes: 1000}, nil, regret.Options[poker.Move]{})
		if err != nil {
			b.Fatal(err)
		}
		positions += r.Positions
	}
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
}

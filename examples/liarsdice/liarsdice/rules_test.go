package liarsdice_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/liarsdice/liarsdice"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/regret"
)

func newGame(sides, joker int) *liarsdice.Game {
	g, err := liarsdice.New(liarsdice.Rules{Sides: sides, Joker: joker})
	if err != nil {
		panic(err)
	}
	return g
}

func TestLaws(t *testing.T) {
	gametest.Check(t, func() *liarsdice.Game { return newGame(3, 1) })
	gametest.Check(t, func() *liarsdice.Game { return newGame(6, 0) })
}

// The values are those of Ahle's analysis of the end of the game by linear programming (github.com/thomasahle/snyd),
// without a joker and with 1 as joker.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		sides, joker int
		value        float64
		iterations   int
		slow         bool
	}{
		{1, 0, 1, 10, false},
		{2, 0, 0, 500, false},
		{3, 0, -1. / 9, 500, false},
		{4, 0, -1. / 8, 300, true},
		{5, 0, -3. / 25, 300, true},
		{6, 0, -1. / 9, 300, true},
		{2, 1, 1, 500, false},
		{3, 1, 1. / 3, 500, false},
		{4, 1, 0, 300, true},
		{5, 1, 0, 300, true},
		{6, 1, -7. / 327, 300, true},
		{6, 6, -7. / 258, 500, true}, // Bluff(1,1) of Lanctot 2013, by the sequence form
	} {
		if c.slow && !long.Enabled {
			continue
		}
		g := newGame(c.sides, c.joker)
		r, err := regret.CFRPlus(t.Context(), g, ply.Limits{Nodes: c.iterations}, 0, regret.Options[liarsdice.Move]{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := regret.Evaluate(t.Context(), g, ply.Limits{}, r.Strategy)
		// The value of the game is no further from that of a strategy than this is exploitable, twice.
		if err != nil || e.Exploitability > 0.01 || math.Abs(e.Values[0]-c.value) > 2*e.Exploitability+1e-9 {
			t.Errorf("%d sides, joker %d: value %.5f, exploitability %.5f, %v; want %.5f",
				c.sides, c.joker, e.Values[0], e.Exploitability, err, c.value)
		}
		t.Logf("%d sides, joker %d: value %.6f, exploitability %.2g", c.sides, c.joker, e.Values[0], e.Exploitability)
	}
}

func TestRules(t *testing.T) {
	for _, rules := range []liarsdice.Rules{{}, {Sides: 7}, {Sides: -1}, {Sides: 3, Joker: 4}, {Sides: 3, Joker: -1}} {
		if _, err := liarsdice.New(rules); err == nil {
			t.Errorf("no error for %+v", rules)
		}
	}
}

func ExampleNew() {
	g, err := liarsdice.New(liarsdice.Rules{Sides: 6, Joker: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range []liarsdice.Move{liarsdice.Roll(1), liarsdice.Roll(4), liarsdice.Bid(1, 5), liarsdice.Bid(2, 4), liarsdice.Doubt} {
		g.Play(m)
	}
	fmt.Println(g, g.ToMove(), g.Outcome())
	fmt.Println(liarsdice.Key(g.AppendInformation(nil, 0)))
	// Output:
	// [rolled 1 rolled 4 1 of 5 2 of 4 doubt] 1 1
	// 1: 1 of 5, 2 of 4, doubt
}

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

func newRoller(g *backgammon.Game, horizon int) *roller {
	return &roller{newChooser(g, backgammon.Network()), expectimax.Filter{}, horizon, rand.New(rand.NewPCG(1, 2))}
}

// endings are races in which each side has few checkers left and White is to throw.
func endings(t *testing.T) []*backgammon.Game {
	t.Helper()
	var games []*backgammon.Game
	for _, id := range []string{"BgAAUAAAAAAAAA", "IwAAYAQAAAAAAA", "QgAAIAIAAAAAAA", "DAAASAEAAAAAAA"} {
		g, err := backgammon.FromID(id)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// With one throw, the values are those of a search of a play, a throw and a play, in which all plays are searched.
func TestRolloutsOfOneThrow(t *testing.T) {
	g, random := backgammon.New(), rand.New(rand.NewPCG(3, 4))
	r := newRoller(g, 1)
	opt := expectimax.Options[backgammon.Move]{Depth: 3, Evaluator: learn.ForExpectimax[backgammon.Move](backgammon.Network(), 0)}
	for range 8 {
		throw, err := ply.DrawOutcome[backgammon.Move](g, random)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(throw)
		want, err := expectimax.Search(t.Context(), g, ply.Limits{}, opt)
		if err != nil {
			t.Fatal(err)
		}
		best := math.Inf(-1)
		for _, m := range g.Moves(nil) {
			best = max(best, r.block(m))
		}
		if math.Abs(best-want.Value) > 1e-9 {
			t.Errorf("%v%v, want %v", g, best, want.Value)
		}
		g.Play(want.Move)
	}
}

// exact returns the expected points of White before a throw if the chooser chooses all plays.
func exact(c *chooser) float64 {
	if c.game.Finished() {
		return c.value(0)
	}
	points := 0.0
	for i, throw := range throws {
		c.game.Play(throw)
		play, _ := c.best()
		c.game.Play(play)
		points += odds[i] * exact(c)
		c.game.Undo(play)
		c.game.Undo(throw)
	}
	return points
}

// In endings, the means of games agree with the expectation of the network's plays. A bad evaluation at the end of a
// game makes no difference.
func TestRolloutsAreUnbiased(t *testing.T) {
	for _, g := range endings(t) {
		g.Play(backgammon.Throw(2, 1))
		for _, m := range g.Moves(nil)[:2] {
			r := newRoller(g, 100)
			g.Play(m)
			want := exact(r.chooser)
			g.Undo(m)
			r.evaluator = optimist{r.evaluator, g}
			g.Play(m)
			if changed := exact(r.chooser); changed != want {
				t.Fatalf("other plays: %v and %v", changed, want)
			}
			g.Undo(m)
			mean, squares := 0.0, 0.0
			const blocks = 300
			for range blocks {
				x := r.block(m)
				mean += x / blocks
				squares += x * x / blocks
			}
			if deviation := math.Sqrt(max(squares-mean*mean, 0) / blocks); math.Abs(mean-want) > 5*deviation+1e-9 {
				t.Errorf("%v after %v: %v ± %v, want %v", g, m, mean, deviation, want)
			}
		}
	}
}

// An optimist adds half a point to the values of White in unfinished positions.
type optimist struct {
	expectimax.Evaluator
	game *backgammon.Game
}

func (o optimist) Expectation() float64 {
	if o.game.Finished() {
		return o.Evaluator.Expectation()
	}
	return o.Evaluator.Expectation() + 0.5
}

// In endings, the plays are nearly as good as those of a search to the end.
func TestRolloutsOfEndings(t *testing.T) {
	for _, g := range endings(t) {
		opt := expectimax.Options[backgammon.Move]{Depth: 30, Table: transposition.NewTable(1 << 20)}
		for _, throw := range throws {
			g.Play(throw)
			want, err := expectimax.Search(t.Context(), g, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			a, err := newRoller(g, 100).search(t.Context(), g, ply.Limits{}, engine.Question[backgammon.Move]{Lines: 2})
			if err != nil || len(a.Lines) > 1 && math.Abs(a.Lines[0].Value-want.Value) > 0.05 {
				t.Errorf("%v%+v, %v; want %+v", g, a, err, want)
			}
			g.Undo(throw)
		}
	}
}

func TestLimitsOfRollouts(t *testing.T) {
	g := backgammon.New()
	r := newRoller(g, 3)
	if _, err := r.search(t.Context(), g, ply.Limits{}, engine.Question[backgammon.Move]{}); err == nil {
		t.Error("a search of a throw")
	}
	g.Play(backgammon.Throw(3, 1))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := r.search(ended, g, ply.Limits{}, engine.Question[backgammon.Move]{})
	if err != nil || a.Status != ply.Cancelled || a.Nodes != 0 || len(a.Lines) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = r.search(t.Context(), g, ply.Limits{Time: 1}, engine.Question[backgammon.Move]{Lines: 20})
	if err != nil || a.Status != ply.OutOfTime || len(a.Lines) != 16 {
		t.Errorf("%+v, %v", a, err)
	}
	some := g.Moves(nil)[3:6]
	a, err = r.search(t.Context(), g, ply.Limits{Nodes: 1}, engine.Question[backgammon.Move]{Moves: some, Lines: 3})
	if err != nil || a.Status != ply.OutOfNodes || a.Nodes != 5*21 || len(a.Lines) != 3 || a.Lines[0].Visits != 42 || a.Lines[2].Visits != 21 {
		t.Errorf("%+v, %v", a, err)
	}
}

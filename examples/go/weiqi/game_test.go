package weiqi_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/mcts"
)

// position returns a game on a board drawn as text.
func position(t *testing.T, text string, knowledge weiqi.Knowledge) *weiqi.Game {
	t.Helper()
	b, err := goban.ReadText(strings.NewReader(text), weiqi.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	return weiqi.Of(b, knowledge)
}

// names returns the names of points, in order.
func names(b *goban.Board, points []goban.Point) string {
	var all []string
	for _, p := range points {
		all = append(all, b.Name(p))
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestHandicap(t *testing.T) {
	for _, test := range []struct {
		size, stones int
		want         string
	}{
		{9, 2, "C3 G7"}, {9, 5, "C3 C7 E5 G3 G7"}, {9, 6, "C3 C5 C7 G3 G5 G7"}, {7, 4, "C3 C5 E3 E5"}, {8, 3, "C3 C6 F6"},
		{19, 3, "D16 D4 Q16"}, {19, 7, "D10 D16 D4 K10 Q10 Q16 Q4"}, {19, 9, "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4"},
		{7, 5, ""}, {8, 5, ""}, {6, 2, ""}, {9, 1, ""}, {9, 10, ""}, {19, -1, ""},
	} {
		b, err := goban.New(test.size, weiqi.Chinese)
		if err != nil {
			t.Fatal(err)
		}
		points, err := weiqi.Handicap(b, test.stones)
		if got := names(b, points); got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("size %d, %d stones: %s, %v, want %s", test.size, test.stones, got, err, test.want)
		}
	}
}

// TestDead judges a stone within a wall that has room for two eyes.
func TestDead(t *testing.T) {
	g := position(t, ".......\n.XXXXX.\n.X...X.\n.X.O.X.\n.X...X.\n.XXXXX.\n.......\n", weiqi.Knowledge{})
	if got := names(g.Board, g.Dead()); got != "D4" {
		t.Errorf("dead: %s", got)
	}
	score, err := g.FinalScore()
	if err != nil {
		t.Fatal(err)
	}
	if err != nil || score != 49 {
		t.Errorf("score %v, error %v, want all 49 points", score, err)
	}
}

// TestPriorResults compares what is known of moves with each other, in a position in which one of each kind is there.
func TestPriorResults(t *testing.T) {
	g := position(t, ".X.....\nX.X....\n.X.....\n.....O.\n....OXO\n.......\n.......\nwhite to move\n", weiqi.Strong)
	moves := g.Moves(nil)
	wins, simulations := make([]float32, len(moves)), make([]float32, len(moves))
	g.PriorResults(moves, wins, simulations)
	rate := func(name string) float32 {
		p, err := g.Board.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.Index(moves, p)
		if i < 0 {
			t.Fatalf("%s is not legal", name)
		}
		return wins[i] / simulations[i]
	}
	capture, plain, first, pass := rate("F2"), rate("E1"), rate("A1"), rate("pass")
	if !(capture > plain && plain >= first && plain > pass) {
		t.Errorf("capture %v, plain %v, first line %v, pass %v", capture, plain, first, pass)
	}
	g.Board.SetToMove(goban.Black)
	moves = g.Moves(nil)
	wins, simulations = make([]float32, len(moves)), make([]float32, len(moves))
	g.PriorResults(moves, wins, simulations)
	if eye, plain := rate("B6"), rate("E1"); eye >= plain || eye >= 0.2 {
		t.Errorf("eye %v, plain %v", eye, plain)
	}
	g.Knowledge = weiqi.Knowledge{}
	g.PriorResults(moves, wins, simulations)
	if slices.Max(simulations) > 0 || slices.Max(wins) > 0 {
		t.Error("prior results without knowledge")
	}
}

// TestSearches has all kinds of trees see that a side wins whose opponent has one string left, without eyes.
func TestSearches(t *testing.T) {
	for _, opt := range []mcts.Options[goban.Point]{{}, {RAVE: mcts.RAVE{Weight: 200}, Bandit: mcts.Greedy{}}, {RAVE: mcts.RAVE{Weight: 200, Reference: 20}}, {Transpositions: true}} {
		for _, knowledge := range []weiqi.Knowledge{{}, weiqi.Strong} {
			g := position(t, ".XXXX\nXOOOX\nXO.OX\nXOOOX\nXXXX.\n", knowledge)
			if err := g.Board.SetKomi(0.5); err != nil {
				t.Fatal(err)
			}
			r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 2000}, opt)
			if err != nil || r.Value < 0.8 {
				t.Errorf("%+v with %+v: value %v, error %v", opt, knowledge, r.Value, err)
			}
		}
	}
}

// TestPlayoutAllocates checks that neither playouts nor prior results allocate.
func TestPlayoutAllocates(t *testing.T) {
	g, err := weiqi.New(9, weiqi.Chinese, weiqi.Strong)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.NewPCG(1, 2)
	g.Board.Play(g.Board.Point(4, 4))
	moves := g.Moves(nil)
	wins, simulations := make([]float32, len(moves)), make([]float32, len(moves))
	play := func() {
		g.Playout(random, false, nil)
		g.PriorResults(moves, wins, simulations)
	}
	for range 100 {
		play()
	}
	if n := testing.AllocsPerRun(50, play); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

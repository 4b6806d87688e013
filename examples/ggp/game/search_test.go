package game

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/equilibrium"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// TestSearches solves games whose values are known.
func TestSearches(t *testing.T) {
	ctx := context.Background()
	t.Run("puzzles", func(t *testing.T) {
		// The shortest solution of buttons and lights has six moves.
		g := first(NewSolo(load(t, "buttons", Options{})))
		r, err := search.BreadthFirst(ctx, search.Graph(g, nil), ply.Limits{}, search.Options[Move]{StopAtSolution: true})
		if err != nil || !r.Found || len(r.Line) != 6 {
			t.Errorf("buttons: %v, %v", r.Line, err)
		}
	})
	t.Run("tictactoe", func(t *testing.T) {
		g := first(NewSides(load(t, "tictactoe", Options{})))
		table := transposition.NewTable(1 << 20)
		table.Scheme = transposition.TwoBig
		r, err := alphabeta.Search(ctx, g, ply.Limits{}, alphabeta.Options[Move]{Table: table})
		if err != nil || r.Bound != ply.Exact || r.Value != 0 || len(r.Line) != 9 {
			t.Errorf("%+v, %v", r, err)
		}
	})
	t.Run("nim", func(t *testing.T) {
		// The heaps are 3, 4 and 5, whose exclusive or is 2: the first player wins, and first takes two from the first heap.
		rules := load(t, "nim", Options{})
		g := first(NewSides(rules))
		r, err := proof.Search(ctx, g, ply.Limits{}, proof.Options[Move]{})
		if err != nil || r.Answer != proof.Proved || rules.Text(r.Line[0]) != "(reduce a 1)" {
			t.Errorf("%+v, %v", r, err)
		}
		s, err := mcts.Search(ctx, g, ply.Limits{Nodes: 100_000}, mcts.Options[Move]{Leaf: mcts.Evaluation{}, Scale: 100})
		if err != nil || s.Low != 1 || rules.Text(s.Move) != "(reduce a 1)" {
			t.Errorf("UCT: %s, %v to %v: %v", rules.Text(s.Move), s.Low, s.High, err)
		}
	})
	t.Run("race", func(t *testing.T) {
		// In each of two rounds, 50 points are won with a probability of 1/3. A goal of g is worth 2g-100.
		g := first(NewDice(load(t, "(role a)"+race, Options{})))
		r, err := expectimax.Search(ctx, g, ply.Limits{}, expectimax.Options[Move]{})
		if want := 2*100.0/3 - 100; err != nil || math.Abs(r.Value-want) > 1e-9 {
			t.Errorf("value %v, want %v: %v", r.Value, want, err)
		}
	})
	t.Run("pennies", func(t *testing.T) {
		g := NewJoint(load(t, pennies, Options{}))
		r, err := equilibrium.Solve(ctx, g, ply.Limits{}, equilibrium.Options[Move]{})
		if err != nil || math.Abs(r.Value) > 1e-6 {
			t.Errorf("value %v: %v", r.Value, err)
		}
	})
}

// pennies is a game in which one wins by an equal choice, and the other by a different one.
const pennies = `
	(role even) (role odd)
	(<= (legal ?r heads) (role ?r))
	(<= (legal ?r tails) (role ?r))
	(<= (next equal) (does even ?x) (does odd ?x))
	(next over)
	(<= terminal (true over))
	(<= (goal even 100) (true equal)) (<= (goal even 0) (not (true equal)))
	(<= (goal odd 0) (true equal)) (<= (goal odd 100) (not (true equal)))`

// TestEvaluate compares the mean of 64 matches with the expectation of random play, by all lines.
func TestEvaluate(t *testing.T) {
	g := first(NewSides(load(t, "tictactoe", Options{})))
	random := rand.New(rand.NewPCG(3, 3))
	sum, squares, positions := 0.0, 0.0, 0
	for range 200 {
		g.reset()
		for range 4 {
			moves := g.Moves(nil)
			g.Play(moves[random.IntN(len(moves))])
		}
		if len(g.Moves(nil)) == 0 {
			continue
		}
		want := expectation(g)
		if g.ToMove() == 1 {
			want = -want
		}
		d := float64(g.Evaluate()) - want
		sum += d
		squares += d * d
		positions++
	}
	n := float64(positions)
	// A match has a standard deviation below 100, the mean of 64 one below 12.5.
	if mean, deviation := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 4*12.5/math.Sqrt(n) || deviation > 13 {
		t.Errorf("off by %.2f on average, deviation %.2f", mean, deviation)
	}
}

// expectation returns the mean outcome of random play for side 0.
func expectation(g *Sides) float64 {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return float64(g.Outcome())
	}
	sum := 0.0
	for _, m := range moves {
		g.Play(m)
		sum += expectation(g)
		g.Undo(m)
	}
	return sum / float64(len(moves))
}

// TestAllocations checks that play and playouts allocate nothing.
func TestAllocations(t *testing.T) {
	sides := first(NewSides(load(t, "connectfour", Options{})))
	hidden := NewHidden(load(t, "blindtictactoe", Options{}))
	for range 6 {
		hidden.Play(hidden.Moves(nil)[0])
	}
	random, source := rand.New(rand.NewPCG(1, 1)), rand.NewPCG(1, 1)
	moves := make([]Move, 0, 100)
	for name, f := range map[string]func(){
		"play": func() {
			moves = sides.Moves(moves[:0])
			sides.Play(moves[0])
			sides.Hash()
			moves = sides.Moves(moves[:0])
			sides.Undo(0)
		},
		"playout":     func() { sides.Playout(source, false, nil) },
		"evaluate":    func() { sides.Evaluate() },
		"determinize": func() { hidden.Determinize(hidden.ToMove(), random) },
	} {
		f()
		if n := testing.AllocsPerRun(20, f); n > 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

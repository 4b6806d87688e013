package mcts_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/expectimax"
)

// A foretold is a game of a first move of side 0, an outcome, and a last move of one of the sides, each 0, 1 or 2
// unless closed. Pay is its outcome for side 0.
type foretold struct {
	pay    [3][3][3]int // by the first move, the outcome and the last move
	closed [3][3]bool   // last moves that are not legal, by the outcome
	odds   [3]float64
	last   int // who makes the last move
	line   []int
}

func (g *foretold) Moves(dst []int) []int {
	for m := range 3 {
		switch len(g.line) {
		case 3:
			return dst
		case 2:
			if g.closed[g.line[1]][m] {
				continue
			}
		}
		dst = append(dst, m)
	}
	return dst
}

func (g *foretold) Play(m int) {
	if !slices.Contains(g.Moves(nil), m) {
		panic("illegal")
	}
	g.line = append(g.line, m)
}

func (g *foretold) Undo(int)      { g.line = g.line[:len(g.line)-1] }
func (g *foretold) Acyclic() bool { return true }

func (g *foretold) ToMove() int { return [4]int{0, ply.Chance, g.last, 0}[len(g.line)] }
func (g *foretold) Outcome() int {
	return g.pay[g.line[0]][g.line[1]][g.line[2]]
}

func (g *foretold) Probabilities(_ []int, dst []float64) []float64 { return append(dst, g.odds[:]...) }

// plan returns the value of a first move if the last one does not depend on the outcome.
func (g *foretold) plan(first int) float64 {
	var worth [3]float64
	for last := range 3 {
		for outcome, p := range g.odds {
			worth[last] += p * float64(g.pay[first][outcome][last])
		}
	}
	if g.last == 0 {
		return slices.Max(worth[:])
	}
	return slices.Min(worth[:])
}

// The move found belongs to the best of all plans.
func TestOpenLoopFindsPlans(t *testing.T) {
	const most = 9
	random := rand.New(rand.NewPCG(1, 0))
	differs := 0 // games where seeing the outcome makes another move the best
	for seed := range long.Or[uint64](100, 10) {
		g := &foretold{last: int(seed % 2)}
		testgames.Odds(random, 3, g.odds[:0])
		for i := range 27 {
			g.pay[i/9][i/3%3][i%3] = random.IntN(2*most+1) - most
		}
		plans := []float64{g.plan(0), g.plan(1), g.plan(2)}
		best := slices.Max(plans)
		part := func(v float64) float64 { return v / most }
		r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, mcts.Options[int]{OpenLoop: true, Scale: most})
		if err != nil || r.Low != -1 || r.High != 1 {
			t.Fatalf("seed %d: proven from %v to %v, %v", seed, r.Low, r.High, err)
		}
		if part(plans[r.Move]) < part(best)-0.04 || math.Abs(r.Value-part(best)) > 0.1 {
			t.Errorf("seed %d: move %d of value %.3f; plans %v", seed, r.Move, r.Value, plans)
		}
		if len(g.line) > 0 {
			t.Fatalf("line %v is left", g.line)
		}
		seen, err := expectimax.Search(t.Context(), g, ply.Limits{}, expectimax.Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		if seen.Line[0] != r.Move {
			differs++
		}
	}
	if differs == 0 {
		t.Error("the outcomes make no difference")
	}
}

// Moves that are legal after some outcomes only are tried there, and nowhere else.
func TestOpenLoopLegalMoves(t *testing.T) {
	// The last move is to name the outcome, which only one move can do; nothing else wins.
	g := &foretold{odds: [3]float64{0.5, 0.3, 0.2}}
	for first := range 3 {
		for outcome := range 3 {
			for last := range 3 {
				g.pay[first][outcome][last] = -1
			}
			g.pay[first][outcome][outcome] = 1
			for last := range outcome {
				g.closed[outcome][last] = true
			}
		}
	}
	r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, mcts.Options[int]{OpenLoop: true})
	// After outcome 2 there is one move. After outcome 1 there are two, of which 1 is better. After outcome 0 all are
	// legal, and 0 is right only then, but then always: where it is legal it always wins.
	if err != nil || r.Value < 0.9 {
		t.Errorf("value %v, %v", r.Value, err)
	}
}

// In Pig to 20 nearly all decisions that matter are right, although turns are planned without their dice.
func TestOpenLoopOfPig(t *testing.T) {
	pig := &testgames.Pig{Target: 20}
	s, err := expectimax.ValueIteration(t.Context(), pig, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	right, checked := 0, 0
	decisionsOfPig(t, s, long.Or(11, 197), func(g *testgames.Pig, best int, value float64) {
		r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, mcts.Options[int]{OpenLoop: true})
		if err != nil {
			t.Fatal(err)
		}
		if checked++; r.Move == best {
			right++
		}
	})
	t.Logf("%d of %d decisions are right", right, checked)
	if right < checked*9/10 {
		t.Errorf("%d of %d decisions are right", right, checked)
	}
}

func TestOpenLoopErrors(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(2, 1)), 25, 3, 9, true)
	for name, opt := range map[string]mcts.Options[int]{
		"widening":       {OpenLoop: true, Widening: mcts.Widening{Factor: 1, Power: 1}},
		"transpositions": {OpenLoop: true, Transpositions: true},
		"replies":        {OpenLoop: true, Leaf: mcts.Playouts{Replies: 1}},
		"averages":       {OpenLoop: true, Leaf: mcts.Playouts{Averages: mcts.Averages{Length: 1}}},
		"history":        {OpenLoop: true, History: 1},
		"RAVE":           {OpenLoop: true, RAVE: mcts.RAVE{Weight: 1}},
		"shared tree":    {OpenLoop: true, Workers: 2},
	} {
		if _, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 10}, opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := mcts.Search(t.Context(), testgames.Unsaid{AdversarialGame: g}, ply.Limits{Nodes: 10}, mcts.Options[int]{OpenLoop: true}); err == nil {
		t.Error("a game without chance: no error")
	}
}

// diceForever is a game in which chance never ends to move after the first move.
type diceForever struct{ line []int }

func (g *diceForever) Moves(dst []int) []int { return append(dst, 0, 1) }
func (g *diceForever) Play(m int)            { g.line = append(g.line, m) }
func (g *diceForever) Undo(int)              { g.line = g.line[:len(g.line)-1] }
func (g *diceForever) Outcome() int          { panic("the game is not over") }
func (g *diceForever) ToMove() int {
	if len(g.line) > 0 {
		return ply.Chance
	}
	return 0
}

func (g *diceForever) Probabilities(_ []int, dst []float64) []float64 {
	if len(g.line) == 70 {
		return append(dst, 2, -1)
	}
	return append(dst, 0.5, 0.5)
}

// Lines end after MaxLength moves, and errors name the outcomes on their line.
func TestOpenLoopLines(t *testing.T) {
	g := &diceForever{}
	limits := ply.Limits{Nodes: 100}
	r, err := mcts.Search(t.Context(), g, limits, mcts.Options[int]{OpenLoop: true, MaxLength: 50})
	if err != nil || r.Depth != 50 || r.Value != 0 || len(g.line) > 0 {
		t.Errorf("depth %d, value %v, line %v, %v", r.Depth, r.Value, g.line, err)
	}
	var fault *ply.GamePanic
	if _, err := mcts.Search(t.Context(), g, limits, mcts.Options[int]{OpenLoop: true}); !errors.As(err, &fault) {
		t.Fatal(err)
	}
	if n := len(g.line); n != 70 {
		t.Errorf("the panic came after %d moves", n)
	}
}

// A tree is kept from move to move, also where chance moves, and is gone through.
func TestOpenLoopPlay(t *testing.T) {
	g := &testgames.Pig{Target: 20}
	tree, err := mcts.New(g, mcts.Options[int]{OpenLoop: true})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 0))
	for len(g.Moves(nil)) > 0 {
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 300})
		if err != nil {
			t.Fatal(err)
		}
		m := r.Move
		if g.ToMove() == ply.Chance {
			if len(r.Moves) != 6 {
				t.Fatalf("%d outcomes", len(r.Moves))
			}
			m = 1 + random.IntN(6)
		}
		for line := range tree.All(3) {
			for i, m := range line {
				if m < testgames.Roll && (i > 0 || g.ToMove() != ply.Chance) {
					t.Fatalf("line %v has outcomes", line)
				}
			}
		}
		if err := tree.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkPigOpenLoop(b *testing.B) { benchmarkPig(b, mcts.Options[int]{OpenLoop: true}) }

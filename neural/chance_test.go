package neural_test

import (
	"context"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
	"github.com/ply-search/ply/search/expectimax"
)

const pigTarget = 12

// pig is a game with dice. In a position of chance the inputs are side 0's.
var pig = neural.Description[*testgames.Pig, int]{
	Name:   "pig",
	New:    func() (*testgames.Pig, error) { return &testgames.Pig{Target: pigTarget}, nil },
	Planes: 5,
	Append: func(g *testgames.Pig, dst []float32) []float32 {
		own, thrown, turn := g.Side, float32(0), float32(0)
		if g.ToMove() == ply.Chance {
			own, thrown = 0, 1
		}
		if g.Side == own {
			turn = 1
		}
		return append(dst, float32(g.Scores[own])/pigTarget, float32(g.Scores[1-own])/pigTarget, float32(g.Turn)/pigTarget, turn, thrown)
	},
	Moves: 2,
	Number: func(_ *testgames.Pig, m int) int {
		if m == testgames.Roll {
			return 0
		}
		return 1
	},
}

// A network learns the values of a game with dice, before and after the throws.
func TestLearnsThroughChance(t *testing.T) { learnsThroughChance(t, pig) }

// In a position of chance the inputs may take the view of the side that throws.
func TestLearnsThroughChanceByViewer(t *testing.T) {
	d := pig
	d.Viewer = func(g *testgames.Pig) int { return g.Side }
	d.Append = func(g *testgames.Pig, dst []float32) []float32 {
		thrown := float32(0)
		if g.ToMove() == ply.Chance {
			thrown = 1
		}
		return append(dst, float32(g.Scores[g.Side])/pigTarget, float32(g.Scores[1-g.Side])/pigTarget, float32(g.Turn)/pigTarget, 1, thrown)
	}
	learnsThroughChance(t, d)
}

func learnsThroughChance(t *testing.T, pig neural.Description[*testgames.Pig, int]) {
	if err := pig.Check(0); err != nil {
		t.Fatal(err)
	}
	solution, err := expectimax.ValueIteration(t.Context(), &testgames.Pig{Target: pigTarget}, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	network, err := neural.Train(t.Context(), dir, pig, neural.Options[int]{
		Architecture: neural.Dense{Hidden: []int{32}},
		Generations:  6,
		Games:        60,
		SelfPlay:     neural.SelfPlay{Simulations: 24, Opening: 4},
		Training:     neural.Training{Batch: 32, Rate: 0.003},
	})
	if err != nil {
		t.Fatal(err)
	}
	positions, byChance := 0, 0
	before, after := 0.0, 0.0
	evaluate, err := neural.ForPUCT(network, pig, neural.EvaluatorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	err = neural.Positions(dir, pig, func(g *testgames.Pig) error {
		positions++
		if g.ToMove() == ply.Chance {
			byChance++
		}
		value, _, ok := solution.Value(g)
		if !ok {
			t.Fatalf("%v is not known", g)
		}
		leaf := &puct.Leaf[*testgames.Pig, int]{Position: g, Moves: g.Moves(nil)}
		leaf.Priors = make([]float32, len(leaf.Moves))
		if err := evaluate(context.Background(), []*puct.Leaf[*testgames.Pig, int]{leaf}); err != nil {
			return err
		}
		before += math.Abs(value)
		after += math.Abs(value - leaf.Value)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d positions, %d of chance: mean error %.3f, of zero %.3f", positions, byChance, after/float64(positions), before/float64(positions))
	if byChance < positions/4 || after > 0.5*before {
		t.Errorf("%d positions, %d of chance: error %v, of zero %v", positions, byChance, after, before)
	}
}

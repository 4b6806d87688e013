package puct_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// foreseen returns the value that follows from the bounds of a position and of the positions after its moves, if any.
func foreseen(d *testgames.Duel) (low, high int) {
	low, high = d.Bounds(-1, 1)
	least, most, side := -1, -1, d.ToMove()
	for _, m := range d.Moves(nil) {
		d.Play(m)
		l, h := d.Bounds(-1, 1)
		if len(d.Moves(nil)) == 0 {
			l, h = d.Outcome(), d.Outcome()
		}
		if d.ToMove() != side {
			l, h = -h, -l
		}
		d.Undo(m)
		least, most = max(least, l), max(most, h)
	}
	return max(low, least), min(high, most)
}

// TestBounds checks that positions whose value the game knows, or knows one move later, are not evaluated, that this
// saves evaluations, and that bounds narrow the proofs.
func TestBounds(t *testing.T) {
	with, without, narrower := 0, 0, 0
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 11))
		d := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(4), 1, true)
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		for _, noSolver := range []bool{false, true} {
			search := func(bounds bool, simulations int) puct.Result[int] {
				evaluate := func(ctx context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
					for _, l := range leaves {
						low, high := l.Position.Bounds(-1, 1)
						if !noSolver {
							low, high = foreseen(l.Position)
						}
						if bounds && low == high && l.Position.At != 0 {
							t.Errorf("seed %d: a position of value %d is evaluated", seed, low)
						}
					}
					return uniform(ctx, leaves)
				}
				r, err := puct.Search(background, d, evaluate, ply.Limits{Nodes: simulations},
					puct.Options[int]{Bounds: bounds, NoSolver: noSolver})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			with, without = with+search(true, 300).Evaluations, without+search(false, 300).Evaluations
			if few := search(true, 1); few.High-few.Low == 1 {
				narrower++
			}
		}
	}
	if with >= without*1/4 || narrower == 0 {
		t.Errorf("%d evaluations with bounds, %d without; %d positions half proven by one simulation", with, without, narrower)
	}
	_, err := puct.New(&endless{}, uniform, puct.Options[int]{Bounds: true})
	if err == nil || !strings.Contains(err.Error(), "Bounds needs a ply.Bounder") {
		t.Error(err)
	}
}

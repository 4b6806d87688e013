package puct_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestBounds checks that positions whose value the game knows are not evaluated, and that this saves evaluations.
func TestBounds(t *testing.T) {
	with, without := 0, 0
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 11))
		d := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(4), 1, true)
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		for _, noSolver := range []bool{false, true} {
			search := func(bounds bool) puct.Result[int] {
				evaluate := func(ctx context.Context, leaves []*puct.Leaf[*testgames.Duel, int]) error {
					for _, l := range leaves {
						if low, high := l.Position.Bounds(-1, 1); bounds && low == high && l.Position.At != 0 {
							t.Errorf("seed %d: a position of value %d is evaluated", seed, low)
						}
					}
					return uniform(ctx, leaves)
				}
				r, err := puct.Search(background, d, evaluate, puct.Limits{MaxSimulations: 300},
					puct.Options[int]{Bounds: bounds, NoSolver: noSolver})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			with, without = with+search(true).Evaluations, without+search(false).Evaluations
		}
	}
	if with >= without*9/10 {
		t.Errorf("%d evaluations with bounds, %d without", with, without)
	}
	_, err := puct.New(&endless{}, uniform, puct.Options[int]{Bounds: true})
	if err == nil || !strings.Contains(err.Error(), "Bounds needs a ply.Bounder") {
		t.Error(err)
	}
}

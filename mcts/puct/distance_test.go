package puct_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
)

// TestDistance checks that distances are bounds of those that brute force finds, that none is missing, and that the
// winner keeps them when playing on in the tree, against any moves.
func TestDistance(t *testing.T) {
	for name, opt := range waysForAcyclic {
		t.Run(name, func(t *testing.T) {
			wins, losses, played := 0, 0, 0
			for seed := range long.Or(uint64(800), 60) {
				random := rand.New(rand.NewPCG(seed, 9))
				d := testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(5), 1, true)
				if len(d.Nodes[0].Out) == 0 {
					continue
				}
				opt.Random = rand.NewPCG(seed, 7)
				tree, err := puct.New(d, uniform, opt)
				if err != nil {
					t.Fatal(err)
				}
				r, err := tree.Search(background, ply.Limits{Nodes: 2000})
				if err != nil {
					t.Fatal(err)
				}
				all := testgames.Endings(d, nil)
				checkDistances(t, seed, &r, d, all)
				if r.Distance == 0 {
					continue
				}
				if r.Low == 1 {
					wins++
				} else {
					losses++
				}
				if opt.Bounds { // a side then looks for its way
					played++
					continue
				}
				if n := len(r.Line); n > r.Distance || opt.Batch == 0 && opt.InFlight == 0 && !opt.Transpositions && n != r.Distance {
					t.Errorf("seed %d: line %v, %d plies from the end", seed, r.Line, r.Distance)
				}
				played += playOut(t, tree, d, r, random)
			}
			if wins == 0 || losses == 0 || played == 0 {
				t.Errorf("%d wins, %d losses, %d plies played", wins, losses, played)
			}
		})
	}
}

// checkDistances compares the bounds and distances of a position and its moves with those that brute force has found.
func checkDistances(t *testing.T, seed uint64, r *puct.Result[int], d *testgames.Duel, all []testgames.Ending) {
	t.Helper()
	check := func(low, high float64, distance int, want testgames.Ending) {
		t.Helper()
		lost, won := high == -1, low == 1
		if lost && want.Value != -1 || won && want.Value != 1 || (lost || won) && distance < want.Distance || !lost && !won && distance != 0 {
			t.Fatalf("seed %d: from %v to %v, %d plies from the end, want %+v", seed, low, high, distance, want)
		}
	}
	check(r.Low, r.High, r.Distance, all[0])
	for _, m := range r.Moves {
		check(m.Low, m.High, m.Distance, d.After(all, m.Move))
	}
}

// playOut plays a proven game to its end, the loser at random, and returns the plies. Each must bring the end nearer.
func playOut(t *testing.T, tree *puct.Tree[*testgames.Duel, int], d *testgames.Duel, r puct.Result[int], random *rand.Rand) (plies int) {
	t.Helper()
	winner := d.ToMove()
	if r.High == -1 {
		winner = 1 - winner
	}
	for left := r.Distance; ; plies++ {
		m := r.Move
		if d.ToMove() != winner {
			m = r.Moves[random.IntN(len(r.Moves))].Move
		}
		if err := tree.Play(m); err != nil {
			t.Fatal(err)
		}
		if len(d.Moves(nil)) == 0 {
			if left < 1 {
				t.Fatalf("the game ends %d plies late", 1-left)
			}
			return plies + 1
		}
		var err error
		if r, err = tree.Search(background, ply.Limits{Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		if r.Nodes != 0 || r.Distance == 0 || r.Distance >= left {
			t.Fatalf("%d plies from the end after %d simulations, %d before the move", r.Distance, r.Nodes, left)
		}
		left = r.Distance
	}
}

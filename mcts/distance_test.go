package mcts_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
)

// playOut plays a proven game to its end. The winner moves as the tree says, the loser too or at random, and chance at random.
// Each ply must bring the end nearer than the distance has promised. It returns the plies.
func playOut(t *testing.T, tree *mcts.Tree[int], g *testgames.Duel, r mcts.Result[int], random *rand.Rand, resist bool) (plies int) {
	t.Helper()
	winner := max(g.ToMove(), 0)
	if r.High == -1 {
		winner = 1 - winner
	}
	for ; ; plies++ {
		m := r.Move
		if moves := g.Moves(nil); g.ToMove() != winner && (!resist || g.ToMove() == ply.Chance) {
			m = r.Moves[random.IntN(len(moves))].Move // of moves of probability 0, too: all that the tree says of them is checked
		}
		promised := r.Distance
		for _, of := range r.Moves {
			if of.Move == m && of.Distance > 0 {
				promised = of.Distance
			} else if of.Move == m {
				return plies // an impossible move of chance
			}
		}
		if promised > r.Distance {
			t.Fatalf("move %d ends the game in %d plies, all do in %d", m, promised, r.Distance)
		}
		if err := tree.Play(m); err != nil {
			t.Fatal(err)
		}
		if len(g.Moves(nil)) == 0 {
			return plies + 1
		}
		next, err := tree.Search(context.Background(), ply.Limits{Nodes: 1})
		if err != nil || next.Nodes != 0 || next.Distance == 0 || next.Distance >= promised {
			t.Fatalf("%d plies from the end after %d simulations, error %v, promised %d before the move", next.Distance, next.Nodes, err, promised)
		}
		r = next
	}
}

// Distances are bounds of those that brute force finds, and what they promise is kept by all that is played afterwards.
func TestDistance(t *testing.T) {
	wins, losses, longer, resisted, unresisted := 0, 0, 0, 0, 0
	for seed := range long.Or(uint64(1600), 300) {
		random := rand.New(rand.NewPCG(seed, 6))
		var game ply.AdversarialGame[int]
		var d *testgames.Duel
		var odds [][]float64
		if random.IntN(3) == 0 {
			g := testgames.RandomGamble(random, 2+random.IntN(40), 1+random.IntN(4), 1, true)
			d, odds, game = g.Duel, g.Odds, g
		} else {
			d = testgames.RandomDuel(random, 2+random.IntN(60), 1+random.IntN(5), 1, true)
			game = d
		}
		if len(d.Nodes[0].Out) == 0 {
			continue
		}
		opt := randomOptions(random, true)
		opt.NoSolver, opt.Memory, opt.Prune, opt.Random = false, 0, false, rand.NewPCG(seed, 7)
		if odds != nil {
			opt.RAVE = mcts.RAVE{}
		}
		var tree *mcts.Tree[int]
		var err error
		if g, ok := game.(*testgames.Gamble); ok {
			tree, err = mcts.New(g, opt)
		} else {
			tree, err = mcts.New(d, opt)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r, err := tree.Search(t.Context(), ply.Limits{Nodes: 2000})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		all := testgames.Endings(d, odds)
		checkDistance(t, r.Low, r.High, r.Distance, all[0])
		for _, m := range r.Moves {
			checkDistance(t, m.Low, m.High, m.Distance, d.After(all, m.Move))
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v, want %+v, options %+v", seed, r, all[0], opt)
		}
		if r.Distance == 0 {
			continue
		}
		if r.Low == 1 {
			wins++
		} else {
			losses++
		}
		if r.Distance > all[0].Distance {
			longer++
		}
		if opt.Workers > 1 && opt.Sharing == mcts.RootTrees {
			continue // the other trees have not proven the same
		}
		if opt.Workers == 1 && !opt.Transpositions && odds == nil && len(r.Line) != r.Distance {
			t.Errorf("seed %d: line %v, %d plies from the end", seed, r.Line, r.Distance)
		}
		if resist := random.IntN(2) == 0; resist {
			resisted += playOut(t, tree, d, r, random, true)
		} else {
			unresisted += playOut(t, tree, d, r, random, false)
		}
	}
	if wins == 0 || losses == 0 || longer == 0 || resisted == 0 || unresisted == 0 {
		t.Errorf("%d wins, %d losses, %d longer than need be; %d plies with resistance, %d without", wins, losses, longer, resisted, unresisted)
	}
}

// checkDistance compares proven distances with the truth.
func checkDistance(t *testing.T, low, high float64, distance int, want testgames.Ending) {
	t.Helper()
	switch {
	case low == 1 && (want.Value != 1 || distance < want.Distance), high == -1 && (want.Value != -1 || distance < want.Distance):
		t.Errorf("%v to %v in %d plies, want %+v", low, high, distance, want)
	case low < 1 && high > -1 && distance != 0:
		t.Errorf("%d plies from the end, but not decided", distance)
	}
}

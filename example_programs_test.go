package ply_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/montecarlo"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

// Hashes and copies let more searches use the games.

func (n *Nim) Hash() uint64    { return transposition.Mix(uint64(2*n.stones + n.side)) }
func (n *Nim) Clone() *Nim     { c := *n; return &c }
func (s *Stairs) Hash() uint64 { return transposition.Mix(uint64(s.at)) }

// Estimate returns the number of double steps that are left, which is never more than the number of steps.
func (s *Stairs) Estimate() int { return (10 - s.at + 1) / 2 }

// A move under a clock, by four searches of two sides. All are called alike, and give the same kind of answer.
func Example_moveUnderAClock() {
	ctx, limits := context.Background(), ply.Limits{Time: time.Second}
	even := func(_ context.Context, leaves []*puct.Leaf[*Nim, int]) error { // in place of a network
		for _, leaf := range leaves {
			leaf.Value = 0
			for i := range leaf.Priors {
				leaf.Priors[i] = 1
			}
		}
		return nil
	}

	exact, err := alphabeta.Search(ctx, &Nim{stones: 10}, limits, alphabeta.Options[int]{})
	fmt.Println(exact.Line[0], exact.Status, err)
	sampled, err := mcts.Search(ctx, &Nim{stones: 10}, limits, mcts.Options[int]{})
	fmt.Println(sampled.Move, sampled.Status, err)
	guided, err := puct.Search(ctx, &Nim{stones: 10}, even, limits, puct.Options[int]{})
	fmt.Println(guided.Move, guided.Status, err)
	expected, err := expectimax.Search(ctx, &Nim{stones: 10}, limits, expectimax.Options[int]{})
	fmt.Println(expected.Line[0], expected.Status, err)
	// Output:
	// 2 complete <nil>
	// 2 solved <nil>
	// 2 solved <nil>
	// 2 complete <nil>
}

// A shortest solution. The type constraint of AStar requires an estimate and hashes.
func Example_shortestSolution() {
	found, err := search.AStar(context.Background(), new(Stairs), ply.Limits{}, search.PathOptions[int]{})
	fmt.Println(found.Line, found.Cost, found.Status, err)
	// Output: [2 2 2 2 2] 5 solved <nil>
}

// Everything that can be reached, each position once.
func Example_everythingReachable() {
	space := search.Graph(new(Stairs), nil)
	all, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{})
	fmt.Println(all.Nodes, all.Status, err)
	// Output: 11 complete <nil>
}

// Who wins? The table can be kept for later questions.
func Example_whoWins() {
	opt := proof.Options[int]{Table: transposition.NewTable(1 << 20)}
	for stones := 7; stones <= 9; stones++ {
		answer, err := proof.Search(context.Background(), &Nim{stones: stones}, ply.Limits{}, opt)
		fmt.Println(stones, answer.Answer, err)
	}
	// Output:
	// 7 proved <nil>
	// 8 disproved <nil>
	// 9 proved <nil>
}

// A long line of a puzzle, by rollouts whose policy adapts to the best line.
func Example_longLine() {
	best, err := montecarlo.NestedRolloutPolicyAdaptation(context.Background(), new(Stairs), ply.Limits{Nodes: 1000}, montecarlo.AdaptationOptions[int]{})
	fmt.Println(best.Found, best.Score, best.Status, err)
	// Output: true 1 solved <nil>
}

// A game against oneself, with one table for all its moves.
func Example_tableKeptBetweenMoves() {
	table := transposition.NewTable(1 << 14)
	opt := alphabeta.Options[int]{Table: table}
	g := &Nim{stones: 10}
	for len(g.Moves(nil)) > 0 {
		r, err := alphabeta.Search(context.Background(), g, ply.Limits{Time: time.Second}, opt)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(r.Line[0], " ")
		g.Play(r.Line[0])
	}
	// Output: 2 2 2 1 3
}

// A match between a player that searches and one that draws its moves.
func Example_match() {
	searcher := func() arena.Player[*Nim, int] {
		return func(ctx context.Context, g *Nim, _ *rand.Rand) (int, error) {
			r, err := alphabeta.Search(ctx, g, ply.Limits{}, alphabeta.Options[int]{})
			return r.Line[0], err
		}
	}
	chancer := func() arena.Player[*Nim, int] {
		return func(_ context.Context, g *Nim, random *rand.Rand) (int, error) {
			moves := g.Moves(nil)
			return moves[random.IntN(len(moves))], nil
		}
	}
	opening := func(int, *rand.Rand) (*Nim, error) { return &Nim{stones: 13}, nil }
	result, err := arena.Match(context.Background(), opening, searcher, chancer, arena.Options{Games: 100})
	fmt.Println(result.Score, err)
	// Output: +100 =0 -0, 100 % (95 %: 92.4 to 100) <nil>
}

package flattest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/flat"
	"github.com/ply-search/ply/mcts/flat/flattest"
)

// A pile is a heap of stones that plays its own simulations.
type pile struct{ testgames.Heap }

func (p *pile) Simulate(s *flat.Simulation[int]) (outcome int) {
	start := p.Heap
	defer func() { p.Heap = start }()
	for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
		i := int(s.Random.Uint64() % uint64(len(moves)))
		if s.Choose != nil {
			if i = s.Choose(p.ToMove(), slices.Clone(moves)); i < 0 {
				return 0
			}
		}
		if s.Steps != nil {
			*s.Steps = append(*s.Steps, flat.Step[int]{Move: moves[i], Side: p.ToMove()})
		}
		p.Play(moves[i])
	}
	if p.ToMove() == start.ToMove() {
		return -1 // the other side took the last stone
	}
	return 1
}

// A test of a game checks this law with all others: gametest.Check(t, newPile, gametest.Options{Laws: flattest.Laws[int]()}).
func ExampleLaws() {
	game := &pile{testgames.Heap{Stones: 10}}
	for _, law := range flattest.Laws[int]() {
		fmt.Printf("%s: %v\n", law.Name, law.Check(game, rand.New(rand.NewPCG(1, 2))))
	}
	// Output: simulations: <nil>
}

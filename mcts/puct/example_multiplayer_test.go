package puct_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// Stones is a heap from which three players in turn take one to three stones. The player who takes the last stone loses
// to both others.
type Stones struct{ left, moves int }

func (s *Stones) Moves(dst []int) []int {
	for take := 1; take <= min(3, s.left); take++ {
		dst = append(dst, take)
	}
	return dst
}
func (s *Stones) Play(take int) { s.left -= take; s.moves++ }
func (s *Stones) Undo(take int) { s.left += take; s.moves-- }
func (s *Stones) Players() int  { return 3 }
func (s *Stones) ToMove() int   { return s.moves % 3 }
func (s *Stones) Outcomes(values []int) {
	for p := range values {
		values[p] = 1
	}
	values[(s.moves+2)%3] = -1 // the player who moved last
}

// The evaluator sets a value for each of three players. It knows only that the last stone loses.
func ExampleSearch_players() {
	last := func(_ context.Context, leaves []*puct.Leaf[*Stones, int]) error {
		for _, leaf := range leaves {
			clear(leaf.Values)
			if leaf.Position.left == 1 {
				for p := range leaf.Values {
					leaf.Values[p] = 1
				}
				leaf.Values[leaf.Position.ToMove()] = -1
			}
		}
		return nil
	}
	// If player 0 takes three of five stones, player 1 takes one, and player 2 the last.
	result, err := puct.Search(context.Background(), &Stones{left: 5}, last, ply.Limits{Nodes: 5000}, puct.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("line:", result.Line)
	for player, mean := range result.Means {
		fmt.Printf("player %d: %.1f\n", player, mean)
	}
	// Output:
	// line: [3 1 1]
	// player 0: 1.0
	// player 1: 1.0
	// player 2: -1.0
}

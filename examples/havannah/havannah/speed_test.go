package havannah

import (
	"context"
	"fmt"
	"testing"

	"github.com/ply-search/ply/mcts"
)

// BenchmarkKnowledge measures simulations with and without knowledge.
func BenchmarkKnowledge(b *testing.B) {
	for _, size := range []int{5, 8} {
		for _, k := range []Knowledge{{}, {Reach: 50}} {
			b.Run(fmt.Sprintf("size=%d/reach=%v", size, k.Reach), func(b *testing.B) {
				g, err := New(size)
				if err != nil {
					b.Fatal(err)
				}
				opt := mcts.Options[Cell]{RAVE: 500, Bandit: mcts.Greedy{}, Decisive: true, PlainPlayouts: true, MaxMemory: 1 << 30}
				tree, err := mcts.New(g, opt)
				if k != (Knowledge{}) {
					tree, err = mcts.New(&Informed{g, k}, opt)
				}
				if err != nil {
					b.Fatal(err)
				}
				b.ResetTimer()
				if _, err := tree.Search(context.Background(), mcts.Limits{MaxSimulations: b.N}); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

package neural_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// BenchmarkBatcher measures the cost of sharing batches: the time of a call with one position and an evaluator that
// does nothing.
func BenchmarkBatcher(b *testing.B) {
	for _, searches := range []int{4, 64, 256} {
		b.Run(fmt.Sprintf("searches=%d", searches), func(b *testing.B) {
			batcher := neural.NewBatcher(func(context.Context, []*puct.Leaf[*Board, int]) error { return nil }, searches)
			var group sync.WaitGroup
			b.ResetTimer()
			for i := range searches {
				group.Go(func() {
					defer batcher.Leave()
					evaluate, leaves := batcher.Search(i), []*puct.Leaf[*Board, int]{{}}
					for range b.N / searches {
						if err := evaluate(b.Context(), leaves); err != nil {
							b.Error(err)
						}
					}
				})
			}
			group.Wait()
		})
	}
}

package neural_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/neural"
)

// BenchmarkEvaluate evaluates positions of 84 inputs, as those of Connect Four, in batches.
func BenchmarkEvaluate(b *testing.B) {
	d := tictactoe
	d.Name, d.Image, d.Planes = "84 inputs", nil, 84
	d.Height, d.Width = 1, 1
	d.Append = func(_ *Board, dst []float32) []float32 { return append(dst, make([]float32, 84)...) }
	for _, a := range []neural.Dense{{Hidden: []int{128, 128}}, {Hidden: []int{256, 128}}} {
		n, err := neural.NewNetwork(d, a, nil)
		if err != nil {
			b.Fatal(err)
		}
		f, err := neural.ForPUCT(n, d, neural.EvaluatorOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for _, size := range []int{1, 8, 32, 64, 128, 256} {
			b.Run(fmt.Sprintf("%v/batch=%d", a.Hidden, size), func(b *testing.B) {
				leaves := make([]*puct.Leaf[*Board, int], size)
				for i := range leaves {
					leaves[i] = &puct.Leaf[*Board, int]{Position: new(Board), Moves: new(Board).Moves(nil), Priors: make([]float32, 9)}
				}
				best := time.Duration(1 << 62)
				for b.Loop() {
					start := time.Now()
					if err := f(background, leaves); err != nil {
						b.Fatal(err)
					}
					best = min(best, time.Since(start))
				}
				b.ReportMetric(float64(size)/best.Seconds(), "best/s") // of the shortest call, as other processes work, too
			})
		}
	}
}

package neural_test

import (
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ply-search/ply/neural"
)

// TestPanics checks that a panic of the caller's features is an error of the training, wherever it comes: also where a
// game that is over lets the others go on.
func TestPanics(t *testing.T) {
	opt := small()
	opt.Games, opt.GamesPerWorker, opt.Generations, opt.SelfPlay.Simulations = 4, 2, 1, 2
	for limit := int64(1); limit < 80; limit++ {
		var calls atomic.Int64
		d := tictactoe
		d.Append = func(b *Board, dst []float32) []float32 {
			if calls.Add(1) == limit {
				panic("no features")
			}
			return tictactoe.Append(b, dst)
		}
		opt.Random = rand.NewPCG(1, 2)
		_, err := neural.Train(background, t.TempDir(), d, opt)
		if reached := calls.Load() >= limit; reached != (err != nil && strings.Contains(err.Error(), "panicked")) {
			t.Errorf("call %d of %d: error %v", limit, calls.Load(), err)
		}
	}
}

package chess

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/ply-search/ply/learn"
)

// The features times the weights are the evaluation of the quiet position that they describe.
func TestFeatures(t *testing.T) {
	if err := learn.CheckFeatures(func() (*Game, error) { return New(), nil }, 1, nil); err != nil {
		t.Error(err)
	}
	random := rand.New(rand.NewPCG(4, 0))
	list := make([]score, weightCount)
	recode(list, &learned)
	for i := range 200 {
		g := Standard.randomPosition(random, i%60)
		if !g.canMove() || g.dead() {
			continue
		}
		sum := 0.0
		for _, f := range g.AppendSparse(nil) {
			w := list[f.Index/2].middle()
			if f.Index%2 == 1 {
				w = list[f.Index/2].end()
			}
			sum += float64(f.Value) * float64(w)
		}
		line, sign := g.quiet(), 1
		for _, m := range line {
			g.Play(m)
			sign = -sign
		}
		if want := sign * g.Evaluate(); math.Abs(sum-float64(want)) > 1.5 {
			t.Errorf("%s: features times weights are %.1f, the evaluation %d", g.FEN(), sum, want)
		}
	}
}

// Weights written to a file are those of the program, in the same form.
func TestSaveWeights(t *testing.T) {
	name := filepath.Join(t.TempDir(), "weights.json")
	if err := SaveWeights(name, Model()); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, weightsFile) {
		t.Errorf("wrote\n%s, want\n%s, error %v", got, weightsFile, err)
	}
	if err := SaveWeights(name, learn.Linear(modelGame, 0, 1)); err == nil {
		t.Error("a model with one feature was written")
	}
}

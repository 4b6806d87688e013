package mcts

import (
	"fmt"
	"math"
)

// order puts w.moves in the order of their priors, and the priors, scaled, in the same.
func (w *worker[M]) order(priors []float32) {
	w.guide.Priors(w.moves, priors)
	w.scale(priors)
	// Insertion: there are not many moves, and the order of equals stays.
	for i, prior := range priors {
		m, j := w.moves[i], i
		for ; j > 0 && priors[j-1] < prior; j-- {
			priors[j], w.moves[j] = priors[j-1], w.moves[j-1]
		}
		priors[j], w.moves[j] = prior, m
	}
}

// scale makes the sum of the priors of w.moves 1.
func (w *worker[M]) scale(priors []float32) {
	sum := 0.0 // in float32 it might overflow
	for i, prior := range priors {
		if !(prior >= 0 && prior <= math.MaxFloat32) {
			panic(fmt.Sprintf("the prior of %v is %v, want a finite number of 0 or more", w.moves[i], prior))
		}
		sum += float64(prior)
	}
	for i := range priors {
		if sum > 0 {
			priors[i] = float32(float64(priors[i]) / sum)
		} else {
			priors[i] = 1 / float32(len(priors))
		}
	}
}

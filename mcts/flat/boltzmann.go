package flat

import (
	"math"

	"github.com/ply-search/ply/internal/chance"
)

// A weight is what a move is drawn with in a playout.
type weight struct {
	playout uint32 // to which it belongs
	weight  float64
}

// mostExponent bounds the exponents of weights, so that sums of them are finite and none is 0.
const mostExponent = 600

// boltzmann draws a move with a probability in proportion to exp(K·v), where v is its running mean (Helmstetter 2007,
// section 4.3.6). Means are taken relative to that of all playouts, which changes no probability.
func (w *worker[M]) boltzmann(side int, moves []M) int {
	w.numbers = w.numbersOf(moves)
	sum := 0.0
	w.odds = w.odds[:0]
	weights := w.weights[side]
	for _, n := range w.numbers {
		// A weight stays the same during a playout.
		if int(n) >= len(weights) || weights[n].playout != w.playout {
			w.weigh(side, n)
			weights = w.weights[side]
		}
		x := weights[n].weight
		w.odds = append(w.odds, x)
		sum += x
	}
	return chance.Pick(w.odds, chance.Fraction(w.random)*sum)
}

// weigh computes the weight of a move of a side for the present playout.
func (w *worker[M]) weigh(side int, number int32) {
	weight := weight{w.playout, 1}
	if t := at(&w.first[side], number); t.count > 0 {
		better := t.mean() - w.all.mean()
		if side != w.side {
			better = -better
		}
		k := w.opt.K
		if w.opt.Annealed {
			k *= w.done()
		}
		weight.weight = math.Exp(min(mostExponent, max(-mostExponent, k*better)))
	}
	*at(&w.weights[side], number) = weight
}

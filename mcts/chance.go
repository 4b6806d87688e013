package mcts

import (
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// byChance reports whether chance is to move.
func (w *worker[M]) byChance() bool {
	return w.stochastic != nil && w.game.ToMove() == ply.Chance
}

// oddsOf returns the probabilities of the outcomes of the present position of a game. It reports a broken law by a
// panic, which becomes a [ply.GamePanic].
func oddsOf[M comparable](g ply.Stochastic[M], moves []M, dst []float64) []float64 {
	dst, err := chance.Odds(g, moves, dst)
	if err != nil {
		panic(err)
	}
	return dst
}

// orderOutcomes sets odds to the probabilities of w.moves, the outcomes of a position of chance. If only the first of
// them are to be drawn for a while, they come in the order in which they are drawn without being put back.
func (w *worker[M]) orderOutcomes(odds []float32) {
	for i, p := range w.odds {
		odds[i] = float32(p)
	}
	if w.opt.outcomes == (Widening{}) {
		return
	}
	// The keys of Efraimidis and Spirakis 2006, sorted by insertion.
	w.keys = w.keys[:0]
	for i, p := range w.odds {
		key := math.Inf(-1)
		if p > 0 {
			key = math.Log(1-chance.Fraction(w.random)) / p
		}
		m, prior, j := w.moves[i], odds[i], i
		for w.keys = append(w.keys, key); j > 0 && w.keys[j-1] < key; j-- {
			w.keys[j], w.moves[j], odds[j] = w.keys[j-1], w.moves[j-1], odds[j-1]
		}
		w.keys[j], w.moves[j], odds[j] = key, m, prior
	}
}

// draw returns the number of the outcome that the next simulation takes from a position of chance.
func (w *worker[M]) draw(n *node) int {
	odds := w.store.priorsOf(n)
	sum := float32(1)
	if opt := w.opt; opt.outcomes != (Widening{}) {
		if wide := opt.outcomes.widened(n.visits, len(odds)); wide < len(odds) {
			odds = odds[:wide]
			sum = 0
			for _, p := range odds {
				sum += p
			}
		}
	}
	return chance.Pick(odds, float32(chance.Fraction(w.random))*sum)
}

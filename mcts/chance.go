package mcts

import (
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

// weighOutcomes sets odds to the probabilities of w.moves, the outcomes of a position of chance.
func (w *worker[M]) weighOutcomes(odds []float32) {
	for i, p := range w.odds {
		odds[i] = float32(p)
	}
}

// draw returns the number of the outcome that the next simulation takes from a position of chance.
func (w *worker[M]) draw(n *node) int {
	return chance.Pick(w.store.priorsOf(n), float32(chance.Fraction(w.random)))
}

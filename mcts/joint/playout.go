package joint

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

// playout plays at random to the end and sets results, unless the search must end before.
func (w *worker[M]) playout(budget *stop.Budget) (ply.Status, error) {
	for len(w.sizes) < w.length {
		if len(w.sizes)%sampling.Often == sampling.Often-1 {
			if status := budget.Status(); status != ply.Complete {
				return status, nil
			}
		}
		size := 0
		if w.moves = w.game.MovesOf(ply.Chance, w.moves[:0]); len(w.moves) > 0 {
			var err error
			if w.numbers, err = w.probabilities(w.moves, w.numbers[:0]); err != nil {
				return ply.Failed, err
			}
			w.line, size = append(w.line, w.moves[chance.Pick(w.numbers, w.random.Float64())]), 1
		} else {
			for player := range w.players {
				if w.moves = w.game.MovesOf(player, w.moves[:0]); len(w.moves) > 0 {
					w.line, size = append(w.line, w.moves[w.random.IntN(len(w.moves))]), size+1
				}
			}
		}
		if size == 0 {
			w.game.Outcomes(w.values)
			for player, value := range w.values {
				w.results[player] = sampling.Score(value, w.opt.Scale)
			}
			return ply.Complete, nil
		}
		w.play(size)
	}
	for player := range w.results {
		w.results[player] = 0.5
	}
	return ply.Complete, nil
}

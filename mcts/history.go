package mcts

// untried is the score of a move not tried, among which the history decides.
const untried = 1e18

// addHistory adds the history term to the scores of moves (progressive history, Nijssen and Winands 2011): after n
// simulations with mean p, History·h/((1-p)·n+1), where h is the mean result of all simulations in which the player has
// played the move anywhere, or ½ if there are none.
func (w *worker[M]) addHistory(player uint8, numbers []uint32, visits, means, scores []float32) {
	known := w.moveStats.history[player]
	weight := float32(w.opt.History)
	for i := range scores {
		h := float32(0.5)
		if number := numbers[i]; int(number) < len(known) && known[number].count > 0 {
			h = known[number].sum / known[number].count
		}
		switch {
		case scores[i] >= untried:
			scores[i] = untried * (1 + h)
		case scores[i] > cutScore:
			scores[i] += weight * h / ((1-means[i])*visits[i] + 1)
		}
	}
}

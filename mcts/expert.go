package mcts

import "fmt"

// An Expert knows moves as if it had tried them: for each move of a new node, it gives a number of virtual simulations
// and how many of them were won (heuristic prior knowledge, Gelly and Silver 2007, section 5). They count in the score
// of the move, for RAVE, and for the bandit, like simulations of the search, so that prior results matter most while
// simulations are few. They are not counted in results, nor where results are compared to choose the best move.
//
// A move with virtual simulations counts as tried: [Options.FirstPlay] is for moves without.
type Expert[M comparable] interface {
	// PriorResults sets simulations[i] to the number of virtual simulations of moves[i] and wins[i] to the sum of their
	// results, for all i. moves are the legal moves of the present position, or some of them.
	//
	// Law: simulations are from 0 to 1e6, and wins from 0 to simulations.
	PriorResults(moves []M, wins, simulations []float32)
}

// A priorResult is the knowledge of an [Expert] about a move.
type priorResult struct{ wins, simulations float32 }

// mostPriorSimulations is the most virtual simulations of a move.
const mostPriorSimulations = 1e6

// askExpert sets the prior results of the moves of a new node, which are w.moves and the moves of the present position.
func (w *worker[M]) askExpert(n *node) {
	known := w.store.priorResults.of(n)
	if n.chance {
		clear(known)
		return
	}
	count := len(w.moves)
	if len(w.virtual) < 2*count {
		w.virtual = make([]float32, 2*count)
	}
	wins, simulations := w.virtual[:count], w.virtual[count:2*count]
	w.expert.PriorResults(w.moves, wins, simulations)
	for i := range known {
		if e := (priorResult{wins[i], simulations[i]}); e.wins >= 0 && e.wins <= e.simulations && e.simulations <= mostPriorSimulations {
			known[i] = e
		} else {
			panic(fmt.Sprintf("the prior result of %v is %v wins in %v simulations, want 0 to %.0f simulations and no more wins",
				w.moves[i], e.wins, e.simulations, float64(mostPriorSimulations)))
		}
	}
}

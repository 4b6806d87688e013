package mcts

import "fmt"

// An Expert gives each move of a new node prior results: a number of virtual simulations and the number of wins among
// them (heuristic prior knowledge, Gelly and Silver 2007, section 5). In the scores of moves in the tree, virtual
// simulations count like real ones. Virtual simulations are not included in the [Result], and do not influence the
// final choice of the best move. A move with virtual simulations counts as tried, and [Options.FirstPlay] does not
// apply to it.
type Expert[M comparable] interface {
	// PriorResults sets simulations[i] to the number of virtual simulations of moves[i], and wins[i] to the sum of
	// their results (1 for a win, ½ for a draw), for all i. moves are the legal moves of the present position, or some
	// of them.
	//
	// Law: each element of simulations is from 0 to 1e6, and each element of wins from 0 to the
	// corresponding element of simulations.
	PriorResults(moves []M, wins, simulations []float32)
}

type priorResult struct{ wins, simulations float32 }

const mostPriorSimulations = 1e6

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

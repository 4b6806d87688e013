package mcts

import "fmt"

// An Expert knows moves as if it had tried them: for each move of a new node, it gives a number of virtual simulations
// and how many of them were won (heuristic prior knowledge, Gelly and Silver 2007, section 5). They count in the score
// of the move, for RAVE, and for the bandit, like simulations of the search, so that experience matters most while
// simulations are few. They are not counted in results, nor where results are compared to choose the best move.
//
// A move with virtual simulations counts as tried: [Options.FirstPlay] is for moves without.
type Expert[M comparable] interface {
	// Experience sets simulations[i] to the number of virtual simulations of moves[i] and wins[i] to the sum of their
	// results, for all i. moves are the legal moves of the present position, or some of them.
	//
	// Law: simulations are from 0 to 1e6, and wins from 0 to simulations.
	Experience(moves []M, wins, simulations []float32)
}

// experience is what an [Expert] knows of a move.
type experience struct{ wins, simulations float32 }

// mostExperience is the most virtual simulations of a move.
const mostExperience = 1e6

// experienceOf returns what is known of the moves of a node; nil without an Expert.
func (s *store[M]) experienceOf(n *node) []experience {
	if !s.withExperience {
		return nil
	}
	return s.experience.Slice(n.first, n.count)
}

// askExpert sets what is known of the moves of a new node, which are w.moves and those of the present position.
func (w *worker[M]) askExpert(n *node) {
	known := w.store.experienceOf(n)
	if n.chance {
		clear(known)
		return
	}
	count := len(w.moves)
	if len(w.virtual) < 2*count {
		w.virtual = make([]float32, 2*count)
	}
	wins, simulations := w.virtual[:count], w.virtual[count:2*count]
	w.expert.Experience(w.moves, wins, simulations)
	for i := range known {
		if e := (experience{wins[i], simulations[i]}); e.wins >= 0 && e.wins <= e.simulations && e.simulations <= mostExperience {
			known[i] = e
		} else {
			panic(fmt.Sprintf("the experience of %v is %v wins in %v simulations, want 0 to %.0f simulations and no more wins",
				w.moves[i], e.wins, e.simulations, float64(mostExperience)))
		}
	}
}

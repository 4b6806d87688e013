package flat

import (
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

type worker[M comparable] struct {
	*search[M]
	game      ply.AdversarialGame[M]
	back      func() // to the root, by a copy; nil if moves are taken back one by one
	numberer  *sampling.Numberer[M]
	numbered  bool              // the game numbers its moves, so that all workers have the same numbers
	advancer  fast.Advancer[M]  // nil if the game is not one, and so on
	dealer    ply.Stochastic[M] //
	evaluator ply.Evaluator     //
	simulator Simulator[M]      //
	playouter playouter[M]      // also nil where it does not do
	planner   Planner[M]        // nil without goals
	random    *rand.PCG
	length    int // the most moves of a playout of this package
	index     int

	next int // number of the next playout in the phase
	made int // playouts

	learns bool // all moves of a playout count
	choose func(side int, moves []M) int
	gobble *gobble[M]
	budget *stop.Budget // of the present playout
	asked  int          // moves chosen in the present playout
	status ply.Status   // why the present playout was cut short, or ply.Complete

	table
	moveOf    []M     // by numbers
	choices   []int32 // the numbers of the moves to choose among
	root      []int32 // by numbers, which of these it is, from 1 on
	early     early
	seen      [2][]uint32 // by numbers, the last playout that had the move; of each side, with Retaken
	playout   uint32
	mine      []int32 // scratch: moves of a playout for pairs
	theirs    []int32
	weigher   weigher   // with K
	odds      []float64 // scratch
	numbers   []int32   // scratch
	reached   []bool
	steps     []Step[M] // of the present playout
	line      []M       // that is played
	lines     [2][]M    // scratch, of a playouter
	list      [2][]M    // scratch, of moves
	simulated Simulation[M]
}

func (w *worker[M]) play(m M) {
	w.line = append(w.line, m)
	w.game.Play(m)
}

func (w *worker[M]) undo(length int) {
	if length == 0 && w.back != nil {
		w.back()
		w.line = w.line[:0]
	}
	for i := len(w.line) - 1; i >= length; i-- {
		w.game.Undo(w.line[i])
	}
	w.line = w.line[:length]
}

// simulation makes one playout, or returns why the search must end.
func (w *worker[M]) simulation(budget *stop.Budget) (ply.Status, error) {
	w.budget, w.asked, w.status = budget, 0, ply.Complete
	w.steps = w.steps[:0]
	clear(w.reached)
	w.begin()
	w.playout++
	if w.playout == 0 {
		clear(w.seen[0])
		clear(w.seen[1])
		w.playout = 1
	}
	opening := int32(-1)
	if !w.opt.allAsFirst {
		opening = w.alive[w.next%len(w.alive)]
		w.open(w.openings[opening])
	}
	score, err := w.score()
	w.undo(0)
	if err != nil || w.status != ply.Complete {
		return w.status, err
	}
	w.next += w.opt.Workers
	w.made++
	w.record(opening, score)
	return ply.Complete, nil
}

func (w *worker[M]) begin() {
	if k := w.opt.Boltzmann.K; k > 0 {
		if w.opt.Boltzmann.Annealed {
			k *= w.done()
		}
		w.weigher.begin(k, w.side, w.all.mean())
	}
	if w.gobble != nil {
		w.gobble.arrange(w.done())
	}
	if w.simulated.Urn != nil {
		w.simulated.Urn.Reset()
	}
}

// done returns the part of the search that is done, for Annealed and Gobble.
func (w *worker[M]) done() float64 {
	if w.total > 0 {
		return min(1, float64(w.made)*float64(w.opt.Workers)/float64(w.total))
	}
	return min(1, float64(time.Since(w.start))/float64(w.limits.Time))
}

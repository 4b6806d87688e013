package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply/internal/sampling"
)

// moveStats are a worker's statistics of moves, for its playouts ([Playouts]) and the tree ([Options.History]).
type moveStats[M comparable] struct {
	numberer *sampling.Numberer[M]
	random   *rand.PCG
	line     []playedMove[M] // of the present simulation, from the root on
	results  []float32       // of each player
	numbers  []int32         // scratch
	replies  *replies[M]
	averages *averages[M]
	history  [][]average // of each player, by the number of the move; nil without Options.History
}

// A playedMove is a move of a line. Moves of chance have the player -1 and the number -1.
type playedMove[M comparable] struct {
	player, number int32
	move           M
}

type average struct{ sum, count float32 }

func (a *average) add(result float32) {
	a.sum += result
	a.count++
}

func (w *worker[M]) newMoveStats() *moveStats[M] {
	o, players := w.opt, len(w.points)
	m := &moveStats[M]{numberer: w.numberer, random: w.random, results: make([]float32, players)}
	if o.playouts.Replies != 0 {
		m.replies = newReplies[M](o.playouts.Replies)
	}
	if o.playouts.Averages.Length != 0 {
		m.averages = newAverages[M](o.playouts.Averages, players)
	}
	if o.History != 0 {
		m.history = make([][]average, players)
	}
	return m
}

func (w *worker[M]) beginLine() {
	line := w.moveStats.line[:0]
	for _, step := range w.path {
		if n := w.store.Nodes.At(step.node); n.chance {
			line = append(line, playedMove[M]{-1, -1, step.arc.move})
		} else {
			line = append(line, playedMove[M]{int32(n.player), int32(*w.store.numbers.At(step.place)), step.arc.move})
		}
	}
	w.moveStats.line = line
}

func (m *moveStats[M]) note(player int, move M) {
	number := -1
	if player >= 0 {
		number = m.numberer.Number(move)
	}
	m.line = append(m.line, playedMove[M]{int32(player), int32(number), move})
}

// pick returns the index of the next move of a playout, or -1 if nothing is known.
func (m *moveStats[M]) pick(player int, moves []M) int {
	if m.replies != nil {
		if i := m.replies.pick(m.line, player, moves); i >= 0 {
			return i
		}
	}
	if m.averages != nil {
		m.numbers = m.numberer.AppendNumbers(m.numbers[:0], moves)
		return m.averages.pick(m.line, player, m.numbers, m.random)
	}
	return -1
}

// playAndLearn plays a uniform playout and learns from it. It returns the same as playout.
func (w *worker[M]) playAndLearn(most int) (over, ok bool) {
	w.beginLine()
	if over, ok = w.uniform.play(w.lines, w.outcomes, most); ok {
		w.learnOutcomes()
	}
	return over, ok
}

// learnPath learns from the moves in the tree only, after a playout of the game's own or an evaluation.
func (w *worker[M]) learnPath() {
	if w.moveStats != nil {
		w.beginLine()
		w.learnOutcomes()
	}
}

func (w *worker[M]) learnOutcomes() {
	m := w.moveStats
	for p, outcome := range w.outcomes {
		m.results[p] = float32(w.step(outcome)+w.utility) / float32(2*w.utility)
	}
	if m.replies != nil {
		m.replies.learn(m.line, m.results)
	}
	if m.averages != nil {
		m.averages.learn(m.line, m.results)
	}
	for _, l := range m.line {
		if m.history != nil && l.player >= 0 {
			sampling.At(&m.history[l.player], l.number).add(m.results[l.player])
		}
	}
}

// untried is the score of untried moves, which history orders.
const untried = 1e18

// addHistory adds the history term to the scores (progressive history, Nijssen and Winands 2011): after n simulations
// with mean p, History·h/((1-p)·n+1), where h is the mean result of the player's move anywhere, or ½.
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

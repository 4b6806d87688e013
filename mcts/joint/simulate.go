package joint

import (
	"errors"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/stop"
)

func (w *worker[M]) play(size int) {
	w.sizes = append(w.sizes, size)
	w.game.PlayJoint(w.line[len(w.line)-size:])
}

func (w *worker[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	w.path = w.path[:0]
	at := int32(0)
	for {
		n := w.nodes.At(uint32(at))
		if len(n.next) == 0 || len(w.sizes) >= w.length {
			break
		}
		if w.frozen != nil {
			w.keep(at, n)
		}
		cell := w.pick(n)
		w.path = append(w.path, step{at, int32(cell)})
		next := n.next[cell]
		if next == 0 {
			if w.room() > 0 && w.count < math.MaxInt32 {
				fresh, err := w.newNode()
				if errors.Is(err, errNoRoom) {
					break
				}
				if err != nil {
					w.takeBack()
					return ply.Failed, err
				}
				n.next[cell] = w.add(&fresh)
			}
			break
		}
		at = next
	}
	status, err := w.playout(budget)
	w.takeBack()
	if err != nil || status != ply.Complete {
		return status, err
	}
	w.simulations++
	for _, s := range w.path {
		w.nodes.At(uint32(s.node)).visits++
	}
	// Exploration below a position does not reflect the players' choices there, so it does not count above.
	for _, s := range slices.Backward(w.path) {
		n := w.nodes.At(uint32(s.node))
		if w.update(n, int(s.cell)); explorers(n) > 0 {
			break
		}
	}
	return ply.Complete, nil
}

func (w *worker[M]) takeBack() {
	for len(w.sizes) > 0 {
		last := len(w.sizes) - 1
		from := len(w.line) - w.sizes[last]
		w.game.UndoJoint(w.line[from:])
		w.line, w.sizes = w.line[:from], w.sizes[:last]
	}
}

func (w *worker[M]) pick(n *node[M]) (cell int) {
	if n.outcomes != nil {
		cell = chance.Pick(n.outcomes, w.random.Float64())
		w.line = append(w.line, n.moves[cell])
		w.play(1)
		return cell
	}
	base := 0
	for i := range n.shares {
		s := &n.shares[i]
		var move int
		move, s.explores = w.choose(s, n.visits)
		cell = cell*int(s.moves) + move
		w.line = append(w.line, n.moves[base+move])
		base += int(s.moves)
	}
	w.play(len(n.shares))
	return cell
}

// playout plays at random to the end and sets results, unless the search must end before.
func (w *worker[M]) playout(budget *stop.Budget) (ply.Status, error) {
	for len(w.sizes) < w.length {
		if len(w.sizes)%sampling.Often == sampling.Often-1 && !w.whole {
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

func explorers[M comparable](n *node[M]) (count int) {
	for i := range n.shares {
		if n.shares[i].explores {
			count++
		}
	}
	return count
}

// update adds the results of a simulation to a node. A player learns from it unless another one has explored.
func (w *worker[M]) update(n *node[M], cell int) {
	if n.outcomes != nil {
		return
	}
	n.counts[cell]++
	for player, x := range w.results {
		n.sums[cell*w.players+player] += x
	}
	exploring := explorers(n)
	stride := 1 // of the present player's moves in the numbers of joint moves
	for i := len(n.shares) - 1; i >= 0; i-- {
		s := &n.shares[i]
		if exploring == 0 || exploring == 1 && s.explores {
			move := cell / stride % int(s.moves)
			w.learn(s, move, w.results[s.player], func(m int) float64 {
				other := cell + (m-move)*stride
				if n.counts[other] == 0 {
					return 0.5
				}
				return n.sums[other*w.players+int(s.player)] / float64(n.counts[other])
			})
		}
		stride *= int(s.moves)
	}
}

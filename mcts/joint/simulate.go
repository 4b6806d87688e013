package joint

import (
	"errors"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/stop"
)

// play plays the last moves of the line as a joint move.
func (w *worker[M]) play(size int) {
	w.sizes = append(w.sizes, size)
	w.game.PlayJoint(w.line[len(w.line)-size:])
}

// simulate makes one simulation, unless the search must end before it does.
func (w *worker[M]) simulate(budget *stop.Budget) (ply.Status, error) {
	w.path = w.path[:0]
	at := int32(0)
	for {
		n := w.nodes.At(uint32(at))
		if len(n.next) == 0 || len(w.sizes) >= w.length {
			break
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
	// Exploration below a position says nothing of the players' choices there, so it does not count above.
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

// pick chooses and plays a joint move or an outcome in a node, and returns its number.
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

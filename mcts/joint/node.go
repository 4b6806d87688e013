package joint

import (
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
)

// A node is a position: one of chance has outcomes and no shares, a finished one neither.
type node[M comparable] struct {
	moves    []M // of all shares, or outcomes
	shares   []share
	outcomes []float64 // the probabilities of outcomes
	next     []int32   // by joint moves or outcomes: the node after it, 0 for none yet
	sums     []float64 // by joint moves and players: the sums of results
	counts   []int32   // by joint moves
	visits   int
}

// A step is what was chosen in a node on the path.
type step struct {
	node int32
	cell int32 // the joint move or the outcome
}

// errNoRoom is the error of a node with so many joint moves that it would exceed MaxMemory.
var errNoRoom = errors.New("no room")

// rootBytes is the memory that a root may take even with less MaxMemory.
const rootBytes = 1 << 20

// newNode returns a node for the present position.
func (w *grower[M]) newNode() (n node[M], err error) {
	if n.moves = w.game.MovesOf(ply.Chance, nil); len(n.moves) > 0 {
		if n.outcomes, err = w.probabilities(n.moves, nil); err != nil {
			return n, err
		}
		n.next = make([]int32, len(n.moves))
		return n, nil
	}
	room := w.room()
	if w.count == 0 {
		room = max(room, rootBytes)
	}
	cells, most := 1, min(room/(8+8*w.players), math.MaxInt32)
	for player := range w.players {
		base := len(n.moves)
		n.moves = w.game.MovesOf(player, n.moves)
		if count := len(n.moves) - base; count > 0 {
			if cells > most/count {
				return node[M]{}, errNoRoom
			}
			cells *= count
			n.shares = append(n.shares, share{player: int32(player), moves: int32(count), statistics: make([]float64, statistics*count)})
		}
	}
	if len(n.shares) > 0 {
		n.next, n.counts, n.sums = make([]int32, cells), make([]int32, cells), make([]float64, cells*w.players)
	}
	return n, nil
}

// size returns the number of bytes that the lists of a node take.
func (n *node[M]) size() int {
	var m M
	var s share
	size := cap(n.moves)*int(unsafe.Sizeof(m)) + cap(n.shares)*int(unsafe.Sizeof(s))
	for i := range n.shares {
		size += 8 * len(n.shares[i].statistics)
	}
	return size + 8*(cap(n.outcomes)+len(n.sums)) + 4*(len(n.next)+len(n.counts))
}

// probabilities appends those of outcomes.
func (w *grower[M]) probabilities(outcomes []M, dst []float64) ([]float64, error) {
	if w.dealer == nil {
		return nil, fmt.Errorf("joint: chance makes a move, and %T is not a ply.Stochastic", w.game)
	}
	dst, err := chance.Odds(w.dealer, outcomes, dst)
	if err != nil {
		return nil, fmt.Errorf("joint: after %v: %w", w.line, err)
	}
	return dst, nil
}

package joint

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/slab"
)

// chunkShift makes chunks of nodes that are small beside any tree.
const chunkShift = 5

// A worker grows the tree of one worker, on a separate game.
type worker[M comparable] struct {
	opt     *Options[M]
	game    ply.Joint[M]
	dealer  ply.Stochastic[M] // nil for none
	random  *rand.Rand
	players int
	length  int // the most joint moves of a line
	nodes   slab.Slab[node[M]]
	count   int // of nodes
	bound   int // of the memory of the nodes, in bytes
	memory  int

	simulations int
	path        []step
	line        []M // the joint moves on the line, side by side
	sizes       []int
	moves       []M   // scratch
	counts      []int // scratch: of the moves of players
	values      []int
	results     []float64
	numbers     []float64 // scratch: probabilities of outcomes
}

// begin makes the root.
func (w *worker[M]) begin() error {
	w.players = w.game.Players()
	if err := sides.CheckPlayers(w.game, w.players); err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	w.values, w.results = make([]int, w.players), make([]float64, w.players)
	w.nodes = slab.Open[node[M]](chunkShift)
	n, err := w.newNode()
	w.add(&n)
	switch {
	case errors.Is(err, errNoRoom):
		err = fmt.Errorf("joint: Memory is %d bytes for %d of Workers, which is not enough for the joint moves of the position", w.opt.Memory, w.opt.Workers)
	case err == nil && len(n.shares) == 0:
		err = errors.New("joint: nobody moves in the position: it is finished, or one of chance")
	}
	return err
}

// room returns how many bytes more the tree may take, or less than 0 if it takes more already.
func (w *worker[M]) room() int { return w.bound - w.memory }

// add adds a node, and returns its number.
func (w *worker[M]) add(n *node[M]) int32 {
	if w.count == w.nodes.Len() {
		w.nodes.Add()
		w.memory += w.nodes.Chunk() * w.nodes.Size()
	}
	*w.nodes.At(uint32(w.count)) = *n
	w.memory += n.size()
	w.count++
	return int32(w.count - 1)
}

// sameRoot reports whether the players have the same moves at the roots of two workers, so that strategies can be averaged.
func (w *worker[M]) sameRoot(other *worker[M]) bool {
	a, b := w.nodes.At(0), other.nodes.At(0)
	return w.players == other.players && slices.Equal(a.moves, b.moves) &&
		slices.EqualFunc(a.shares, b.shares, func(a, b share) bool { return a.player == b.player && a.moves == b.moves })
}

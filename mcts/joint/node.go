package joint

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"unsafe"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/memory"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/slab"
)

// A node is a position. Chance nodes have outcomes but no shares; finished ones have neither.
type node[M comparable] struct {
	moves    []M // of all shares, or outcomes
	shares   []share
	outcomes []float64 // the probabilities of outcomes
	next     []int32   // by joint moves or outcomes: the node after it, 0 for none yet
	sums     []float64 // by joint moves and players: the sums of results
	counts   []int32   // by joint moves
	visits   int
}

type step struct {
	node int32
	cell int32 // the joint move or the outcome
}

var errNoRoom = errors.New("no room")

// rootBytes is the memory that all workers' roots may take even with less Memory.
const rootBytes = 1 << 20

// newNode returns a node for the present position, with lists of the exact length. It allocates nothing if there is no room.
func (w *worker[M]) newNode() (n node[M], err error) {
	room := w.room()
	if w.count == 0 {
		room = max(room, rootBytes/w.opt.Workers)
	}
	most := min(room/(8+8*w.players), math.MaxInt32) // joint moves or outcomes
	if w.moves = w.game.MovesOf(ply.Chance, w.moves[:0]); len(w.moves) > 0 {
		if len(w.moves) > most {
			return node[M]{}, errNoRoom
		}
		n.moves = memory.Exactly(w.moves)
		if n.outcomes, err = w.probabilities(n.moves, make([]float64, 0, len(n.moves))); err != nil {
			return n, err
		}
		n.next = make([]int32, len(n.moves))
		return n, nil
	}
	w.counts = w.counts[:0]
	cells, movers := 1, 0
	for player := range w.players {
		base := len(w.moves)
		w.moves = w.game.MovesOf(player, w.moves)
		count := len(w.moves) - base
		w.counts = append(w.counts, count)
		if count > 0 {
			if cells > most/count {
				return node[M]{}, errNoRoom
			}
			cells *= count
			movers++
		}
	}
	if movers == 0 {
		return n, nil
	}
	n.moves, n.shares = memory.Exactly(w.moves), make([]share, 0, movers)
	numbers := make([]float64, statistics*len(n.moves))
	for player, count := range w.counts {
		if count > 0 {
			own := statistics * count
			n.shares = append(n.shares, share{player: int32(player), moves: int32(count), statistics: numbers[:own:own]})
			numbers = numbers[own:]
		}
	}
	n.next, n.counts, n.sums = make([]int32, cells), make([]int32, cells), make([]float64, cells*w.players)
	return n, nil
}

func (n *node[M]) size() int {
	var m M
	var s share
	size := cap(n.moves)*int(unsafe.Sizeof(m)) + cap(n.shares)*int(unsafe.Sizeof(s))
	for i := range n.shares {
		size += 8 * len(n.shares[i].statistics)
	}
	return size + 8*(cap(n.outcomes)+len(n.sums)) + 4*(len(n.next)+len(n.counts))
}

func (w *worker[M]) probabilities(outcomes []M, dst []float64) ([]float64, error) {
	if w.dealer == nil {
		return nil, fmt.Errorf("joint: chance makes a move, and %T is not a ply.Stochastic", w.game)
	}
	dst, err := chance.Odds(w.dealer, outcomes, dst)
	if err != nil {
		return nil, fmt.Errorf("joint: after %v: %w", w.line, err)
	}
	return dst, nil
}

// chunkShift makes chunks of nodes that are small compared with any tree.
const chunkShift = 5

type worker[M comparable] struct {
	opt     *Options[M]
	game    ply.Joint[M]
	dealer  ply.Stochastic[M] // nil for none
	source  rand.Source
	random  *rand.Rand // of source
	players int
	length  int // the most joint moves of a line
	nodes   slab.Slab[node[M]]
	count   int // of nodes
	bound   int // of the memory of the nodes, in bytes
	memory  int

	simulations int
	before      int        // simulations when the last search began
	frozen      *frozen[M] // nil if the tree is not being saved
	whole       bool       // simulations are completed, because the tree is kept
	path        []step
	line        []M // the joint moves on the line, side by side
	sizes       []int
	moves       []M   // scratch
	counts      []int // scratch: of the moves of players
	values      []int
	results     []float64
	numbers     []float64 // scratch: probabilities of outcomes
}

func (w *worker[M]) begin() error {
	w.players = w.game.Players()
	if err := sides.CheckPlayers(w.game, w.players); err != nil {
		return fmt.Errorf("joint: %w", err)
	}
	w.values, w.results = make([]int, w.players), make([]float64, w.players)
	w.clear()
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

// clear removes all nodes.
func (w *worker[M]) clear() {
	w.nodes = slab.Open[node[M]](chunkShift)
	w.count, w.memory, w.simulations, w.before = 0, 0, 0, 0
}

func (w *worker[M]) room() int { return w.bound - w.memory }

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

// sameRoot reports whether the players have the same moves at both roots, so that strategies can be averaged.
func (w *worker[M]) sameRoot(other *worker[M]) bool {
	a, b := w.nodes.At(0), other.nodes.At(0)
	return w.players == other.players && slices.Equal(a.moves, b.moves) &&
		slices.EqualFunc(a.shares, b.shares, func(a, b share) bool { return a.player == b.player && a.moves == b.moves })
}

package puct

import (
	"fmt"

	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/tree"
)

// A store holds the positions of a tree and their moves. It is read and changed under the lock of the tree.
type store[M comparable] struct {
	tree.Store[node, arc[M]]
	full bool // a position has found no room
}

// firstArcs is the number of arcs that a new tree has room for.
const firstArcs = 1 << 10

func newStore[M comparable](memory int) (s store[M]) {
	s.Memory, s.Trees, s.First, s.FirstArcs = memory, 1, firstNode, firstArcs
	s.Span = func(n *node) *tree.Span { return &n.Span }
	s.Next = func(a *arc[M]) *uint32 { return &a.node }
	return s
}

// A node is a position with its moves.
type node struct {
	sum       float64 // of the results of the simulations that chose a move here, for the side to move
	value     float64 // as evaluated
	tree.Span         // of its arcs
	visits    uint32  // simulations that chose a move here
	flight    uint32  // those whose results are pending
	low, high int16   // proven bounds of its value, on the scale of outcomes
	distance  uint16  // plies from here to the end of the game, if it is proven to be won or lost
	side      uint8   // to move
	evaluated bool    // only a root may not be
}

// mean is the mean result, the evaluation of the position included.
func (n *node) mean() float64 { return (n.value + n.sum) / float64(1+n.visits) }

// An arc is a move in a position. Its results are for the side that plays it.
type arc[M comparable] struct {
	sum       float64
	move      M
	node      uint32 // the position that it leads to: a number of at least firstNode, or one of these
	visits    uint32
	flight    uint32
	prior     float32
	low, high int16 // proven bounds of its result
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // it is about to be evaluated
	bounded   = 2 // its value is known, by Options.Bounds
	firstNode = 3
)

func (a *arc[M]) exact() bool { return a.low == a.high }

// mean is the mean result of a move with visits, moved within the proven bounds. unit is the outcome that counts as a full win.
func (a *arc[M]) mean(unit float64) float64 {
	return agreed(a.sum/float64(a.visits), a.low, a.high, unit)
}

// value is the mean result of a move; 0 without visits.
func (a *arc[M]) value() float64 { return a.sum / float64(max(a.visits, 1)) }

// agreed returns the result nearest to x within the proven bounds.
func agreed(x float64, low, high int16, unit float64) float64 {
	return min(max(x, float64(low)/unit), float64(high)/unit)
}

// reset empties the store and makes room for a root with a number of arcs.
func (s *store[M]) reset(arcs int) error {
	s.full, s.Columns = false, []slab.Column{&s.Arcs}
	if err := s.Reset(arcs); err != nil {
		return fmt.Errorf("puct: %w", err)
	}
	return nil
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.Arcs.Slice(n.First, n.Count) }

// allocate returns a new node with count arcs, which are not initialized, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	for count <= s.Arcs.Chunk() { // or it will never have room
		if id, arcs := s.Allocate(count); id != noNode {
			*s.Nodes.At(id) = node{Span: arcs}
			return id
		}
		if !s.Enlarge() {
			break
		}
	}
	s.full = true
	return noNode
}

// keep makes a node the root and forgets all nodes that do not hang on it.
func (s *store[M]) keep(root uint32) {
	s.Root, s.full = root, false
	s.Collect(nil)
}

// look lists the moves of the present position of a slot and notes the side to move. It reports whether there are any.
func (t *Tree[G, M]) look(s *slot[G, M]) bool {
	s.leaf.Moves = s.game.Moves(s.leaf.Moves[:0])
	s.side, s.low, s.high, s.ahead = s.toMove(), int16(-t.full), int16(t.full), s.ahead[:0]
	return len(s.leaf.Moves) > 0
}

// toMove returns the side to move. Like the other checks of the game's answers, it reports a broken law by a panic,
// which becomes a [ply.GamePanic].
func (s *slot[G, M]) toMove() uint8 {
	side := s.game.ToMove()
	if side != 0 && side != 1 {
		panic(sides.Error(s.game, side, 2))
	}
	return uint8(side)
}

// arrive gives the leaf of a slot a node, if there is room.
func (t *Tree[G, M]) arrive(s *slot[G, M]) {
	s.leaf.Value = agreed(s.leaf.Value, s.low, s.high, t.unit)
	id := uint32(noNode)
	if len(s.path) == 0 {
		id = t.store.Root
	} else {
		id = t.plant(s)
		t.store.Arcs.At(s.path[len(s.path)-1].arc).node = id
	}
	if id == noNode {
		return
	}
	n := t.store.Nodes.At(id)
	n.value, n.evaluated = s.leaf.Value, true
	sum := 0.0
	for _, p := range s.leaf.Priors {
		sum += float64(p)
	}
	arcs := t.store.arcsOf(n)
	for i := range arcs {
		if sum > 0 {
			arcs[i].prior = float32(float64(s.leaf.Priors[i]) / sum)
		} else {
			arcs[i].prior = 1 / float32(len(arcs))
		}
	}
}

// plant gives the position of a slot a node without an evaluation. It returns noNode if there is no room.
func (t *Tree[G, M]) plant(s *slot[G, M]) uint32 {
	id := t.store.allocate(len(s.leaf.Moves))
	if id == noNode {
		return noNode
	}
	n := t.store.Nodes.At(id)
	full := int16(t.full)
	n.side, n.low, n.high = s.side, -full, full
	arcs := t.store.arcsOf(n)
	for i, m := range s.leaf.Moves {
		o := outlook{low: -full, high: full}
		if i < len(s.ahead) {
			o = s.ahead[i]
		}
		arcs[i] = arc[M]{move: m, node: o.node, low: o.low, high: o.high}
	}
	t.setBounds(n)
	return id
}

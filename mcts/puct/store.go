package puct

import (
	"fmt"

	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/tree"
)

// A store holds the positions of a tree and their moves, under the lock of the tree.
type store[M comparable] struct {
	tree.Store[node, arc[M]]
	full bool // a position has found no room
}

const firstArcs = 1 << 10

func newStore[M comparable](memory int) (s store[M]) {
	s.Memory, s.Trees, s.First, s.FirstArcs = memory, 1, firstNode, firstArcs
	s.Span = func(n *node) *tree.Span { return &n.Span }
	s.Next = func(a *arc[M]) *uint32 { return &a.node }
	return s
}

type node struct {
	sum       float64 // of the results of the simulations that chose a move here, for the side to move
	value     float64 // as evaluated
	hash      uint64  // of the position, with Options.Transpositions
	tree.Span         // of its arcs
	visits    uint32  // simulations that chose a move here
	flight    uint32  // those whose results are pending
	low, high int16   // proven bounds of its value, on the scale of outcomes
	distance  uint16  // plies from here to the end of the game, if it is proven to be won or lost
	side      uint8   // to move; 0 where chance is
	byChance  bool    // chance is to move
}

// mean includes the evaluation of the position.
func (n *node) mean() float64 { return (n.value + n.sum) / float64(1+n.visits) }

// An arc is a move in a position, with results for the side or player that plays it.
type arc[M comparable] struct {
	sum       float64
	move      M
	node      uint32 // the position that it leads to: a number of at least firstNode, or one of these
	visits    uint32
	flight    uint32
	prior     float32 // or the probability of an outcome
	low, high int16   // proven bounds of its result
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // it is about to be evaluated
	bounded   = 2 // its value is known, by Options.Bounds
	firstNode = 3
)

func (a *arc[M]) exact() bool { return a.low == a.high }

// mean is the mean result of a visited move, within the proven bounds. unit is the outcome of a full win.
func (a *arc[M]) mean(unit float64) float64 {
	return agreed(a.sum/float64(a.visits), a.low, a.high, unit)
}

// value is the mean result of a move, or 0 without visits.
func (a *arc[M]) value() float64 { return a.sum / float64(max(a.visits, 1)) }

// agreed returns the result nearest to x within the proven bounds.
func agreed(x float64, low, high int16, unit float64) float64 {
	return min(max(x, float64(low)/unit), float64(high)/unit)
}

// reset empties the store and makes room for a root with this number of arcs.
func (s *store[M]) reset(arcs int) error {
	s.full, s.Columns = false, []slab.Column{&s.Arcs}
	if err := s.Reset(arcs); err != nil {
		return fmt.Errorf("puct: %w", err)
	}
	return nil
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.Arcs.Slice(n.First, n.Count) }

// allocate returns a new node with count uninitialized arcs, or noNode without room.
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

// keep makes a node the root and discards all nodes not reachable from it.
func (s *store[M]) keep(root uint32) {
	s.Root, s.full = root, false
	s.Collect(nil)
}

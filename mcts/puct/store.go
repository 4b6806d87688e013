package puct

import (
	"fmt"
	"math/bits"

	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/slab"
)

// A store holds the positions of a tree and their moves, side by side in chunks that never move. It is read and changed
// under the lock of the tree.
type store[M comparable] struct {
	nodes     slab.Slab[node]
	arcs      slab.Slab[arc[M]]
	nodesUsed int
	arcsUsed  int // gaps at the ends of chunks included
	root      uint32
	maxMemory int
	full      bool // a position has found no room
}

// A node is a position with its moves.
type node struct {
	sum          float64 // of the results of the simulations that chose a move here, for the side to move
	value        float64 // as evaluated
	first, count uint32  // of its arcs
	visits       uint32  // simulations that chose a move here
	flight       uint32  // those whose results are pending
	low, high    int16   // proven bounds of its value, on the scale of outcomes
	distance     uint16  // plies from here to the end of the game, if it is proven to be won or lost
	side         uint8   // to move
	evaluated    bool    // only a root may not be
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

// The usual sizes of chunks, in elements. They are smaller where memory is tight.
const (
	usualNodes = 8
	usualArcs  = 10
)

// reset empties the store and makes room for a root with a number of arcs.
func (s *store[M]) reset(arcs int) error {
	s.nodesUsed, s.arcsUsed, s.root, s.full = firstNode, 0, noNode, false
	if s.nodes.Len() > 0 && arcs <= s.arcs.Chunk() {
		return nil
	}
	forNodes, forArcs := usualNodes, max(usualArcs, bits.Len(uint(2*arcs))) // later positions can have more moves
	for s.nodes.Size()<<forNodes > s.maxMemory/8 && 1<<forNodes > firstNode+1 {
		forNodes--
	}
	for s.arcs.Size()<<forArcs > s.maxMemory/4 && 1<<forArcs/2 >= arcs {
		forArcs--
	}
	s.nodes, s.arcs = slab.Open[node](uint8(forNodes)), slab.Open[arc[M]](uint8(forArcs))
	if err := sampling.CheckRoot(s.maxMemory, bytes(&s.nodes)+bytes(&s.arcs), 1); err != nil {
		return fmt.Errorf("puct: %w", err)
	}
	s.nodes.Add()
	s.arcs.Add()
	return nil
}

// memory is the memory that the store takes.
func (s *store[M]) memory() int {
	return s.nodes.Len()*s.nodes.Size() + s.arcs.Len()*s.arcs.Size()
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.arcs.Slice(n.first, n.count) }

// allocate returns a new node with count arcs, which are not initialized, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	if count > s.arcs.Chunk() {
		s.full = true
		return noNode // it will never have room
	}
	first := s.arcs.Place(s.arcsUsed, count)
	if s.nodesUsed >= s.nodes.Len() && !extend(s, &s.nodes) || first+count > s.arcs.Len() && !extend(s, &s.arcs) {
		s.full = true
		return noNode
	}
	id := uint32(s.nodesUsed)
	*s.nodes.At(id) = node{first: uint32(first), count: uint32(count)}
	s.nodesUsed++
	s.arcsUsed = first + count
	return id
}

// extend adds a chunk, and reports whether memory and numbers allow it.
func extend[M comparable, T any](s *store[M], c *slab.Slab[T]) bool {
	const mostNumbers = 1 << 32
	if s.memory()+bytes(c) > s.maxMemory || uint64(c.Len())+uint64(c.Chunk()) > mostNumbers {
		return false
	}
	c.Add()
	return true
}

// bytes returns the memory that a chunk takes.
func bytes[T any](c *slab.Slab[T]) int { return c.Chunk() * c.Size() }

// keep makes a node the root and forgets all nodes that do not hang on it. Nodes get new numbers.
func (s *store[M]) keep(root uint32) {
	kept := make([]uint32, s.nodesUsed) // the new number of each node; noNode for those forgotten
	kept[root] = firstNode
	next, used := uint32(firstNode), 0
	// A node has a greater number than the one before it, and its arcs lie in the same order. So each moves to a place
	// that is free by then.
	for id := root; int(id) < s.nodesUsed; id++ {
		if kept[id] == noNode {
			continue
		}
		n := *s.nodes.At(id)
		from := s.arcsOf(&n)
		for i := range from {
			if to := from[i].node; to >= firstNode {
				kept[to] = claimed // for now
			}
		}
		first := s.arcs.Place(used, int(n.count))
		n.first, used = uint32(first), first+int(n.count)
		copy(s.arcsOf(&n), from)
		*s.nodes.At(next) = n
		kept[id] = next
		next++
	}
	s.nodesUsed, s.arcsUsed, s.root, s.full = int(next), used, firstNode, false
	for id := uint32(firstNode); id < next; id++ {
		arcs := s.arcsOf(s.nodes.At(id))
		for i := range arcs {
			if to := &arcs[i].node; *to >= firstNode {
				*to = kept[*to]
			}
		}
	}
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
		id = t.store.root
	} else {
		id = t.plant(s)
		t.store.arcs.At(s.path[len(s.path)-1].arc).node = id
	}
	if id == noNode {
		return
	}
	n := t.store.nodes.At(id)
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
	n := t.store.nodes.At(id)
	full := int16(t.full)
	n.side, n.low, n.high = s.side, -full, -full
	arcs := t.store.arcsOf(n)
	for i, m := range s.leaf.Moves {
		o := outlook{low: -full, high: full}
		if i < len(s.ahead) {
			o = s.ahead[i]
		}
		arcs[i] = arc[M]{move: m, node: o.node, low: o.low, high: o.high}
		n.low, n.high = max(n.low, o.low), max(n.high, o.high)
	}
	if t.certain(n.low, n.high) {
		n.distance = t.distanceFrom(n)
	}
	return id
}

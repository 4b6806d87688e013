package puct

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/ply-search/ply/internal/memory"
)

// A store holds the positions of a tree and their moves, side by side in chunks that never move. It is read and changed
// under the lock of the tree.
type store[M comparable] struct {
	nodes     chunks[node]
	arcs      chunks[arc[M]]
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
	low, high    int16   // what is proven of its value, on the scale of outcomes
	side         uint8   // to move
	evaluated    bool    // only a root may not be
}

// mean is the mean result, the evaluation of the position included.
func (n *node) mean() float64 { return (n.value + n.sum) / float64(1+n.visits) }

// An arc is a move in a position. Its results are those of the side that plays it.
type arc[M comparable] struct {
	sum       float64
	move      M
	node      uint32 // the position that it leads to: a number of at least firstNode, or one of these
	visits    uint32
	flight    uint32
	prior     float32
	low, high int16 // what is proven of its result
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // it is about to be evaluated
	firstNode = 2
)

func (a *arc[M]) exact() bool { return a.low == a.high }

// mean is the mean result of a move with visits, as far as that agrees with what is proven. unit is the outcome that
// counts as a full win.
func (a *arc[M]) mean(unit float64) float64 {
	return min(max(a.sum/float64(a.visits), float64(a.low)/unit), float64(a.high)/unit)
}

// A chunks is a long slice that grows without moving what it holds.
type chunks[T any] struct {
	shift uint8
	all   [][]T
}

func (c *chunks[T]) at(i uint32) *T {
	shift := c.shift & 31 // which it is: so the compiler knows
	return &c.all[i>>shift][i&(1<<shift-1)]
}

// slice returns elements of one chunk.
func (c *chunks[T]) slice(first, count uint32) []T {
	shift := c.shift & 31
	return c.all[first>>shift][first&(1<<shift-1):][:count]
}

func (c *chunks[T]) length() int { return 1 << c.shift } // of a chunk
func (c *chunks[T]) room() int   { return len(c.all) << c.shift }
func (c *chunks[T]) bytes() int  { return int(unsafe.Sizeof(*new(T))) << c.shift } // of a chunk
func (c *chunks[T]) extend()     { c.all = append(c.all, make([]T, c.length())) }

// The usual sizes of chunks, in elements. They are smaller where memory is tight.
const (
	usualNodes = 8
	usualArcs  = 10
)

// reset empties the store and makes room for a root with a number of arcs.
func (s *store[M]) reset(arcs int) error {
	s.nodesUsed, s.arcsUsed, s.root, s.full = firstNode, 0, noNode, false
	if len(s.nodes.all) > 0 && arcs <= s.arcs.length() {
		return nil
	}
	s.nodes = chunks[node]{shift: usualNodes}
	for s.nodes.bytes() > s.maxMemory/8 && s.nodes.length() > firstNode+1 {
		s.nodes.shift--
	}
	// Later positions can have more moves than the first.
	s.arcs = chunks[arc[M]]{shift: uint8(max(usualArcs, bits.Len(uint(2*arcs))))}
	for s.arcs.bytes() > s.maxMemory/4 && s.arcs.length()/2 >= arcs {
		s.arcs.shift--
	}
	if need := s.nodes.bytes() + s.arcs.bytes(); need > s.maxMemory {
		return fmt.Errorf("puct: MaxMemory is %s, too small for the moves of the root, which need %s",
			memory.Format(float64(s.maxMemory)), memory.Format(float64(need)))
	}
	s.nodes.extend()
	s.arcs.extend()
	return nil
}

// memory is the memory that the store takes.
func (s *store[M]) memory() int {
	return len(s.nodes.all)*s.nodes.bytes() + len(s.arcs.all)*s.arcs.bytes()
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.arcs.slice(n.first, n.count) }

// place returns the first place, from used on, where count arcs fit into one chunk.
func (s *store[M]) place(used, count int) int {
	if chunk := s.arcs.length(); used&(chunk-1)+count > chunk {
		return (used | (chunk - 1)) + 1
	}
	return used
}

// allocate returns a new node with count arcs, which are not initialized, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	if count > s.arcs.length() {
		s.full = true
		return noNode // it will never have room
	}
	first := s.place(s.arcsUsed, count)
	if s.nodesUsed >= s.nodes.room() && !extend(s, &s.nodes) || first+count > s.arcs.room() && !extend(s, &s.arcs) {
		s.full = true
		return noNode
	}
	id := uint32(s.nodesUsed)
	*s.nodes.at(id) = node{first: uint32(first), count: uint32(count)}
	s.nodesUsed++
	s.arcsUsed = first + count
	return id
}

// extend adds a chunk, and reports whether memory and numbers allow it.
func extend[M comparable, T any](s *store[M], c *chunks[T]) bool {
	const mostNumbers = 1 << 32
	if s.memory()+c.bytes() > s.maxMemory || uint64(c.room())+uint64(c.length()) > mostNumbers {
		return false
	}
	c.extend()
	return true
}

// keep makes a node the root and forgets what does not hang on it. Nodes get new numbers.
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
		n := *s.nodes.at(id)
		from := s.arcsOf(&n)
		for i := range from {
			if to := from[i].node; to >= firstNode {
				kept[to] = claimed // for now
			}
		}
		first := s.place(used, int(n.count))
		n.first, used = uint32(first), first+int(n.count)
		copy(s.arcsOf(&n), from)
		*s.nodes.at(next) = n
		kept[id] = next
		next++
	}
	s.nodesUsed, s.arcsUsed, s.root, s.full = int(next), used, firstNode, false
	for id := uint32(firstNode); id < next; id++ {
		arcs := s.arcsOf(s.nodes.at(id))
		for i := range arcs {
			if to := &arcs[i].node; *to >= firstNode {
				*to = kept[*to]
			}
		}
	}
}

// Package tree holds the nodes and arcs of trees that grow by sampling, and finds room for more.
package tree

import (
	"math"
	"math/bits"

	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/slab"
)

// A Store holds nodes and arcs, side by side in slabs of bounded size: no pointers, nothing to allocate for each simulation,
// nothing for the garbage collector to look into. The arcs of a node lie side by side in one chunk.
//
// While a search goes on, [Store.Allocate] takes new memory by whole chunks only, which moves nothing. [Store.Enlarge] and
// [Store.Collect] move nodes and arcs: nobody may use the store at the same time.
type Store[N, A any] struct {
	// These fields are set before the first Reset, and do not change.
	Memory    int              // bytes that the store may take
	Trees     int              // that share the memory, each with such a store
	First     uint32           // the least number of a node
	FirstArcs int              // that an empty store has room for, up to ChunkSize
	Extra     int              // bytes that a node takes outside the store
	Span      func(*N) *Span   // of a node
	Next      func(*A) *uint32 // the node that an arc leads to, or a number less than First

	Nodes     slab.Slab[N]
	Arcs      slab.Slab[A]
	Columns   []slab.Column // Arcs, and others with an element for each arc
	Root      uint32        // 0 for none
	MostNodes int           // that there may be outside the store
	Stale     bool          // nodes may be cut off from the root

	// Fields that change with each new node are not in the cache lines of the rest, which all workers read all the time. A struct
	// with a store must keep its other fields out of them, too.
	_         [64]byte
	NodesUsed int  // numbers of nodes, those less than First included
	ArcsUsed  int  // gaps at the ends of chunks included
	Preparing bool // a worker makes a spare chunk of arcs
}

// A Span tells where the arcs of a node are.
type Span struct{ First, Count uint32 }

// ChunkSize is the least number of elements of a whole chunk.
const ChunkSize = 1 << 12

// Reset empties the store and makes room for a first node with the given number of arcs, or returns an error if the bound on
// memory is too small for that. Columns must be set.
func (s *Store[N, A]) Reset(arcs int) error {
	s.NodesUsed, s.ArcsUsed, s.Root, s.Stale = int(s.First), 0, 0, false
	least := s.NodesUsed + 1
	if s.Nodes.Len() >= least && s.Arcs.Len() >= arcs && s.Arcs.Chunk() >= arcs {
		return nil
	}
	if err := sampling.CheckRoot(s.Memory, s.memory(least, arcs), s.Trees); err != nil {
		return err
	}
	// Later positions can have more moves than the first.
	shift := uint8(bits.Len(uint(max(ChunkSize-1, 2*arcs))))
	s.MostNodes = math.MaxInt
	s.Nodes.Reset(shift, numbered(s.Memory/s.nodeSize()))
	for _, c := range s.Columns {
		c.Reset(shift, numbered(s.Memory/s.arcSize()))
	}
	nodes, room := 64, max(arcs, s.FirstArcs)
	if s.memory(nodes, room) > s.Memory {
		nodes, room = least, arcs
	}
	s.Nodes.Grow(nodes, 0)
	s.growArcs(room)
	return nil
}

// numbered returns how many of count nodes or arcs can have a number.
func numbered(count int) int { return int(min(uint64(count), math.MaxUint32)) }

func (s *Store[N, A]) nodeSize() int { return s.Nodes.Size() + s.Extra }

func (s *Store[N, A]) arcSize() (size int) {
	for _, c := range s.Columns {
		size += c.Size()
	}
	return size
}

func (s *Store[N, A]) memory(nodes, arcs int) int { return nodes*s.nodeSize() + arcs*s.arcSize() }

// Taken is the memory that the store takes, with a spare chunk that is there or being made.
func (s *Store[N, A]) Taken() int {
	spare := s.Arcs.Spare()
	if s.Preparing {
		spare = s.Arcs.Chunk()
	}
	return s.memory(s.Nodes.Len(), s.Arcs.Len()+spare)
}

// left is the memory that the store may still take.
func (s *Store[N, A]) left() int { return s.Memory - s.Taken() }

// Allocate returns the number of a new node and the place of its arcs, neither of them initialized, or 0 if there is no room.
func (s *Store[N, A]) Allocate(count int) (id uint32, arcs Span) {
	first := s.Arcs.Place(s.ArcsUsed, count)
	for s.NodesUsed >= s.Nodes.Len() || first+count > s.Arcs.Len() {
		// Nodes cut off from the root may be room enough; Collect finds out.
		if s.Stale || s.NodesUsed >= s.Nodes.Len() && !s.extendNodes() || first+count > s.Arcs.Len() && !s.extendArcs() {
			return 0, arcs
		}
	}
	id = uint32(s.NodesUsed)
	s.NodesUsed++
	s.ArcsUsed = first + count
	return id, Span{uint32(first), uint32(count)}
}

// extendNodes makes room for more nodes, and reports whether it could.
func (s *Store[N, A]) extendNodes() bool {
	most := min(s.left()/s.nodeSize(), s.Nodes.Chunk(), s.MostNodes-s.Nodes.Len())
	return worthwhile(most, s.Nodes.Len()) && s.Nodes.Extend(most)
}

// extendArcs makes room for more arcs, and reports whether it could.
func (s *Store[N, A]) extendArcs() bool {
	most := min(s.left()/s.arcSize()+s.Arcs.Spare(), s.Arcs.Chunk())
	if !worthwhile(most, s.Arcs.Len()) {
		return false
	}
	for _, c := range s.Columns {
		if !c.Extend(most) {
			return false // the first, as all are equally long
		}
	}
	return true
}

// worthwhile reports whether to make room for more elements in a slab of the given length. A last small step is not
// worth its cost.
func worthwhile(more, length int) bool { return more > 0 && more >= min(length, ChunkSize)/8 }

// Enlarge takes more memory for whichever of nodes and arcs is nearly used up, and reports whether it could.
func (s *Store[N, A]) Enlarge() bool {
	nodes, arcs := s.Nodes.Len(), s.Arcs.Len()
	if s.NodesUsed >= nodes/2 {
		nodes = min(2*nodes, nodes+s.Nodes.Chunk())
	}
	if s.ArcsUsed >= arcs/2 {
		arcs = min(2*arcs, arcs+s.Arcs.Chunk())
	}
	if s.memory(nodes, arcs) > s.Memory {
		// The rest of the bound goes to both in proportion to their use.
		left := s.left()
		each := s.nodeSize() + s.arcSize()*max(1, s.ArcsUsed/s.NodesUsed)
		nodes = s.Nodes.Len() + left/each
		arcs = s.Arcs.Len() + (left-left/each*s.nodeSize())/s.arcSize()
		if !worthwhile(arcs-s.Arcs.Len(), s.Arcs.Len()) {
			return false
		}
	}
	more := s.Nodes.Grow(nodes, s.NodesUsed)
	return s.growArcs(arcs) || more
}

// growArcs makes the slabs of arcs longer, as [slab.Slab.Grow] does.
func (s *Store[N, A]) growArcs(length int) (grown bool) {
	for _, c := range s.Columns {
		grown = c.Grow(length, s.ArcsUsed)
	}
	return grown
}

// Scarce reports whether there will soon be no place for more arcs, and a chunk of them may be made.
func (s *Store[N, A]) Scarce() bool {
	chunk := s.Arcs.Chunk()
	return s.Arcs.Len() >= chunk && s.Arcs.Len()-s.ArcsUsed < chunk/2 && s.Arcs.Spare() == 0 && !s.Preparing && !s.Stale &&
		s.left() >= chunk*s.arcSize()
}

// Package tree holds the nodes and arcs of trees that grow by sampling, and manages their memory.
package tree

import (
	"math"
	"math/bits"

	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/slab"
)

// A Store holds nodes and arcs, side by side in slabs of bounded size, without pointers or allocations for each
// simulation. The arcs of a node lie side by side in one chunk.
//
// During a search, [Store.Allocate] adds only whole chunks, which moves nothing. [Store.Enlarge] and [Store.Collect]
// move nodes and arcs: the store must not be used at the same time.
type Store[N, A any] struct {
	// Set before the first Reset, and constant afterwards.
	Memory    int              // the limit of memory in bytes
	Trees     int              // that share the memory, each with a store
	First     uint32           // the least number of a node
	FirstArcs int              // capacity of an empty store, up to ChunkSize
	Span      func(*N) *Span   // of a node
	Next      func(*A) *uint32 // the node that an arc leads to, or a number less than First
	Hash      func(*N) uint64  // of a node's position, for Find; nil if there is no index

	Nodes   slab.Slab[N]
	Arcs    slab.Slab[A]
	Columns []slab.Column // Arcs, and others with an element for each arc
	Root    uint32        // 0 for none
	Stale   bool          // nodes may be cut off from the root

	index     []uint32 // of all nodes by hash
	mostNodes int      // for which the index has places
	frozen    *frozen  // nil if the store is not being saved

	// Fields that change with each new node are apart from the cache lines of the rest, which all workers read
	// continually. A struct with a store must keep its other fields apart, too.
	_         [64]byte
	NodesUsed int  // including numbers less than First
	ArcsUsed  int  // including gaps at the ends of chunks
	Preparing bool // a worker is making a spare chunk of arcs
}

// A Span is the location of the arcs of a node.
type Span struct{ First, Count uint32 }

const ChunkSize = 1 << 12

// Reset empties the store and makes room for a first node with the given number of arcs, or returns an error if Memory
// is too small. Columns must be set.
func (s *Store[N, A]) Reset(arcs int) error {
	s.NodesUsed, s.ArcsUsed, s.Root, s.Stale = int(s.First), 0, 0, false
	least := s.NodesUsed + 1
	if s.Nodes.Len() >= least && s.Arcs.Len() >= arcs && s.Arcs.Chunk() >= arcs {
		s.reindex()
		return nil
	}
	if err := sampling.CheckRoot(s.Memory, s.memory(least, arcs), s.Trees); err != nil {
		return err
	}
	// Later positions can have more moves than the first.
	shift := uint8(bits.Len(uint(max(ChunkSize-1, 2*arcs))))
	s.mostNodes = math.MaxInt
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
	s.resizeIndex()
	return nil
}

func numbered(count int) int { return int(min(uint64(count), math.MaxUint32)) }

// nodeSize returns the bytes that a node takes, with its share of the index.
func (s *Store[N, A]) nodeSize() int {
	if s.Hash == nil {
		return s.Nodes.Size()
	}
	return s.Nodes.Size() + placesPerNode*4
}

func (s *Store[N, A]) arcSize() (size int) {
	for _, c := range s.Columns {
		size += c.Size()
	}
	return size
}

func (s *Store[N, A]) memory(nodes, arcs int) int { return nodes*s.nodeSize() + arcs*s.arcSize() }

// Taken returns the memory of the store, including a spare chunk that exists or is being made.
func (s *Store[N, A]) Taken() int {
	spare := s.Arcs.Spare()
	if s.Preparing {
		spare = s.Arcs.Chunk()
	}
	return s.memory(s.Nodes.Len(), s.Arcs.Len()+spare)
}

func (s *Store[N, A]) left() int { return s.Memory - s.Taken() }

// Allocate returns the number of a new node and the span of its arcs, both uninitialized, or 0 if there is no room.
func (s *Store[N, A]) Allocate(count int) (id uint32, arcs Span) {
	first := s.Arcs.Place(s.ArcsUsed, count)
	for s.NodesUsed >= s.Nodes.Len() || first+count > s.Arcs.Len() {
		// If nodes were cut off from the root, Collect may make room.
		if s.Stale || s.NodesUsed >= s.Nodes.Len() && !s.extendNodes() || first+count > s.Arcs.Len() && !s.extendArcs() {
			return 0, arcs
		}
	}
	id = uint32(s.NodesUsed)
	s.NodesUsed++
	s.ArcsUsed = first + count
	return id, Span{uint32(first), uint32(count)}
}

func (s *Store[N, A]) extendNodes() bool {
	most := min(s.left()/s.nodeSize(), s.Nodes.Chunk(), s.mostNodes-s.Nodes.Len())
	return worthwhile(most, s.Nodes.Len()) && s.Nodes.Extend(most)
}

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

// worthwhile reports whether to extend a slab of the given length. A last small step costs more than it gains.
func worthwhile(more, length int) bool { return more > 0 && more >= min(length, ChunkSize)/8 }

// Enlarge adds memory for nodes or arcs or both, whichever are nearly used up, and reports whether it could.
func (s *Store[N, A]) Enlarge() bool {
	nodes, arcs := s.Nodes.Len(), s.Arcs.Len()
	if s.NodesUsed >= nodes/2 {
		nodes = min(2*nodes, nodes+s.Nodes.Chunk())
	}
	if s.ArcsUsed >= arcs/2 {
		arcs = min(2*arcs, arcs+s.Arcs.Chunk())
	}
	if s.memory(nodes, arcs) > s.Memory {
		// The rest of the memory is divided by use.
		left := s.left()
		each := s.nodeSize() + s.arcSize()*max(1, s.ArcsUsed/s.NodesUsed)
		nodes = s.Nodes.Len() + left/each
		arcs = s.Arcs.Len() + (left-left/each*s.nodeSize())/s.arcSize()
		if !worthwhile(arcs-s.Arcs.Len(), s.Arcs.Len()) {
			return false
		}
	}
	more := s.Nodes.Grow(nodes, s.NodesUsed)
	if len(s.index) < 2*s.Nodes.Len() {
		s.resizeIndex()
	}
	return s.growArcs(arcs) || more
}

func (s *Store[N, A]) growArcs(length int) (grown bool) {
	for _, c := range s.Columns {
		grown = c.Grow(length, s.ArcsUsed)
	}
	return grown
}

// Scarce reports whether arcs will soon be used up, and a spare chunk may be made.
func (s *Store[N, A]) Scarce() bool {
	chunk := s.Arcs.Chunk()
	return s.Arcs.Len() >= chunk && s.Arcs.Len()-s.ArcsUsed < chunk/2 && s.Arcs.Spare() == 0 && !s.Preparing && !s.Stale &&
		s.left() >= chunk*s.arcSize()
}

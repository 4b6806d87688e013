package mcts

import (
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/slab"
)

// A store holds the positions of a tree and their moves, side by side in two slabs of bounded size: no
// pointers, nothing to allocate for each simulation, nothing for the garbage collector to look into.
//
// Of several workers that share it (shared), one at a time reads and changes the results of a position; see open.
// The position after a move and proven bounds change by atomic operations. A new position is written by the worker
// that has claimed the arc to it, and seen by others once the arc names it. The slabs are extended under the lock,
// by chunks that were made before without it. All else that makes room, see makeRoom, is done while no worker runs.
type store[M comparable] struct {
	nodes        slab.Slab[node]
	arcs         slab.Slab[arc[M]]
	numbers      slab.Slab[uint32]      // of arcs, the numbers of their moves
	raves        slab.Slab[uint64]      // of arcs, as count has it: of all moves of the same number from here on
	priors       slab.Slab[float32]     // of arcs, for bandits and bias; in positions of chance, the probabilities of the outcomes
	priorResults slab.Slab[priorResult] // of arcs, by an Expert
	columns      []slab.Column          // arcs, and the slabs in use among the four after it
	index        []uint32               // of nodes by their hash, for transpositions; open addressing, 0 for none

	root             uint32
	maxMemory        int
	trees            int // of all workers
	prune            bool
	withNumbers      bool
	withRAVE         bool
	withPrior        bool
	withPriorResults bool
	withHash         bool
	shared           bool
	stale            bool        // nodes may be cut off from the root
	wanting          atomic.Bool // a node found no room since room was last made
	closed           bool        // there is no more room to be made
	crowded          atomic.Bool // a position has so many simulations that its counts must be thinned
	proved           atomic.Bool // more is proven of a move of the root
	pruned           int         // nodes forgotten

	// Fields that change with each new node are not in the cache lines of the rest, which all workers read all the time.
	_         [64]byte
	nodesUsed int
	arcsUsed  int        // gaps at the ends of chunks included
	preparing bool       // a worker makes a spare chunk
	mu        sync.Mutex // for new nodes and for proofs, if shared
	_         [64]byte
}

// listColumns lists the columns that the store has.
func (s *store[M]) listColumns() {
	s.columns = []slab.Column{&s.arcs}
	add := func(has bool, c slab.Column) {
		if has {
			s.columns = append(s.columns, c)
		}
	}
	add(s.withNumbers, &s.numbers)
	add(s.withRAVE, &s.raves)
	add(s.withPrior, &s.priors)
	add(s.withPriorResults, &s.priorResults)
}

func (s *store[M]) arcsOf(n *node) []arc[M]    { return s.arcs.Slice(n.first, n.count) }
func (s *store[M]) numbersOf(n *node) []uint32 { return s.numbers.Slice(n.first, n.count) }
func (s *store[M]) priorsOf(n *node) []float32 { return s.priors.Slice(n.first, n.count) }

func (s *store[M]) ravesOf(n *node) []uint64 {
	if !s.withRAVE {
		return nil
	}
	return s.raves.Slice(n.first, n.count)
}

// The memory that nodes and arcs take.
func (s *store[M]) nodeSize() int {
	size := int(unsafe.Sizeof(node{}))
	if s.withHash {
		size += 4 * 4 // in the index
	}
	return size
}

func (s *store[M]) arcSize() (size int) {
	for _, c := range s.columns {
		size += c.Size()
	}
	return size
}

// usualShift makes chunks of 1<<usualShift elements, the least that a whole chunk of a slab has.
const usualShift = 12

// reset empties the store and makes room for a first node with the given number of arcs, or returns an error if the bound on
// memory is too small for that.
func (s *store[M]) reset(arcs int) error {
	s.listColumns()
	s.nodesUsed, s.arcsUsed, s.root = firstNode, 0, noNode
	s.stale, s.closed, s.pruned = false, false, 0
	s.wanting.Store(false)
	clear(s.index)
	if s.nodes.Len() > firstNode && s.arcs.Len() >= arcs && s.arcs.Chunk() >= arcs {
		return nil
	}
	if err := sampling.CheckRoot(s.maxMemory, s.memory(firstNode+1, arcs), s.trees); err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	// Later positions can have more moves than the first.
	shift := uint8(max(usualShift, bits.Len(uint(2*arcs))))
	most := numbered(s.maxMemory / s.arcSize())
	s.nodes.Reset(shift, numbered(s.maxMemory/s.nodeSize()))
	for _, c := range s.columns {
		c.Reset(shift, most)
	}
	nodes, room := 64, max(arcs, 1<<usualShift)
	if s.memory(nodes, room) > s.maxMemory {
		nodes, room = firstNode+1, arcs
	}
	s.nodes.Grow(nodes, 0)
	s.growArcs(room)
	if s.withHash {
		s.resizeIndex()
	}
	return nil
}

// numbered returns how many of count nodes or arcs can have a number.
func numbered(count int) int { return int(min(uint64(count), math.MaxUint32)) }

func (s *store[M]) memory(nodes, arcs int) int { return nodes*s.nodeSize() + arcs*s.arcSize() }

// left is the memory that the store may still take.
func (s *store[M]) left() int { return s.maxMemory - s.taken() }

// taken is the memory that the store takes, with a spare chunk that is there or being made.
func (s *store[M]) taken() int {
	spare := s.arcs.Spare()
	if s.preparing {
		spare = s.arcs.Chunk()
	}
	return s.memory(s.nodes.Len(), s.arcs.Len()+spare)
}

// extendNodes makes room for more nodes, and reports whether it could.
func (s *store[M]) extendNodes() bool {
	most := min(s.left()/s.nodeSize(), s.nodes.Chunk())
	if s.withHash {
		most = min(most, len(s.index)/2-s.nodes.Len())
	}
	return worthwhile(most, s.nodes.Len()) && s.nodes.Extend(most)
}

// extendArcs makes room for more arcs, and reports whether it could.
func (s *store[M]) extendArcs() bool {
	most := min(s.left()/s.arcSize()+s.arcs.Spare(), s.arcs.Chunk())
	if !worthwhile(most, s.arcs.Len()) {
		return false
	}
	for _, c := range s.columns {
		if !c.Extend(most) {
			return false // the first, as all are equally long
		}
	}
	return true
}

// step makes the position after a move of the root the root, and reports whether it has a place in the store.
func (s *store[M]) step(m M) bool {
	if s.root == noNode {
		return false
	}
	arcs := s.arcsOf(s.nodes.At(s.root))
	for i := range arcs {
		if to := arcs[i].node; arcs[i].move == m && to >= firstNode && !s.nodes.At(to).meeting {
			s.root, s.stale, s.closed = to, true, false
			return true
		}
	}
	return false
}

// lock keeps other workers out, until unlock.
func (s *store[M]) lock() {
	if s.shared {
		s.mu.Lock()
	}
}

func (s *store[M]) unlock() {
	if s.shared {
		s.mu.Unlock()
	}
}

// allocate returns a new node with count arcs, which are not initialized, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	if count > s.arcs.Chunk() {
		return noNode // it will never have room
	}
	s.lock()
	id := s.allocateLocked(count)
	prepare := s.shared && s.scarce()
	s.preparing = s.preparing || prepare
	s.unlock()
	if prepare {
		s.prepare()
	}
	return id
}

// allocateLocked is allocate for a worker that has the lock.
func (s *store[M]) allocateLocked(count int) uint32 {
	first := s.arcs.Place(s.arcsUsed, count)
	for s.nodesUsed >= s.nodes.Len() || first+count > s.arcs.Len() {
		// Nodes cut off from the root may be room enough; makeRoom finds out.
		if s.stale || s.nodesUsed >= s.nodes.Len() && !s.extendNodes() || first+count > s.arcs.Len() && !s.extendArcs() {
			s.wanting.Store(true)
			return noNode
		}
	}
	id := uint32(s.nodesUsed)
	*s.nodes.At(id) = node{first: uint32(first), count: uint32(count)}
	s.nodesUsed++
	s.arcsUsed = first + count
	return id
}

// scarce reports whether there will soon be no place for more arcs, and a chunk of them may be made.
func (s *store[M]) scarce() bool {
	chunk := s.arcs.Chunk()
	return s.arcs.Len() >= chunk && s.arcs.Len()-s.arcsUsed < chunk/2 && s.arcs.Spare() == 0 && !s.preparing && !s.stale &&
		s.left() >= chunk*s.arcSize()
}

// prepare makes a spare chunk of arcs, without the lock: others need not wait for it.
func (s *store[M]) prepare() {
	keep := make([]func(), len(s.columns))
	for i, c := range s.columns {
		keep[i] = c.Prepare()
	}
	s.mu.Lock()
	for _, f := range keep {
		f()
	}
	s.preparing = false
	s.mu.Unlock()
}

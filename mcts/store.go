package mcts

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A store holds the positions of a tree and their moves, side by side in two slices of bounded size: no
// pointers, nothing to allocate for each simulation, nothing for the garbage collector to look into.
//
// While several workers share it (shared), the slices keep their lengths. What workers change is changed
// by atomic operations; a new position is written by the worker that has claimed the arc to it, and seen by
// others once the arc names it. Room is made, see makeRoom, while no worker runs.
type store[M comparable] struct {
	nodes     []node
	arcs      []arc[M]
	priors    []float32 // of arcs, for bandits and bias
	nodesUsed int
	arcsUsed  int
	index     []uint32 // of nodes by their hash, for transpositions; open addressing, 0 for none

	root      uint32
	maxMemory int
	prune     bool
	withPrior bool
	withHash  bool
	shared    bool
	stale     bool        // nodes may be cut off from the root
	full      atomic.Bool // a node found no room since room was last made
	closed    bool        // there is no more room to be made
	pruned    int         // nodes forgotten
	mu        sync.Mutex  // for new nodes and for proofs, if shared
}

// A node is a position with its moves.
type node struct {
	hash         uint64
	first, count uint32 // of its arcs
	visits       uint32 // simulations that chose a move here
	bounds       bounds
	side         uint8 // to move
}

// An arc is a move in a position. Its results are those of the side that plays it.
type arc[M comparable] struct {
	count  uint64 // simulations, in the upper half, and the points that they made
	rave   uint64 // the same for all moves of this number from here on
	bounds bounds // of the position that it leads to, from the view of the side that plays it
	node   uint32 // that position: a number of at least firstNode, or one of these
	move   M
	number uint32 // of the move, for RAVE
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // a worker is giving it one
	firstNode = 2

	visit = 1 << 32 // a simulation in a count
)

func visitsOf(count uint64) uint32 { return uint32(count >> 32) }

// bounds hold what is proven of a value, in steps from a loss to a win: the value is at least the low and
// at most the high one.
type bounds uint32

func boundsOf(low, high int) bounds { return bounds(uint32(uint16(low))<<16 | uint32(uint16(high))) }
func (b bounds) low() int           { return int(int16(b >> 16)) }
func (b bounds) high() int          { return int(int16(b)) }
func (b bounds) exact() bool        { return b>>16 == b&0xffff }
func (b bounds) flip() bounds       { return boundsOf(-b.high(), -b.low()) }

// load reads bounds that others may change.
func (b *bounds) load() bounds   { return bounds(atomic.LoadUint32((*uint32)(b))) }
func (b *bounds) store(x bounds) { atomic.StoreUint32((*uint32)(b), uint32(x)) }

// add adds to a count.
func (s *store[M]) add(count *uint64, x uint64) {
	if s.shared {
		atomic.AddUint64(count, x)
	} else {
		*count += x
	}
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.arcs[n.first : n.first+n.count] }

// The memory that nodes and arcs take.
func (s *store[M]) nodeSize() int {
	size := int(unsafe.Sizeof(node{}))
	if s.withHash {
		size += 4 * 4 // in the index
	}
	return size
}

func (s *store[M]) arcSize() int {
	size := int(unsafe.Sizeof(arc[M]{}))
	if s.withPrior {
		size += 4
	}
	return size
}

// reset empties the store and makes room for a first node with so many arcs. It reports false if the bound
// on memory is too small for that.
func (s *store[M]) reset(arcs int) bool {
	s.nodesUsed, s.arcsUsed, s.root = firstNode, 0, noNode
	s.stale, s.closed, s.pruned = false, false, 0
	s.full.Store(false)
	clear(s.index)
	if len(s.nodes) <= firstNode || len(s.arcs) < arcs {
		if s.memory(firstNode+1, arcs) > s.maxMemory {
			return false
		}
		nodes, room := 64, max(arcs, 4096)
		if s.memory(nodes, room) > s.maxMemory {
			nodes, room = firstNode+1, arcs
		}
		s.resize(nodes, room)
	}
	return true
}

func (s *store[M]) memory(nodes, arcs int) int { return nodes*s.nodeSize() + arcs*s.arcSize() }

// resize gives the slices new lengths, with what they hold.
func (s *store[M]) resize(nodes, arcs int) {
	s.nodes = append(make([]node, 0, nodes), s.nodes[:min(s.nodesUsed, len(s.nodes))]...)[:nodes]
	s.arcs = append(make([]arc[M], 0, arcs), s.arcs[:s.arcsUsed]...)[:arcs]
	if s.withPrior {
		s.priors = append(make([]float32, 0, arcs), s.priors[:s.arcsUsed]...)[:arcs]
	}
	if s.withHash {
		s.index = make([]uint32, 1<<bits.Len(uint(2*nodes-1)))
		s.reindex()
	}
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

// allocate returns a new node with so many arcs, all empty, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	s.lock()
	defer s.unlock()
	if s.nodesUsed >= len(s.nodes) || count > len(s.arcs)-s.arcsUsed {
		s.full.Store(true)
		return noNode
	}
	id := s.nodesUsed
	s.nodes[id] = node{first: uint32(s.arcsUsed), count: uint32(count)}
	s.nodesUsed++
	s.arcsUsed += count
	return uint32(id)
}

// find returns the node of a position by its hash, or noNode.
func (s *store[M]) find(hash uint64) uint32 {
	s.lock()
	defer s.unlock()
	return s.lookUp(hash)
}

func (s *store[M]) lookUp(hash uint64) uint32 {
	mask := uint64(len(s.index) - 1)
	for i := hash & mask; s.index[i] != noNode; i = (i + 1) & mask {
		if id := s.index[i]; s.nodes[id].hash == hash {
			return id
		}
	}
	return noNode
}

// enter makes a node known by its hash and returns it, or the one that another worker was faster to enter.
func (s *store[M]) enter(id uint32) uint32 {
	s.lock()
	defer s.unlock()
	if other := s.lookUp(s.nodes[id].hash); other != noNode {
		return other
	}
	s.file(id)
	return id
}

// file puts a node into the index, which has more places than there can be nodes.
func (s *store[M]) file(id uint32) {
	mask := uint64(len(s.index) - 1)
	i := s.nodes[id].hash & mask
	for s.index[i] != noNode {
		i = (i + 1) & mask
	}
	s.index[i] = id
}

func (s *store[M]) reindex() {
	clear(s.index)
	for id := firstNode; id < s.nodesUsed; id++ {
		s.file(uint32(id))
	}
}

// makeRoom makes room after a node has found none, while no worker runs: by forgetting what is cut off from
// the root, else by taking more memory, else, if asked to, by forgetting the positions with the fewest
// simulations. If all that brings nothing, the store is closed.
func (s *store[M]) makeRoom() {
	s.full.Store(false)
	if s.stale {
		s.stale = false
		if before := s.arcsUsed; s.collect(0) && s.arcsUsed <= before/4*3 {
			return
		}
	}
	if s.grow() {
		return
	}
	if s.prune {
		for threshold := uint32(2); threshold < 1<<30; threshold *= 2 {
			nodes := s.nodesUsed
			s.collect(threshold)
			s.pruned += nodes - s.nodesUsed
			if s.nodesUsed <= len(s.nodes)/2 && s.arcsUsed <= len(s.arcs)/2 {
				return
			}
			if s.nodesUsed == firstNode+1 {
				break // the root alone
			}
		}
	}
	s.closed = true
}

// grow takes up to twice the memory for whichever of nodes and arcs is nearly used up.
func (s *store[M]) grow() bool {
	nodes, arcs := len(s.nodes), len(s.arcs)
	if s.nodesUsed >= nodes/2 {
		nodes *= 2
	}
	if s.arcsUsed >= arcs/2 {
		arcs *= 2
	}
	if over := s.memory(nodes, arcs) - s.maxMemory; over > 0 {
		// What is left of the bound goes to both in the proportion in which they are used.
		left := s.maxMemory - s.memory(len(s.nodes), len(s.arcs))
		each := s.nodeSize() + s.arcSize()*max(1, s.arcsUsed/s.nodesUsed)
		nodes = len(s.nodes) + left/each
		arcs = len(s.arcs) + (left-left/each*s.nodeSize())/s.arcSize()
		// A last small step is not worth the copy.
		if arcs-len(s.arcs) < len(s.arcs)/8 {
			return false
		}
	}
	s.resize(nodes, arcs)
	return true
}

// collect forgets the nodes that do not hang on the root, or only by nodes with fewer simulations than the
// threshold, and closes the gaps. It reports whether it forgot any.
func (s *store[M]) collect(threshold uint32) bool {
	kept := make([]uint32, s.nodesUsed) // the new number of each node; noNode for those forgotten
	stack := []uint32{s.root}
	kept[s.root] = s.root
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		arcs := s.arcsOf(&s.nodes[id])
		for i := range arcs {
			switch to := arcs[i].node; {
			case to < firstNode || kept[to] != noNode:
			case s.nodes[to].visits < threshold:
				arcs[i].node = noNode
			default:
				kept[to] = to
				stack = append(stack, to)
			}
		}
	}
	// Nodes and their arcs are in the same order, so each moves to a place that is free by then.
	nodes, arcs := firstNode, uint32(0)
	for id := firstNode; id < s.nodesUsed; id++ {
		if kept[id] == noNode {
			continue
		}
		n := s.nodes[id]
		copy(s.arcs[arcs:], s.arcs[n.first:n.first+n.count])
		if s.withPrior {
			copy(s.priors[arcs:], s.priors[n.first:n.first+n.count])
		}
		n.first = arcs
		kept[id] = uint32(nodes)
		s.nodes[nodes] = n
		nodes++
		arcs += n.count
	}
	forgot := nodes < s.nodesUsed
	s.nodesUsed, s.arcsUsed, s.root = nodes, int(arcs), kept[s.root]
	for i := range s.arcs[:arcs] {
		if to := &s.arcs[i].node; *to >= firstNode {
			*to = kept[*to]
		}
	}
	if s.withHash {
		s.reindex()
	}
	return forgot
}

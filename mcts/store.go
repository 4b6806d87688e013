package mcts

import (
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A store holds the positions of a tree and their moves, side by side in two slabs of bounded size: no
// pointers, nothing to allocate for each simulation, nothing for the garbage collector to look into.
//
// Of several workers that share it (shared), one at a time reads and changes the results of a position; see open.
// Which position a move leads to and what is proven changes by atomic operations. A new position is written
// by the worker that has claimed the arc to it, and seen by others once the arc names it. The slabs are
// extended under the lock, by chunks that were made before without it. All else that makes room, see makeRoom,
// is done while no worker runs.
type store[M comparable] struct {
	nodes      slab[node]
	arcs       slab[arc[M]]
	numbers    slab[uint32]     // of arcs, the numbers of their moves
	raves      slab[uint64]     // of arcs, as count has it: of all moves of the same number from here on
	priors     slab[float32]    // of arcs, for bandits and bias; in positions of chance, the probabilities of the outcomes
	experience slab[experience] // of arcs, by an Expert
	columns    []column         // arcs, and those of the four slabs after it that are in use
	index      []uint32         // of nodes by their hash, for transpositions; open addressing, 0 for none

	root           uint32
	maxMemory      int
	prune          bool
	withNumbers    bool
	withRAVE       bool
	withPrior      bool
	withExperience bool
	withHash       bool
	shared         bool
	stale          bool        // nodes may be cut off from the root
	full           atomic.Bool // a node found no room since room was last made
	closed         bool        // there is no more room to be made
	crowded        atomic.Bool // a position has so many simulations that its counts must be thinned
	pruned         int         // nodes forgotten

	// What changes with each new node is not in the cache lines of the rest, which all workers read all the time.
	_         [64]byte
	nodesUsed int
	arcsUsed  int        // gaps at the ends of chunks included
	preparing bool       // a worker makes a spare chunk
	mu        sync.Mutex // for new nodes and for proofs, if shared
	_         [64]byte
}

// A column is a slab with an element for each arc.
type column interface {
	reset(shift uint8, most int)
	extend(most int) bool
	grow(length, used int) bool
	move(to, from, count uint32)
	prepare() (keep func())
	discard()
	size() int
}

// listColumns lists the columns that the store has.
func (s *store[M]) listColumns() {
	s.columns = []column{&s.arcs}
	if s.withNumbers {
		s.columns = append(s.columns, &s.numbers)
	}
	if s.withRAVE {
		s.columns = append(s.columns, &s.raves)
	}
	if s.withPrior {
		s.columns = append(s.columns, &s.priors)
	}
	if s.withExperience {
		s.columns = append(s.columns, &s.experience)
	}
}

// A node is a position with its moves.
type node struct {
	hash         uint64
	first, count uint32 // of its arcs
	visits       uint32 // simulations that chose a move here
	bounds       bounds
	held         uint32 // 1 if a worker has acquired it
	player       uint8  // to move; 0 where chance is
	chance       bool   // is to move
	meeting      bool   // where chance may have moved: of open loop
}

// An arc is a move in a position. Its results are those of the side that plays it.
type arc[M comparable] struct {
	visits uint32 // simulations,
	points uint32 // and what they made
	bounds bounds // of the position that it leads to, from the view of the side that plays it
	node   uint32 // that position: a number of at least firstNode, or one of these
	move   M
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // a worker is giving it one
	firstNode = 2

	visit = 1 << 32 // a simulation, as count has it
)

// count returns simulations and points in one number, in halves, to be added at once.
func count(visits, points uint32) uint64 { return uint64(visits)<<32 | uint64(points) }

// halves is the inverse of count.
func halves(count uint64) (visits, points uint32) { return uint32(count >> 32), uint32(count) }

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

// acquire keeps other workers from the results of a position, until release. They hold them for so short a time that
// waiting for a mutex would take longer.
func (n *node) acquire() {
	for !atomic.CompareAndSwapUint32(&n.held, 0, 1) {
		runtime.Gosched()
	}
}

func (n *node) release() { atomic.StoreUint32(&n.held, 0) }

func (s *store[M]) arcsOf(n *node) []arc[M]    { return s.arcs.slice(n.first, n.count) }
func (s *store[M]) numbersOf(n *node) []uint32 { return s.numbers.slice(n.first, n.count) }
func (s *store[M]) priorsOf(n *node) []float32 { return s.priors.slice(n.first, n.count) }

func (s *store[M]) ravesOf(n *node) []uint64 {
	if !s.withRAVE {
		return nil
	}
	return s.raves.slice(n.first, n.count)
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
		size += c.size()
	}
	return size
}

// usualShift makes chunks of 1<<usualShift elements, the least that a whole chunk of a slab has.
const usualShift = 12

// reset empties the store and makes room for a first node with the given number of arcs. It reports false if the bound
// on memory is too small for that.
func (s *store[M]) reset(arcs int) bool {
	s.listColumns()
	s.nodesUsed, s.arcsUsed, s.root = firstNode, 0, noNode
	s.stale, s.closed, s.pruned = false, false, 0
	s.full.Store(false)
	clear(s.index)
	if s.nodes.length > firstNode && s.arcs.length >= arcs && s.arcs.chunk() >= arcs {
		return true
	}
	if s.memory(firstNode+1, arcs) > s.maxMemory {
		return false
	}
	// Later positions can have more moves than the first.
	shift := uint8(max(usualShift, bits.Len(uint(2*arcs))))
	most := numbered(s.maxMemory / s.arcSize())
	s.nodes.reset(shift, numbered(s.maxMemory/s.nodeSize()))
	for _, c := range s.columns {
		c.reset(shift, most)
	}
	nodes, room := 64, max(arcs, 1<<usualShift)
	if s.memory(nodes, room) > s.maxMemory {
		nodes, room = firstNode+1, arcs
	}
	s.nodes.grow(nodes, 0)
	s.growArcs(room)
	if s.withHash {
		s.resizeIndex()
	}
	return true
}

// numbered returns how many of count nodes or arcs can have a number.
func numbered(count int) int { return int(min(uint64(count), math.MaxUint32)) }

func (s *store[M]) memory(nodes, arcs int) int { return nodes*s.nodeSize() + arcs*s.arcSize() }

// left is the memory that the store may still take.
func (s *store[M]) left() int { return s.maxMemory - s.taken() }

// taken is the memory that the store takes, with a spare chunk that is there or being made.
func (s *store[M]) taken() int {
	spare := len(s.arcs.spare)
	if s.preparing {
		spare = s.arcs.chunk()
	}
	return s.memory(s.nodes.length, s.arcs.length+spare)
}

// resizeIndex gives the index twice the places that there can be nodes, or more.
func (s *store[M]) resizeIndex() {
	s.index = make([]uint32, 1<<bits.Len(uint(2*s.nodes.length-1)))
	s.reindex()
}

// extendNodes makes room for more nodes, and reports whether it could.
func (s *store[M]) extendNodes() bool {
	most := min(s.left()/s.nodeSize(), s.nodes.chunk())
	if s.withHash {
		most = min(most, len(s.index)/2-s.nodes.length)
	}
	return worthwhile(most, s.nodes.length) && s.nodes.extend(most)
}

// extendArcs makes room for more arcs, and reports whether it could.
func (s *store[M]) extendArcs() bool {
	most := min(s.left()/s.arcSize()+len(s.arcs.spare), s.arcs.chunk())
	if !worthwhile(most, s.arcs.length) {
		return false
	}
	for _, c := range s.columns {
		if !c.extend(most) {
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
	arcs := s.arcsOf(s.nodes.at(s.root))
	for i := range arcs {
		if to := arcs[i].node; arcs[i].move == m && to >= firstNode && !s.nodes.at(to).meeting {
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

// place returns the first place, from used on, where count arcs fit into one chunk.
func (s *store[M]) place(used, count int) int {
	if chunk := s.arcs.chunk(); used&(chunk-1)+count > chunk {
		return (used | (chunk - 1)) + 1
	}
	return used
}

// allocate returns a new node with count arcs, which are not initialized, or noNode if there is no room.
func (s *store[M]) allocate(count int) uint32 {
	if count > s.arcs.chunk() {
		return noNode // it will never have room
	}
	s.lock()
	id := s.take(count)
	prepare := s.shared && s.scarce()
	s.preparing = s.preparing || prepare
	s.unlock()
	if prepare {
		s.prepare()
	}
	return id
}

// take is allocate for a worker that has the lock.
func (s *store[M]) take(count int) uint32 {
	first := s.place(s.arcsUsed, count)
	for s.nodesUsed >= s.nodes.length || first+count > s.arcs.length {
		// What is cut off from the root may be room enough; that is for makeRoom to see.
		if s.stale || s.nodesUsed >= s.nodes.length && !s.extendNodes() || first+count > s.arcs.length && !s.extendArcs() {
			s.full.Store(true)
			return noNode
		}
	}
	id := uint32(s.nodesUsed)
	*s.nodes.at(id) = node{first: uint32(first), count: uint32(count)}
	s.nodesUsed++
	s.arcsUsed = first + count
	return id
}

// scarce reports whether there will soon be no place for more arcs, and a chunk of them may be made.
func (s *store[M]) scarce() bool {
	chunk := s.arcs.chunk()
	return s.arcs.length >= chunk && s.arcs.length-s.arcsUsed < chunk/2 && s.arcs.spare == nil && !s.preparing && !s.stale &&
		s.left() >= chunk*s.arcSize()
}

// prepare makes a spare chunk of arcs, without the lock: others need not wait for it.
func (s *store[M]) prepare() {
	keep := make([]func(), len(s.columns))
	for i, c := range s.columns {
		keep[i] = c.prepare()
	}
	s.mu.Lock()
	for _, f := range keep {
		f()
	}
	s.preparing = false
	s.mu.Unlock()
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
		if id := s.index[i]; s.nodes.at(id).hash == hash {
			return id
		}
	}
	return noNode
}

// enter makes a node known by its hash and returns it, or the one that another worker was faster to enter.
func (s *store[M]) enter(id uint32) uint32 {
	s.lock()
	defer s.unlock()
	if other := s.lookUp(s.nodes.at(id).hash); other != noNode {
		return other
	}
	s.file(id)
	return id
}

// file puts a node into the index, which has more places than there can be nodes.
func (s *store[M]) file(id uint32) {
	mask := uint64(len(s.index) - 1)
	i := s.nodes.at(id).hash & mask
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

// makeRoom makes room after a node has found none, while no worker runs. It discards what is cut off from the root. If
// that frees little, it takes more memory or, if there is no more and the tree is to be pruned, discards the
// positions with the fewest simulations. If nothing helps, it closes the store.
func (s *store[M]) makeRoom() {
	s.full.Store(false)
	for _, c := range s.columns {
		c.discard() // what follows counts without it
	}
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
			if s.nodesUsed <= s.nodes.length/2 && s.arcsUsed <= s.arcs.length/2 {
				return
			}
			if s.nodesUsed == firstNode+1 {
				break // the root alone
			}
		}
	}
	s.closed = true
}

// grow takes more memory for whichever of nodes and arcs is nearly used up, and reports whether it could.
func (s *store[M]) grow() bool {
	nodes, arcs := s.nodes.length, s.arcs.length
	if s.nodesUsed >= nodes/2 {
		nodes = min(2*nodes, nodes+s.nodes.chunk())
	}
	if s.arcsUsed >= arcs/2 {
		arcs = min(2*arcs, arcs+s.arcs.chunk())
	}
	if s.memory(nodes, arcs) > s.maxMemory {
		// What is left of the bound goes to both in the proportion in which they are used.
		left := s.left()
		each := s.nodeSize() + s.arcSize()*max(1, s.arcsUsed/s.nodesUsed)
		nodes = s.nodes.length + left/each
		arcs = s.arcs.length + (left-left/each*s.nodeSize())/s.arcSize()
		if !worthwhile(arcs-s.arcs.length, s.arcs.length) {
			return false
		}
	}
	more := s.nodes.grow(nodes, s.nodesUsed)
	more = s.growArcs(arcs) || more
	if s.withHash && len(s.index) < 2*s.nodes.length {
		s.resizeIndex()
	}
	return more
}

// growArcs makes what belongs to arcs longer, as slab.grow does.
func (s *store[M]) growArcs(length int) (grown bool) {
	for _, c := range s.columns {
		grown = c.grow(length, s.arcsUsed)
	}
	return grown
}

// worthwhile reports whether to make room for more elements in a slab of the given length. A last small step is not
// worth its cost.
func worthwhile(more, length int) bool { return more > 0 && more >= min(length, 1<<usualShift)/8 }

// collect forgets the nodes that do not hang on the root, or only by nodes with fewer simulations than the
// threshold, and closes the gaps. It reports whether it forgot any.
func (s *store[M]) collect(threshold uint32) bool {
	kept := make([]uint32, s.nodesUsed) // the new number of each node; noNode for those forgotten
	stack := []uint32{s.root}
	kept[s.root] = s.root
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		arcs := s.arcsOf(s.nodes.at(id))
		for i := range arcs {
			switch to := arcs[i].node; {
			case to < firstNode || kept[to] != noNode:
			case s.nodes.at(to).visits < threshold:
				arcs[i].node = noNode
			default:
				kept[to] = to
				stack = append(stack, to)
			}
		}
	}
	// Nodes and their arcs are in the same order, so each moves to a place that is free by then.
	nodes, used := uint32(firstNode), 0
	for id := uint32(firstNode); int(id) < s.nodesUsed; id++ {
		if kept[id] == noNode {
			continue
		}
		n := *s.nodes.at(id)
		was := n
		first := s.place(used, int(n.count))
		n.first, used = uint32(first), first+int(n.count)
		for _, c := range s.columns {
			c.move(n.first, was.first, n.count)
		}
		kept[id] = nodes
		*s.nodes.at(nodes) = n
		nodes++
	}
	forgot := int(nodes) < s.nodesUsed
	s.nodesUsed, s.arcsUsed, s.root = int(nodes), used, kept[s.root]
	for id := uint32(firstNode); id < nodes; id++ {
		arcs := s.arcsOf(s.nodes.at(id))
		for i := range arcs {
			if to := &arcs[i].node; *to >= firstNode {
				*to = kept[*to]
			}
		}
	}
	if s.withHash {
		s.reindex()
	}
	return forgot
}

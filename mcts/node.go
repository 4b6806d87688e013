package mcts

import (
	"math"
	"runtime"
	"sync/atomic"

	"github.com/ply-search/ply/internal/tree"
)

type node struct {
	hash      uint64
	tree.Span        // of its arcs
	visits    uint32 // simulations that chose a move here
	bounds    bounds
	held      uint32 // 1 if a worker has acquired it
	player    uint8  // to move; 0 where chance is
	chance    bool   // is to move
	meeting   bool   // where chance may have moved: of open loop
}

// An arc is a move in a position, with results for the side that plays it.
type arc[M comparable] struct {
	visits uint32 // simulations,
	points uint32 // and what they made
	bounds bounds // of the position that it leads to, from the view of the side that plays it; the distance from there on
	node   uint32 // that position: a number of at least firstNode, or one of these
	move   M
}

const (
	noNode    = 0 // the position has no place in the store
	claimed   = 1 // a worker is giving it one
	firstNode = 2

	visit = 1 << 32 // a simulation, as count has it
)

// count packs simulations and points, in halves, to be added at once. halves is its inverse.
func count(visits, points uint32) uint64 { return uint64(visits)<<32 | uint64(points) }

func halves(count uint64) (visits, points uint32) { return uint32(count >> 32), uint32(count) }

// bounds are proven bounds of a value, in steps from a loss to a win, and the distance in plies to a win or loss.
type bounds uint32 // the distance in the upper half, then low, then high

func boundsOf(low, high int) bounds { return bounds(uint32(uint8(low))<<8 | uint32(uint8(high))) }

func (b bounds) low() int { return int(int8(b >> 8)) }

func (b bounds) high() int { return int(int8(b)) }

func (b bounds) exact() bool { return uint8(b>>8) == uint8(b) }

func (b bounds) distance() int { return int(b >> 16) }

// at returns the bounds with another distance.
func (b bounds) at(distance int) bounds {
	return b&0xffff | bounds(min(distance, mostDistance))<<16
}

func (b bounds) flip() bounds { return boundsOf(-b.high(), -b.low()).at(b.distance()) }

func (b bounds) and(other bounds) bounds {
	both := boundsOf(max(b.low(), other.low()), min(b.high(), other.high()))
	switch {
	case both != b.at(0):
		return both.at(other.distance())
	case both != other.at(0):
		return both.at(b.distance())
	}
	return both.at(min(b.distance(), other.distance()))
}

// mostDistance also represents all greater distances.
const mostDistance = math.MaxUint16

// load32 reads a number that other workers may change. In WebAssembly goroutines share one thread and switch only at
// calls, and the compiler turns an atomic load into a call, which took a fifth of the time of a search.
func load32(p *uint32) uint32 {
	if runtime.GOARCH == "wasm" {
		return *p
	}
	return atomic.LoadUint32(p)
}

func (b *bounds) load() bounds { return bounds(load32((*uint32)(b))) }

func (b *bounds) store(x bounds) { atomic.StoreUint32((*uint32)(b), uint32(x)) }

// acquire keeps other workers from the results of a position, until release: too briefly for a mutex to be faster.
func (n *node) acquire() {
	for !atomic.CompareAndSwapUint32(&n.held, 0, 1) {
		runtime.Gosched()
	}
}

func (n *node) release() { atomic.StoreUint32(&n.held, 0) }

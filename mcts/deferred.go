package mcts

import "sync/atomic"

// All workers of a shared tree pass the same few positions near the root, and would wait there for one another:
// a processor that adds to a number takes the memory around it from the others, for ten times the time of
// the addition. A simulation adds to the visits of each position on its path, to one of its moves, and with
// RAVE to half of them. So where a position is hot, each worker collects what it has to add to the visits and
// the RAVE results, and adds the sum of several simulations. The results of moves are added at once: a worker
// must see that others are trying a move.
const (
	hotVisits     = 512 // simulations of a position that make it hot
	deferredPart  = 32  // a worker collects at most one simulation in so many,
	deferredMost  = 256 // and at most so many,
	deferredNodes = 256 // for so many positions at a time
)

// deferred is what a worker has still to add to a position.
type deferred struct {
	node   uint32 // noNode for none
	visits uint32
	most   uint32   // visits to collect
	raves  []uint64 // of its moves, with RAVE
}

// defers returns where a simulation of a hot position is to be collected. Its visit is so already.
func (w *worker[M]) defers(id uint32) *deferred {
	if w.deferred == nil {
		w.deferred = make([]deferred, deferredNodes)
	}
	d := &w.deferred[id%deferredNodes]
	if d.node != id || d.visits == d.most {
		w.settle(d)
		n := w.store.nodes.at(id)
		d.node = id
		d.most = min(atomic.LoadUint32(&n.visits)/deferredPart, deferredMost)
		if more := int(n.count) - len(d.raves); w.store.withRAVE && more > 0 {
			d.raves = append(d.raves, make([]uint64, more)...)
		}
	}
	d.visits++
	return d
}

// settle adds what was collected for a position.
func (w *worker[M]) settle(d *deferred) {
	if d.visits == 0 {
		return
	}
	n := w.store.nodes.at(d.node)
	atomic.AddUint32(&n.visits, d.visits)
	d.visits = 0
	if !w.store.withRAVE {
		return
	}
	raves := w.store.ravesOf(n)
	for i, add := range d.raves[:len(raves)] {
		if add != 0 {
			atomic.AddUint64(&raves[i], add)
			d.raves[i] = 0
		}
	}
}

// settleAll adds all that was collected, before the tree is read or its positions get other numbers.
func (w *worker[M]) settleAll() {
	for i := range w.deferred {
		w.settle(&w.deferred[i])
		w.deferred[i].node = noNode
	}
}

package mcts

// All workers of a shared tree pass the same few positions near the root, and would wait there for one another:
// what another processor has written takes ten times as long to read as what is one's own. So where a position
// is hot, each worker has a replica of its results, which it reads and adds to as if it was alone, and unites
// with those of all from time to time.
//
// Nobody waits for a replica, and a worker always knows its own results. It sees those of others late, and in a
// hot position not that they are trying a move, which is one simulation of many. That the workers do not know
// quite the same leads them to different parts of the tree, where they meet less.
const (
	hotVisits   = 128  // simulations of a position that make it hot
	replicaPart = 8    // all workers together keep at most one simulation in so many to themselves,
	replicaMost = 256  // and each at most so many,
	replicas    = 1024 // of so many positions at a time
)

// A replica holds what a worker knows of a hot position.
type replica struct {
	mine, known tally  // now, and when it was last united
	left        uint32 // simulations until it is to be united
}

// A tally is what simulations have brought.
type tally struct {
	visits        uint32
	counts, raves []uint64
}

// results are what a worker sees of the simulations of a position.
type results struct {
	node    *node
	visits  *uint32
	counts  []uint64 // of its arcs
	raves   []uint64 // of its arcs, with RAVE
	replica *replica // that holds them, nil for what all share
}

// open returns the results of a position. What all share is the worker's own until it is closed.
func (w *worker[M]) open(id uint32) results {
	s := w.store
	if s.shared {
		return w.openShared(id)
	}
	n := s.nodes.at(id)
	return results{node: n, visits: &n.visits, counts: s.countsOf(n), raves: s.ravesOf(n)}
}

// openShared is open for a tree that workers share.
func (w *worker[M]) openShared(id uint32) results {
	s := w.store
	n := s.nodes.at(id)
	if w.replicated[id%replicas] == id {
		return w.replica(n, id)
	}
	n.acquire()
	if n.visits >= hotVisits {
		n.release()
		return w.replica(n, id)
	}
	w.opened = n
	return results{node: n, visits: &n.visits, counts: s.countsOf(n), raves: s.ravesOf(n)}
}

// close ends what open has begun.
func (w *worker[M]) close() {
	if w.opened != nil {
		w.opened.release()
		w.opened = nil
	}
}

// openRoot opens the root, with all that others have united.
func (w *worker[M]) openRoot() results {
	root := w.store.root
	if w.store.shared {
		w.drop(root % replicas)
	}
	return w.open(root)
}

// kept returns how many simulations of a position with so many all workers together may keep to themselves.
func (w *worker[M]) kept(visits uint32) uint32 {
	if !w.store.shared || visits < hotVisits {
		return 0
	}
	return min(visits/replicaPart, replicaMost*uint32(w.opt.Workers))
}

// replica returns the results of a hot position as the worker knows them.
func (w *worker[M]) replica(n *node, id uint32) results {
	slot := id % replicas
	r := &w.replicas[slot]
	if w.replicated[slot] != id {
		w.drop(slot)
		w.replicated[slot] = id
		r.mine.reset(n.count, w.store.withRAVE)
		r.known.reset(n.count, w.store.withRAVE)
		r.left = 0
	}
	if r.left == 0 {
		w.unite(n, r)
		r.left = max(1, w.kept(r.mine.visits)/uint32(w.opt.Workers))
	}
	return results{n, &r.mine.visits, r.mine.counts, r.mine.raves, r}
}

// reset makes the tally one of so many arcs, without simulations.
func (t *tally) reset(arcs uint32, withRAVE bool) {
	t.visits = 0
	t.counts = zeros(t.counts, arcs)
	if withRAVE {
		t.raves = zeros(t.raves, arcs)
	}
}

// zeros returns so many zeros, in place of x.
func zeros(x []uint64, length uint32) []uint64 {
	if int(length) > cap(x) {
		return make([]uint64, length)
	}
	x = x[:length]
	clear(x)
	return x
}

// unite adds to the results of all what is new in a replica, and makes the replica the same.
func (w *worker[M]) unite(n *node, r *replica) {
	n.acquire()
	n.visits += r.mine.visits - r.known.visits
	r.mine.visits, r.known.visits = n.visits, n.visits
	unite(w.store.countsOf(n), r.mine.counts, r.known.counts)
	unite(w.store.ravesOf(n), r.mine.raves, r.known.raves)
	n.release()
}

func unite(all, mine, known []uint64) {
	mine, known = mine[:len(all)], known[:len(all)]
	for i := range all {
		sum := all[i] + mine[i] - known[i]
		all[i], mine[i], known[i] = sum, sum, sum
	}
}

// drop unites a replica, if there is one, and gives it up.
func (w *worker[M]) drop(slot uint32) {
	if id := w.replicated[slot]; id != noNode {
		w.unite(w.store.nodes.at(id), &w.replicas[slot])
		w.replicated[slot] = noNode
	}
}

// dropAll drops all replicas, before the tree is read or its positions get other numbers.
func (w *worker[M]) dropAll() {
	for slot := range w.replicated {
		w.drop(uint32(slot))
	}
}

package mcts

import "unsafe"

// All workers of a shared tree pass the same few positions near the root, and would wait there: reading data written
// by another processor takes ten times as long. Each worker therefore has a replica of a hot position, which it uses
// like the original and regularly unites with the results of all.
//
// Nobody waits for a replica, and a worker always knows its own results. It sees results of others late, and not their
// pending simulations. The small differences lead workers to different parts of the tree, where they meet less.
const (
	hotVisits   = 512  // simulations of a position that make it hot
	replicaPart = 16   // all workers together keep at most one simulation in replicaPart to themselves,
	replicaMost = 256  // and each keeps at most replicaMost,
	replicas    = 1024 // the greatest number of positions with a replica, for each worker
	replicaRoom = 16   // all replicas together take at most one byte for every replicaRoom of Memory
)

// A replica is one worker's copy of a hot position. Its arcs lead nowhere.
type replica[M comparable] struct {
	id    uint32 // of the position; noNode for none
	left  uint32 // simulations until it is to be united
	node  node
	arcs  []arc[M]
	raves []uint64 // with RAVE
	known struct { // the results when it was last united
		visits       uint32   // of the position,
		each, points []uint32 // and of each arc
		raves        []uint64
	}
}

// open returns a position and its arcs to read and add to: the shared ones, held exclusively until close, or the replica.
func (w *worker[M]) open(id uint32) (*node, []arc[M]) {
	s := w.store
	if s.guarded {
		return w.openGuarded(id)
	}
	n := s.Nodes.At(id)
	return n, s.arcsOf(n)
}

// openGuarded is open in a tree that is shared or being saved.
func (w *worker[M]) openGuarded(id uint32) (*node, []arc[M]) {
	s := w.store
	if s.Frozen() {
		s.Keep(id)
	}
	if s.shared {
		return w.openShared(id)
	}
	n := s.Nodes.At(id)
	return n, s.arcsOf(n)
}

func (w *worker[M]) openShared(id uint32) (*node, []arc[M]) {
	s := w.store
	r := &w.replicas[id%replicas]
	if r.id != id {
		n := s.Nodes.At(id)
		n.acquire()
		if n.visits < hotVisits || !w.affords(r, int(n.Count)) {
			w.opened, w.replica = n, nil
			return n, s.arcsOf(n)
		}
		n.release()
		w.drop(r)
		r.reset(id, s)
	}
	if r.left == 0 {
		r.unite(s)
		r.left = max(1, w.kept(r.node.visits)/uint32(w.opt.Workers))
	}
	w.replica = r
	return &r.node, r.arcs
}

// affords reserves memory for a replica with this number of arcs, or returns false: the position is then shared without one.
func (w *worker[M]) affords(r *replica[M], arcs int) bool {
	more := (arcs - cap(r.arcs)) * replicaArcSize[M](w.store.raves.used)
	if more > w.replicaRoom {
		return false
	}
	w.replicaRoom -= max(0, more)
	return true
}

// replicaArcSize is the size of an arc of a replica with its statistics, in bytes.
func replicaArcSize[M comparable](withRAVE bool) int {
	size := int(unsafe.Sizeof(arc[M]{})) + 4 + 4
	if withRAVE {
		size += 8 + 8
	}
	return size
}

func (w *worker[M]) close() {
	if w.opened != nil {
		w.opened.release()
		w.opened = nil
	}
}

func (w *worker[M]) openRoot() (*node, []arc[M]) {
	root := w.store.Root
	if w.store.shared {
		w.drop(&w.replicas[root%replicas])
	}
	return w.open(root)
}

func (w *worker[M]) replicaOf(id uint32) *replica[M] {
	if w.store.shared {
		if r := &w.replicas[id%replicas]; r.id == id {
			return r
		}
	}
	return nil
}

// openRAVE returns the RAVE results of the position last opened, or of its replica.
func (w *worker[M]) openRAVE(n *node) []uint64 {
	if w.replica != nil {
		return w.replica.raves
	}
	return w.store.raves.of(n)
}

// kept returns how many of a position's simulations all workers together may keep in replicas.
func (w *worker[M]) kept(visits uint32) uint32 {
	if !w.store.shared || visits < hotVisits {
		return 0
	}
	return min(visits/replicaPart, replicaMost*uint32(w.opt.Workers))
}

// reset assigns the replica to a position, to be united first.
func (r *replica[M]) reset(id uint32, s *store[M]) {
	n := s.Nodes.At(id)
	arcs := s.arcsOf(n)
	r.id, r.left = id, 0
	r.node = node{Span: n.Span, player: n.player, chance: n.chance}
	r.arcs = zeros(r.arcs, len(arcs))
	r.known.visits = 0
	r.known.each, r.known.points = zeros(r.known.each, len(arcs)), zeros(r.known.points, len(arcs))
	if s.raves.used {
		r.raves = zeros(r.raves, len(arcs))
		r.known.raves = zeros(r.known.raves, len(arcs))
	}
}

// zeros returns zeros of the given length, in the memory of x if possible.
func zeros[T any](x []T, length int) []T {
	if length > cap(x) {
		return make([]T, length)
	}
	x = x[:length]
	clear(x)
	return x
}

// unite adds the new results in the replica to the position, and then copies the position.
func (r *replica[M]) unite(s *store[M]) {
	n := s.Nodes.At(r.id)
	n.acquire()
	defer n.release()
	unite(&n.visits, &r.node.visits, &r.known.visits)
	r.node.bounds = n.bounds.load()
	arcs := s.arcsOf(n)
	mine, each, points := r.arcs[:len(arcs)], r.known.each[:len(arcs)], r.known.points[:len(arcs)]
	for i := range arcs {
		unite(&arcs[i].visits, &mine[i].visits, &each[i])
		unite(&arcs[i].points, &mine[i].points, &points[i])
		mine[i].bounds = arcs[i].bounds.load()
	}
	raves := s.raves.of(n)
	own, known := r.raves[:len(raves)], r.known.raves[:len(raves)]
	for i := range raves {
		unite(&raves[i], &own[i], &known[i])
	}
}

// unite sets the three numbers to all + mine - known. It writes shared memory only if the number changes.
func unite[T uint32 | uint64](all, mine, known *T) {
	sum := *all
	if more := *mine - *known; more != 0 {
		sum += more
		*all = sum
	}
	*mine, *known = sum, sum
}

func (w *worker[M]) drop(r *replica[M]) {
	if r.id != noNode {
		r.unite(w.store)
		r.id = noNode
	}
}

func (w *worker[M]) dropAll() {
	for i := range w.replicas {
		w.drop(&w.replicas[i])
	}
}

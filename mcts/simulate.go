package mcts

import (
	"fmt"
	"slices"
)

// simulate makes one simulation: it chooses moves from the root to a position outside the tree, adds the position if
// it was met before, plays it out, and adds the result to all chosen moves. It returns false if the search is over.
func (w *worker[M]) simulate() bool {
	s := w.store
	w.clearLines()
	if w.opt.RAVE.Reference != 0 {
		clear(w.refNode)
	}
	id := s.Root
	n, arcs := w.open(id)
	for {
		if n.visits >= w.mostVisits && w.saturated(id) {
			return false
		}
		if w.opt.RAVE.Reference != 0 && (id == s.Root || n.visits >= w.grave) {
			w.refNode[n.player] = id
		}
		i := 0
		if w.direct && !n.chance {
			i = max(w.bestByMean(n, arcs), 0)
		} else {
			i = w.choose(id, n, arcs)
		}
		at := n.First + uint32(i)
		a := &arcs[i]
		if w.replica != nil {
			a = s.Arcs.At(at) // the arc of the replica leads nowhere
		}
		// Visits are counted on the way down, as losses to other workers until the points are added.
		n.visits++
		arcs[i].visits++
		visits := arcs[i].visits
		w.close()
		w.path = append(w.path, step[M]{id, at, a, n.player})
		if b := a.bounds.load(); b.exact() {
			if w.replica != nil {
				w.replica.arcs[i].bounds = b // which it may not have known
			}
			w.proven(int(n.player), b.low())
			w.undo(len(w.path) - 1)
			break
		}
		w.game.Play(a.move)
		if w.watch.over() {
			return w.giveUp()
		}
		next := load32(&a.node)
		if next == noNode && visits > w.expandAfter && !s.closed && len(w.path) < w.maxLength {
			next = w.expand(a)
		}
		if next >= firstNode {
			to := s.Nodes.At(next)
			if b := to.bounds.load(); b.exact() {
				w.proven(int(to.player), b.low())
				if to.player != n.player {
					b = b.flip()
				}
				w.prove(b)
				w.undo(len(w.path))
				break
			}
			if len(w.path) < w.maxLength {
				if len(w.path)%longPath == 0 {
					w.checkPath()
				}
				if id = next; s.guarded {
					n, arcs = w.openGuarded(id)
				} else {
					n, arcs = to, s.arcsOf(to)
				}
				continue
			}
		}
		known, ok := w.evaluate(int(n.player))
		if !ok {
			return w.giveUp()
		}
		if known.exact() {
			w.prove(known)
		}
		w.undo(len(w.path))
		break
	}
	w.deep = max(w.deep, len(w.path))
	w.credit()
	w.path = w.path[:0]
	return true
}

// longPath is the length of a path from which on it is checked for cycles.
const longPath = 1 << 10

// checkPath panics if a path passes a node twice, because of a cycle or different positions with the same hash.
func (w *worker[M]) checkPath() {
	s := w.store
	s.lock()
	nodes := s.NodesUsed
	s.unlock()
	if moves := len(w.path); moves > nodes {
		w.path = w.path[:0] // which says nothing, at this length
		panic(fmt.Sprintf("Hash of %T: positions that differ have the same hash, so that a line of %d moves goes round in %d positions",
			w.game, moves, nodes-firstNode))
	}
}

// giveUp takes back the present simulation, since the search is over.
func (w *worker[M]) giveUp() bool {
	w.withdraw()
	w.undoAll()
	w.path = w.path[:0]
	return false
}

func (w *worker[M]) undoAll() {
	if !w.opt.OpenLoop {
		w.undo(len(w.path))
	}
	for _, m := range slices.Backward(w.openLine) {
		w.game.Undo(m)
	}
	w.openLine = w.openLine[:0]
}

func (w *worker[M]) withdraw() {
	for _, step := range w.path {
		n, arcs := w.open(step.node)
		n.visits--
		arcs[step.place-n.First].visits--
		w.close()
	}
}

func (w *worker[M]) line() string { return fmt.Sprint(append(w.moved(nil), w.rest()...)) }

func (w *worker[M]) rest() []M {
	if w.uniform == nil {
		return nil
	}
	return w.uniform.line
}

func (w *worker[M]) moved(dst []M) []M {
	if w.opt.OpenLoop {
		return append(dst, w.openLine...)
	}
	for _, step := range w.path {
		dst = append(dst, step.arc.move)
	}
	return dst
}

// undo takes back all but the first played moves of the path.
func (w *worker[M]) undo(played int) {
	if w.back != nil {
		w.back()
		return
	}
	path := w.path[:played]
	for i := len(path) - 1; i >= 0; i-- {
		w.game.Undo(path[i].arc.move)
	}
}

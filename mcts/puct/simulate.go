package puct

import (
	"fmt"

	"github.com/ply-search/ply/internal/sides"
)

// An arrival is how a simulation ended.
type arrival uint8

const (
	counted  arrival = iota // its result was known and is counted
	pending                 // in a position that is to be evaluated
	collided                // where others wait for an evaluation: it must be withdrawn
)

func (t *Tree[G, M]) lock() {
	if t.shared {
		t.mu.Lock()
	}
}

func (t *Tree[G, M]) unlock() {
	if t.shared {
		t.mu.Unlock()
	}
}

// simulate chooses moves from the root until the result is known or must be found by an evaluation. The tree is locked
// except where the game is called.
func (t *Tree[G, M]) simulate(s *slot[G, M]) arrival {
	s.undo()
	t.lock()
	for id := t.store.root; ; {
		n := t.store.nodes.at(id)
		arcs := t.store.arcsOf(n)
		i := t.choose(id, n, arcs)
		if i < 0 {
			t.unlock()
			return collided
		}
		a := &arcs[i]
		n.flight++
		a.flight++
		m, next := a.move, a.node
		s.path = append(s.path, step[M]{id, n.first + uint32(i), m})
		if a.exact() {
			t.credit(s, float64(a.low)/t.unit, n.side)
			t.unlock()
			return counted
		}
		if next == claimed {
			t.unlock()
			return collided
		}
		if next == noNode {
			a.node = claimed
		}
		t.unlock()
		s.game.Play(m)
		s.played++
		if next == noNode {
			break
		}
		id = next
		t.lock()
	}
	if t.look(s) {
		s.pending = true
		return pending
	}
	outcome := int16(min(t.full, max(-t.full, s.game.Outcome())))
	t.lock()
	t.store.arcs.at(s.path[len(s.path)-1].arc).node = noNode
	t.credit(s, float64(outcome)/t.unit, s.side)
	t.prove(s, outcome)
	t.unlock()
	return counted
}

// look lists the moves of the present position of a slot and notes the side to move. It reports whether there are any.
func (t *Tree[G, M]) look(s *slot[G, M]) bool {
	s.leaf.Moves = s.game.Moves(s.leaf.Moves[:0])
	side := s.game.ToMove()
	if side != 0 && side != 1 {
		panic(sides.Error(s.game, side, 2)) // which becomes a ply.GamePanic
	}
	s.side = uint8(side)
	return len(s.leaf.Moves) > 0
}

// credit adds the result of a simulation to all moves of its path. It is for the given side.
func (t *Tree[G, M]) credit(s *slot[G, M], result float64, side uint8) {
	for _, step := range s.path {
		n, a := t.store.nodes.at(step.node), t.store.arcs.at(step.arc)
		r := result
		if n.side != side {
			r = -r
		}
		n.sum += r
		a.sum += r
		n.visits++
		a.visits++
		n.flight--
		a.flight--
	}
	t.deep = max(t.deep, len(s.path))
}

// prove says that the position at the end of the path has this exact value, for the side to move there, and backs it
// up: a position is worth at least what its best move is proven to be worth at least, and at most the most that any of
// its moves can be worth.
func (t *Tree[G, M]) prove(s *slot[G, M], value int16) {
	if t.opt.NoSolver {
		return
	}
	low, high, side := value, value, s.side
	for i := len(s.path) - 1; i >= 0; i-- {
		n, a := t.store.nodes.at(s.path[i].node), t.store.arcs.at(s.path[i].arc)
		if n.side != side {
			low, high, side = -high, -low, n.side
		}
		old := a.high
		low, high = max(low, a.low), min(high, a.high)
		if low == a.low && high == a.high {
			return
		}
		a.low, a.high = low, high
		low, high = max(n.low, low), n.high
		if old == high { // it may have been the move that could be worth the most
			high = int16(-t.full)
			for j, arcs := 0, t.store.arcsOf(n); j < len(arcs); j++ {
				high = max(high, arcs[j].high)
			}
		}
		if low == n.low && high == n.high {
			return
		}
		n.low, n.high = low, high
	}
}

// withdraw takes back the simulation of a slot, whose result is not known.
func (t *Tree[G, M]) withdraw(s *slot[G, M]) {
	for i, step := range s.path {
		if i == 0 {
			t.retract(step.arc)
		}
		t.store.nodes.at(step.node).flight--
		t.store.arcs.at(step.arc).flight--
	}
	if s.pending && len(s.path) > 0 {
		t.store.arcs.at(s.path[len(s.path)-1].arc).node = noNode
	}
	s.pending = false
}

// settle adds what the evaluator has said of the leaf of a slot to the tree.
func (t *Tree[G, M]) settle(s *slot[G, M]) {
	s.pending = false
	t.arrive(s)
	t.credit(s, s.leaf.Value, s.side)
}

// arrive gives the leaf of a slot a node, if there is room.
func (t *Tree[G, M]) arrive(s *slot[G, M]) {
	id := uint32(noNode)
	if len(s.path) == 0 {
		id = t.store.root
	} else {
		id = t.plant(s)
		t.store.arcs.at(s.path[len(s.path)-1].arc).node = id
	}
	if id == noNode {
		return
	}
	n := t.store.nodes.at(id)
	n.value, n.evaluated = s.leaf.Value, true
	sum := 0.0
	for _, p := range s.leaf.Priors {
		sum += float64(p)
	}
	arcs := t.store.arcsOf(n)
	for i := range arcs {
		if sum > 0 {
			arcs[i].prior = float32(float64(s.leaf.Priors[i]) / sum)
		} else {
			arcs[i].prior = 1 / float32(len(arcs))
		}
	}
}

// plant gives the position of a slot a node without an evaluation. It returns noNode if there is no room.
func (t *Tree[G, M]) plant(s *slot[G, M]) uint32 {
	id := t.store.allocate(len(s.leaf.Moves))
	if id == noNode {
		return noNode
	}
	n := t.store.nodes.at(id)
	full := int16(t.full)
	n.side, n.low, n.high = s.side, -full, full
	arcs := t.store.arcsOf(n)
	for i, m := range s.leaf.Moves {
		arcs[i] = arc[M]{move: m, low: -full, high: full}
	}
	return id
}

// lineOf returns the line of the slot at work, for the error of a panic.
func (t *Tree[G, M]) lineOf() string {
	switch {
	case t.asked != nil:
		return t.asked.lines()
	case t.current != nil:
		return t.current.line()
	}
	return fmt.Sprint([]M{})
}

package puct

import "fmt"

// An arrival is how a simulation ended.
type arrival uint8

const (
	counted  arrival = iota // its result was known and is counted
	pending                 // in a position that is to be evaluated
	collided                // where others wait for an evaluation: it must be withdrawn
)

// lock keeps others from the tree, until unlock, in an asynchronous search.
func (t *Tree[G, M]) lock(s *slot[G, M]) {
	if t.shared {
		t.mu.Lock()
		s.holds = true
	}
}

func (t *Tree[G, M]) unlock(s *slot[G, M]) {
	if s.holds {
		s.holds = false
		t.mu.Unlock()
	}
}

// simulate chooses moves from the root until the result is known or must be found by an evaluation. The tree is locked
// except where the game is called.
func (t *Tree[G, M]) simulate(s *slot[G, M]) arrival {
	s.undo()
	t.lock(s)
	for id := t.store.root; ; {
		n := t.store.nodes.At(id)
		arcs := t.store.arcsOf(n)
		i := t.choose(id, n, arcs)
		if i < 0 {
			t.unlock(s)
			return collided
		}
		a := &arcs[i]
		n.flight++
		a.flight++
		m, next := a.move, a.node
		s.path = append(s.path, step[M]{id, n.first + uint32(i), m})
		if a.exact() {
			t.credit(s, float64(a.low)/t.unit, n.side)
			t.unlock(s)
			return counted
		}
		if next == claimed {
			t.unlock(s)
			return collided
		}
		if next == noNode {
			a.node = claimed
		}
		t.unlock(s)
		s.game.Play(m)
		s.played++
		if next == noNode {
			break
		}
		id = next
		t.lock(s)
	}
	to := t.known(s)
	if s.low < s.high {
		s.pending = true
		return pending
	}
	t.lock(s)
	t.store.arcs.At(s.path[len(s.path)-1].arc).node = to
	t.credit(s, float64(s.low)/t.unit, s.side)
	t.prove(s)
	t.unlock(s)
	return counted
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

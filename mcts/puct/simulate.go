package puct

import "fmt"

// An arrival is how a simulation ended.
type arrival uint8

const (
	counted  arrival = iota // its result was known and is counted
	pending                 // in a position that is to be evaluated
	collided                // where others wait for an evaluation: it must be withdrawn
	onward                  // not yet: the move is to be played
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
// except where the game is called, by functions that unlock it even if they panic: otherwise nothing could end the
// search.
func (t *Tree[G, M]) simulate(s *slot[G, M]) arrival {
	s.undo()
	for id := t.store.root; id != noNode; {
		next, how := t.descend(s, id)
		if how != onward {
			return how
		}
		s.game.Play(s.path[s.played].move)
		s.played++
		id = next
	}
	to := t.known(s)
	if s.low < s.high {
		s.pending = true
		return pending
	}
	t.finish(s, to)
	return counted
}

// descend chooses a move in a node and adds it to the path. It returns the node that the move leads to, or noNode if the
// position after it has none.
func (t *Tree[G, M]) descend(s *slot[G, M], id uint32) (next uint32, how arrival) {
	t.lock()
	defer t.unlock()
	n := t.store.nodes.At(id)
	arcs := t.store.arcsOf(n)
	i := t.choose(id, n, arcs)
	if i < 0 {
		return noNode, collided
	}
	a := &arcs[i]
	n.flight++
	a.flight++
	s.path = append(s.path, step[M]{id, n.first + uint32(i), a.move})
	switch next = a.node; {
	case a.exact():
		t.credit(s, float64(a.low)/t.unit, n.side)
		return noNode, counted
	case next == claimed:
		return noNode, collided
	case next == noNode:
		a.node = claimed
	}
	return next, onward
}

// finish adds the result of a simulation whose leaf has a known value to the tree. to stands for the leaf there.
func (t *Tree[G, M]) finish(s *slot[G, M], to uint32) {
	t.lock()
	defer t.unlock()
	t.store.arcs.At(s.path[len(s.path)-1].arc).node = to
	t.credit(s, float64(s.low)/t.unit, s.side)
	t.prove(s)
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

package puct

import (
	"fmt"

	"github.com/ply-search/ply"
)

type arrival uint8

const (
	counted  arrival = iota // its result was known and is counted
	pending                 // in a position that is to be evaluated
	collided                // where others wait for an evaluation: it must be withdrawn
)

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

// simulate chooses moves from the root until the result is known or needs an evaluation. Calls of the game unlock the tree.
func (t *Tree[G, M]) simulate(s *slot[G, M]) arrival {
	if t.opt.OpenLoop {
		return t.simulateOpen(s)
	}
	s.undo()
	t.lock(s)
	if t.solved() { // by another worker, since this simulation began
		t.unlock(s)
		return collided
	}
	for id := t.store.Root; ; {
		n := t.store.Nodes.At(id)
		if t.opt.Transpositions && len(s.path) > 0 && t.enough(s, n) {
			if t.store.Frozen() {
				t.keep(s)
			}
			s.set(n.side, agreed(n.mean(), n.low, n.high, t.unit))
			t.credit(s)
			t.unlock(s)
			return counted
		}
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
		s.path = append(s.path, step[M]{id, n.First + uint32(i), m})
		if a.exact() {
			if t.store.Frozen() {
				t.keep(s)
			}
			s.set(n.side, float64(a.low)/t.unit)
			t.credit(s)
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
			playing := t.look(s)
			if !playing || !t.opt.Transpositions {
				break
			}
			t.lock(s)
			if id = t.join(s); id == noNode {
				t.unlock(s)
				break
			}
			continue
		}
		id = next
		t.lock(s)
	}
	return t.conclude(s)
}

// conclude ends a simulation in a position without a node: the result is known, or the position is to be evaluated.
func (t *Tree[G, M]) conclude(s *slot[G, M]) arrival {
	to := t.known(s)
	if s.low < s.high {
		s.pending = true
		return pending
	}
	t.lock(s)
	if t.store.Frozen() {
		t.keep(s)
	}
	if a := t.store.Arcs.At(s.path[len(s.path)-1].arc); a.node == claimed {
		a.node = to
	}
	if s.sides != nil {
		s.set(s.side, float64(s.low)/t.unit)
	}
	t.credit(s)
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

// credit adds the results of a simulation to its path. Each position gets the result of its side or player to move.
func (t *Tree[G, M]) credit(s *slot[G, M]) {
	results := s.results
	for p, r := range results {
		t.total[p] += r
	}
	if t.opt.Transpositions {
		t.creditShared(s)
		return
	}
	for _, step := range s.path {
		n, a := t.store.Nodes.At(step.node), t.store.Arcs.At(step.arc)
		r := results[n.side]
		n.sum += r
		a.sum += r
		n.visits++
		a.visits++
		n.flight--
		a.flight--
	}
}

func (t *Tree[G, M]) withdraw(s *slot[G, M]) {
	for i, step := range s.path {
		if i == 0 {
			t.retract(step.arc)
		}
		t.store.Nodes.At(step.node).flight--
		t.store.Arcs.At(step.arc).flight--
	}
	if s.pending && len(s.path) > 0 {
		if a := t.store.Arcs.At(s.path[len(s.path)-1].arc); a.node == claimed {
			a.node = noNode
		}
	}
	s.pending = false
}

func (t *Tree[G, M]) settle(s *slot[G, M]) {
	s.pending = false
	if t.store.Frozen() {
		t.keep(s)
	}
	t.arrive(s)
	t.credit(s)
	t.prove(s)
}

// A slot holds one simulation at a time: a replica of the game, and the path from the root.
type slot[G any, M comparable] struct {
	leaf       Leaf[G, M]
	game       position[M]       // the game of the leaf
	sides      ply.Adversarial   // the same; nil for several players
	players    ply.Multiplayer   // the same; nil for two sides
	bounder    ply.Bounder       // the same; nil unless Options.Bounds asks it
	stochastic ply.Stochastic[M] // the same; nil for a game without chance
	hasher     ply.Hasher        // the same; nil without Options.Transpositions
	odds       []float64         // of the first moves of the leaf, if chance moves there
	path       []step[M]
	played     int   // moves of the path that are played on the game
	moves      []M   // played in an open loop, whose path has no moves
	pending    bool  // the evaluation of the leaf is awaited
	shared     bool  // the path has passed a meeting of an open loop
	holds      bool  // the simulation holds the lock of the tree
	side       uint8 // to move in the leaf; 0 where chance is
	byChance   bool
	hash       uint64 // of the leaf, by hasher
	low        int16  // the game's bounds of the value of the leaf, on the scale of outcomes
	high       int16
	ahead      []outlook // of the first moves of the leaf, the ones looked at
	replies    []M       // room
	priors     []float32 // room for the data of the leaf
	results    []float64 // of the simulation, for each side or player
	outcomes   []int     // room, for each of several players
}

// set sets the results of two sides to the result of one.
func (s *slot[G, M]) set(side uint8, result float64) {
	s.results[side], s.results[1-side] = result, -result
}

type step[M comparable] struct {
	node, arc uint32
	move      M
}

// An outlook is the game's bounds after a move.
type outlook struct {
	low, high int16  // of its result
	node      uint32 // the entry that replaces a node for the position after the move
}

func (s *slot[G, M]) undo() {
	for s.played > 0 {
		s.played--
		s.game.Undo(s.path[s.played].move)
	}
	for i := len(s.moves) - 1; i >= 0; i-- {
		s.game.Undo(s.moves[i])
	}
	s.path, s.moves = s.path[:0], s.moves[:0]
}

func (s *slot[G, M]) line() string {
	if len(s.moves) > 0 {
		return fmt.Sprint(s.moves)
	}
	moves := make([]M, len(s.path))
	for i, step := range s.path {
		moves[i] = step.move
	}
	return fmt.Sprint(moves)
}

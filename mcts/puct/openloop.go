package puct

import (
	"math"

	"github.com/ply-search/ply/internal/chance"
)

// Open loop: below the first moves of chance, the tree contains the players' moves only (Perez and others 2015). A
// move after which chance may act leads to a meeting, a node without moves. There the simulation draws and plays an
// outcome, and continues in the node of the player who is then to move. A meeting has an arc for each player, and
// one for the case that chance is to move again. A meeting follows every move below the first meeting, as after
// other outcomes the same move may end the turn, or the game. The meetings are the nodes of chance except the root.
//
// The node of a player below a meeting is shared by many positions. It has an arc for each move that was legal in
// one of the positions evaluated there. A simulation chooses among the legal moves of the position that it has
// reached. If the node lacks one of them, the position is evaluated, and the simulation ends there. Other
// simulations may wait for evaluations below the node at that time, so its arcs must keep their places: the new arcs
// are added in a further node, an extension. The last arc of a shared node and of an extension is a link to the next
// extension. It counts the simulations that chose a move there.

// noMove is the prior of an arc that is no move: an arc of a meeting, a link, or a free place in an extension. The
// priors of moves in shared nodes are relative to the mean prior of the position in which the move was evaluated.
// Otherwise moves from positions with few moves would have greater priors than moves from positions with many.
const noMove = -1

// noArc stands for the arc of a move that a shared node lacks.
const noArc = math.MaxUint32

// mostGathered is the number of moves after which a shared node gets no more moves, as each simulation looks for its
// legal moves among them. A node has more only if its first position has.
const mostGathered = 1 << 12

// A gathering is room for the arcs of a shared node, which several nodes contain.
type gathering[M comparable] struct {
	all   []uint32 // the arcs that are moves
	legal []uint32 // the arc of each legal move, or noArc
	known []uint32 // legal without noArc
	arcs  []arc[M] // copies of known
}

// simulateOpen is simulate for an open loop.
func (t *Tree[G, M]) simulateOpen(s *slot[G, M]) arrival {
	s.undo()
	s.shared = false
	listed := false // the moves of the slot belong to the present position
	t.lock(s)
	for id := t.store.Root; ; {
		n := t.store.Nodes.At(id)
		meeting, at := t.isMeeting(id), n.First
		switch {
		case meeting:
			t.unlock(s)
			t.throw(s, listed)
			t.lock(s)
			s.shared = true
			at += t.branch(s)
		case s.shared:
			if at = t.chooseLegal(s, id); at == noArc {
				t.unlock(s)
				return t.conclude(s)
			}
			id = t.follow(s, id, at)
		default:
			i := t.choose(id, n, t.store.arcsOf(n))
			if i < 0 {
				t.unlock(s)
				return collided
			}
			at += uint32(i)
		}
		a := t.step(s, id, at)
		if meeting && len(s.leaf.Moves) == 0 {
			t.unlock(s)
			return t.conclude(s)
		}
		m, next := a.move, a.node
		if next == noNode {
			a.node = claimed
		}
		t.unlock(s)
		if next == claimed {
			return collided
		}
		if !meeting {
			s.play(m)
		}
		if next == noNode {
			if !meeting {
				t.look(s)
			}
			return t.conclude(s)
		}
		id, listed = next, meeting
		t.lock(s)
	}
}

func (t *Tree[G, M]) isMeeting(id uint32) bool {
	return id != t.store.Root && t.store.Nodes.At(id).byChance
}

// throw lists the moves of a slot's present position, unless they are listed. If chance is to move, it plays an outcome
// and lists the moves after it.
func (t *Tree[G, M]) throw(s *slot[G, M], listed bool) {
	if !listed {
		t.look(s)
	}
	if !s.byChance || len(s.leaf.Moves) == 0 {
		return
	}
	t.lock(s)
	drawn := chance.Fraction(t.source)
	t.unlock(s)
	s.play(s.leaf.Moves[chance.Pick(s.odds, drawn)])
	t.look(s)
}

// branch returns the index of the arc of a meeting that leads to a slot's position.
func (t *Tree[G, M]) branch(s *slot[G, M]) uint32 {
	if s.byChance {
		return uint32(len(s.results))
	}
	return uint32(s.side)
}

func (s *slot[G, M]) play(m M) {
	s.moves = append(s.moves, m)
	s.game.Play(m)
}

// step adds an arc, which is returned, to the path of a simulation.
func (t *Tree[G, M]) step(s *slot[G, M], id, at uint32) *arc[M] {
	t.store.Nodes.At(id).flight++
	a := t.store.Arcs.At(at)
	a.flight++
	s.path = append(s.path, step[M]{node: id, arc: at})
	return a
}

// follow adds the links from a shared node to the node that contains an arc, which is returned.
func (t *Tree[G, M]) follow(s *slot[G, M], id, at uint32) uint32 {
	for {
		n := t.store.Nodes.At(id)
		if at >= n.First && at < n.First+n.Count {
			return id
		}
		id = t.step(s, id, n.link()).node
	}
}

// link returns the last arc of a shared node or an extension.
func (n *node) link() uint32 { return n.First + n.Count - 1 }

// chooseLegal chooses among the legal moves of a slot's position in a shared node. It returns noArc if the position
// must be evaluated because the node lacks a move. If the tree or the node is full, the moves that the node lacks are
// left out.
func (t *Tree[G, M]) chooseLegal(s *slot[G, M], id uint32) uint32 {
	g := &t.gathering
	t.gather(id)
	grows := !t.store.full && len(g.all) < mostGathered
	if missing := t.match(s, grows); missing == len(g.legal) || missing > 0 && grows {
		return noArc
	}
	// A copy of the node, as if it had no other moves.
	n := node{value: t.store.Nodes.At(id).value, low: int16(-t.full), high: int16(t.full), side: s.side}
	g.arcs, g.known = g.arcs[:0], g.known[:0]
	sum := 0.0
	for _, at := range g.legal {
		if at == noArc {
			continue
		}
		a := t.store.Arcs.At(at)
		g.arcs, g.known = append(g.arcs, *a), append(g.known, at)
		n.sum += a.sum
		n.visits += a.visits
		n.flight += a.flight
		sum += float64(a.prior)
	}
	for i := range g.arcs {
		g.arcs[i].prior = share(g.arcs[i].prior, sum, len(g.arcs))
	}
	return g.known[t.choose(id, &n, g.arcs)]
}

// gather finds the moves of a shared node.
func (t *Tree[G, M]) gather(id uint32) {
	g := &t.gathering
	g.all = g.all[:0]
	for id >= firstNode {
		n := t.store.Nodes.At(id)
		for at := n.First; at < n.link() && t.store.Arcs.At(at).prior != noMove; at++ {
			g.all = append(g.all, at)
		}
		id = t.store.Arcs.At(n.link()).node
	}
}

// match finds a slot's moves among those gathered, and returns how many it does not find. With first, it stops at the
// first of these.
func (t *Tree[G, M]) match(s *slot[G, M], first bool) (missing int) {
	g := &t.gathering
	g.legal = g.legal[:0]
	next := 0 // moves often have the same order in all positions
	for _, m := range s.leaf.Moves {
		found := uint32(noArc)
		for range g.all {
			if next == len(g.all) {
				next = 0
			}
			at := g.all[next]
			next++
			if t.store.Arcs.At(at).move == m {
				found = at
				break
			}
		}
		if g.legal = append(g.legal, found); found != noArc {
			continue
		}
		if missing++; first {
			break
		}
	}
	return missing
}

// arriveOpen gives a slot's evaluated position, which is not the root, its place in the tree.
func (t *Tree[G, M]) arriveOpen(s *slot[G, M]) {
	last := s.path[len(s.path)-1]
	if id := t.store.Arcs.At(last.arc).node; id >= firstNode {
		t.extend(s, id)
		return
	}
	id := uint32(noNode)
	switch {
	case s.byChance:
		id = t.plantMeeting(s)
	case !s.shared:
		if id = t.plant(s); id != noNode {
			t.setEvaluation(s, id)
		}
	case t.isMeeting(last.node):
		id = t.plantShared(s)
	default:
		if id = t.plantMeeting(s); id != noNode {
			to := t.plantShared(s)
			t.store.Arcs.At(t.store.Nodes.At(id).First + t.branch(s)).node = to
		}
	}
	t.store.Arcs.At(last.arc).node = id
}

func (t *Tree[G, M]) plantMeeting(s *slot[G, M]) uint32 {
	id := t.plantFree(s, len(s.results)+1)
	if id != noNode {
		n := t.store.Nodes.At(id)
		n.side, n.byChance, n.value = 0, true, s.results[0]
	}
	return id
}

// plantShared gives a slot's evaluated position a node that further positions can share, or returns noNode without
// room.
func (t *Tree[G, M]) plantShared(s *slot[G, M]) uint32 {
	id := t.plantFree(s, len(s.leaf.Moves)+1)
	if id != noNode {
		t.extend(s, id)
	}
	return id
}

// plantFree returns a new node for the player to move whose arcs are no moves, or noNode without room.
func (t *Tree[G, M]) plantFree(s *slot[G, M], count int) uint32 {
	id := t.store.allocate(count)
	if id == noNode {
		return noNode
	}
	n, full := t.store.Nodes.At(id), int16(t.full)
	n.side, n.value, n.low, n.high = s.side, s.results[s.side], -full, full
	arcs := t.store.arcsOf(n)
	for i := range arcs {
		arcs[i] = arc[M]{prior: noMove, low: -full, high: full}
	}
	return id
}

// extend adds the moves of a slot's evaluated position that a shared node lacks.
func (t *Tree[G, M]) extend(s *slot[G, M], id uint32) {
	g := &t.gathering
	if t.gather(id); len(g.all) >= mostGathered {
		return
	}
	missing := t.match(s, false)
	for next := t.linked(id); next >= firstNode; next = t.linked(id) {
		id = next
	}
	n := t.store.Nodes.At(id)
	free := n.First
	for free < n.link() && t.store.Arcs.At(free).prior != noMove {
		free++
	}
	if t.store.Frozen() {
		t.store.Keep(id)
	}
	sum := total(s.leaf.Priors)
	for i, at := range g.legal {
		if at != noArc {
			continue
		}
		if n := t.store.Nodes.At(id); free == n.link() {
			// The extensions grow, so that there are few of them.
			more := t.plantFree(s, min(max(len(g.all), missing)+1, t.store.Arcs.Chunk()))
			if more == noNode {
				return
			}
			t.store.Arcs.At(free).node = more
			id, free = more, t.store.Nodes.At(more).First
		}
		a := t.store.Arcs.At(free)
		a.move = s.leaf.Moves[i]
		a.prior = share(s.leaf.Priors[i], sum, len(g.legal)) * float32(len(g.legal))
		free++
		missing--
	}
}

func (t *Tree[G, M]) linked(id uint32) uint32 {
	return t.store.Arcs.At(t.store.Nodes.At(id).link()).node
}

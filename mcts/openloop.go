package mcts

import (
	"math"
	"slices"

	"github.com/ply-search/ply/internal/chance"
)

// Open loop: below the first moves of chance the tree holds the players' moves only. A move after which chance may act
// leads to a meeting. There the outcomes are drawn and played, and the simulation continues in the node of the player
// to move: a meeting has an arc for each player. Such a node stands for many positions. It has an arc for each move
// that was legal in any of them, and a simulation chooses among its own legal moves.
//
// A meeting follows every move below the first one, as after other outcomes that move may end the turn, or the game.

func (w *worker[M]) simulateOpen() bool {
	s := w.store
	w.clearLines()
	w.met = false
	id := s.Root
	for {
		n, arcs := w.open(id)
		if n.visits >= w.mostVisits && w.saturated(id) {
			return false
		}
		i := 0
		switch {
		case n.meeting:
		case w.met:
			i = w.chooseLegal(n, arcs)
		default:
			i = w.choose(id, n, arcs)
		}
		n.visits++
		arcs[i].visits++
		at := n.First + uint32(i)
		w.path = append(w.path, step[M]{id, at, s.Arcs.At(at), n.player})
		if n.meeting {
			w.met = true
			if !w.drawOutcomes() {
				return w.giveUp()
			}
			arcs[0].visits--
			i = int(w.toMove())
			arcs[i].visits++
			at = n.First + uint32(i)
			last := &w.path[len(w.path)-1]
			last.place, last.arc = at, s.Arcs.At(at)
		} else if !w.playOpen(arcs[i].move) {
			return w.giveUp()
		}
		a := s.Arcs.At(at)
		if n.meeting && (w.byChance() || !w.listMoves(false)) {
			a = nil // the line is as long as it may be, or the game is over
		}
		if a != nil && w.left() > 0 {
			if a.node == noNode && a.visits > w.expandAfter && !s.closed {
				a.node = w.newOpenNode(n.meeting)
			}
			if a.node >= firstNode && (!n.meeting || w.meet(a)) {
				id = a.node
				continue
			}
		}
		if _, ok := w.evaluate(int(n.player)); !ok {
			return w.giveUp()
		}
		w.deep = max(w.deep, len(w.openLine))
		w.undoAll()
		break
	}
	w.credit()
	w.path = w.path[:0]
	return true
}

// drawOutcomes plays moves of chance until a player is to move, the game is over, or the line is full. It is false at
// the search's end.
func (w *worker[M]) drawOutcomes() bool {
	for w.byChance() && w.left() > 0 {
		w.moves = w.game.Moves(w.moves[:0])
		w.odds = oddsOf(w.stochastic, w.moves, w.odds[:0])
		if !w.playOpen(w.moves[chance.Pick(w.odds, chance.Fraction(w.random))]) {
			return false
		}
	}
	return true
}

func (w *worker[M]) playOpen(m M) bool {
	w.openLine = append(w.openLine, m)
	w.game.Play(m)
	return !w.watch.over()
}

// left returns the number of moves that may follow.
func (w *worker[M]) left() int {
	if w.opt.OpenLoop {
		return w.maxLength - len(w.openLine)
	}
	return w.maxLength - len(w.path)
}

// newOpenNode returns a new node for the present position: a player's node after a meeting, and otherwise a meeting if
// chance may act later. It returns noNode without room or at the end of the game.
func (w *worker[M]) newOpenNode(follows bool) uint32 {
	s := w.store
	if follows || !w.met && !w.byChance() {
		id := w.newNode()
		w.listMoves(false) // in the order of the game again
		return id
	}
	id := s.allocate(len(w.points))
	if id == noNode {
		return noNode
	}
	n := s.Nodes.At(id)
	n.chance, n.meeting, n.bounds = true, true, boundsOf(-w.utility, w.utility)
	clear(s.priors.of(n))
	arcs := s.arcsOf(n)
	for i := range arcs {
		arcs[i] = arc[M]{bounds: n.bounds}
	}
	return id
}

// meet sets w.legal to the arcs of w.moves in the node after a, adding new ones if there is room. It is false without any.
func (w *worker[M]) meet(a *arc[M]) bool {
	s := w.store
	n := s.Nodes.At(a.node)
	arcs := s.arcsOf(n)
	w.legal = w.legal[:0]
	missing := 0
	for i, m := range w.moves {
		at := -1
		if i < len(arcs) && arcs[i].move == m {
			at = i
		} else {
			at = slices.IndexFunc(arcs, func(a arc[M]) bool { return a.move == m })
		}
		if at < 0 {
			at = len(arcs) + missing
			missing++
		}
		w.legal = append(w.legal, at)
	}
	if missing == 0 {
		return true
	}
	id := uint32(noNode)
	if !s.closed {
		id = s.allocate(len(arcs) + missing)
	}
	if id == noNode {
		known := 0
		for i, at := range w.legal {
			if at < len(arcs) {
				w.legal[known], w.moves[known] = at, w.moves[i]
				known++
			}
		}
		w.legal, w.moves = w.legal[:known], w.moves[:known]
		return known > 0
	}
	larger := s.Nodes.At(id)
	first, count := larger.First, larger.Count
	*larger = *n
	larger.First, larger.Count = first, count
	clear(s.priors.of(larger))
	wider := s.arcsOf(larger)
	copy(wider, arcs)
	for i, at := range w.legal {
		if at >= len(arcs) {
			wider[at] = arc[M]{move: w.moves[i], bounds: n.bounds}
		}
	}
	a.node, s.Stale = id, true
	return true
}

// chooseLegal is choose among w.legal, the arcs of w.moves. The bandit counts only simulations of legal moves.
func (w *worker[M]) chooseLegal(n *node, arcs []arc[M]) int {
	w.room(len(w.legal))
	stats, scores := w.stats, w.scores[:len(w.legal)]
	stats.visits, stats.means = stats.visits[:len(scores)], stats.means[:len(scores)]
	m := float64(0)
	untried, choices := 0, 0
	for i, at := range w.legal {
		a := &arcs[at]
		k, sum := float32(int64(a.visits)), float32(int64(a.points))*w.perPoint
		stats.visits[i], stats.means[i], scores[i] = k, 0.5, w.firstPlay
		m += float64(k)
		if k > 0 {
			stats.means[i] = sum / k
			scores[i] = stats.means[i]
			continue
		}
		// Untried moves are equally likely: they are not in random order.
		if choices++; chance.Below(w.random, choices) == 0 {
			untried = at
		}
	}
	if w.eager && choices > 0 {
		return untried
	}
	if w.guide != nil {
		stats.priors = w.legalPriors()
	}
	w.opt.Bandit.bonus(m, stats, scores)
	best, at := float32(math.Inf(-1)), w.legal[0]
	for i, score := range scores {
		if score > best {
			best, at = score, w.legal[i]
		}
	}
	return at
}

func (w *worker[M]) legalPriors() []float32 {
	w.priors = slices.Grow(w.priors[:0], len(w.moves))[:len(w.moves)]
	w.guide.Priors(w.moves, w.priors)
	w.scale(w.priors)
	return w.priors
}

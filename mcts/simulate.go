package mcts

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply"
)

// A worker makes simulations, on a game of its own.
type worker[M comparable] struct {
	opt         *Options
	store       *store[M]
	game        Game[M]
	playouter   Playouter[M]
	decider     Decider[M]
	guide       Guide[M]
	hasher      ply.Hasher
	numberer    ply.Numberer[M]
	evaluator   ply.Evaluator
	random      *rand.PCG
	utility     int      // the most that a result can be worth, in steps
	perStep     uint64   // points for a step
	perPoint    float32  // what a point is worth
	plain       bool     // the bandit is that of Hoeffding, without priors and GRAVE,
	exploration float64  // and this is its K
	team        *team[M] // that shares the playouts; nil for none

	path     []step
	lines    [2][]M
	moves    []M
	scores   []float32
	arms     Arms
	played   played
	hits     []uint32   // scratch of creditRAVE
	deferred []deferred // what hot positions are still to get
	refs     [2]reference
	refNode  [2]uint32 // of the sides on the present path
	deep     int       // the longest path
	results  []int32   // of several playouts
}

// A step is a move chosen in the tree.
type step struct {
	node uint32
	arc  uint32 // its place in the store
	hot  bool   // the visit of the node is still to be added
}

// A leaf is what a simulation found out at the end of its path, for the side to move there.
type leaf struct {
	side   int
	points uint64
}

// simulate makes one simulation: it chooses moves from the root to a position without a place in the tree,
// gives it one if it was met before, plays it out, and adds the result to all moves chosen.
func (w *worker[M]) simulate() {
	s := w.store
	w.path = w.path[:0]
	if w.opt.RAVE != 0 {
		w.lines[0], w.lines[1] = w.lines[0][:0], w.lines[1][:0]
	}
	w.refNode = [2]uint32{}
	var end leaf
	id := s.root
	for {
		n := s.nodes.at(id)
		if w.opt.GRAVE != 0 && (id == s.root || atomic.LoadUint32(&n.visits) >= uint32(w.opt.GRAVE)) {
			w.refNode[n.side] = id
		}
		at := n.first + uint32(w.choose(id))
		a := s.arcs.at(at)
		// The visits are counted on the way down: to other workers the simulation is lost until its
		// points are added.
		hot := false
		if s.shared {
			if hot = atomic.LoadUint32(&n.visits) >= hotVisits; !hot {
				atomic.AddUint32(&n.visits, 1)
			}
			atomic.AddUint64(&a.count, visit)
		} else {
			n.visits++
			a.count += visit
		}
		w.path = append(w.path, step{id, at, hot})
		if b := a.bounds.load(); b.exact() {
			end = leaf{int(n.side), w.pointsOf(b.low())}
			w.undo(len(w.path) - 1)
			break
		}
		w.game.Play(a.move)
		next := atomic.LoadUint32(&a.node)
		if next == noNode && visitsOf(atomic.LoadUint64(&a.count)) > uint32(w.opt.ExpandAfter) && !s.closed {
			next = w.expand(a)
		}
		if next < firstNode {
			var known bounds
			if end, known = w.evaluate(); known.exact() {
				if end.side != int(n.side) {
					known = known.flip()
				}
				w.prove(known)
			}
			w.undo(len(w.path))
			break
		}
		to := s.nodes.at(next)
		if b := to.bounds.load(); b.exact() {
			end = leaf{int(to.side), w.pointsOf(b.low())}
			if to.side != n.side {
				b = b.flip()
			}
			w.prove(b)
			w.undo(len(w.path))
			break
		}
		id = next
	}
	w.deep = max(w.deep, len(w.path))
	w.credit(end)
}

// undo takes the moves of the path back but for those after the first played.
func (w *worker[M]) undo(played int) {
	for i := played - 1; i >= 0; i-- {
		w.game.Undo(w.store.arcs.at(w.path[i].arc).move)
	}
}

// credit adds the result to all moves of the path.
func (w *worker[M]) credit(end leaf) {
	s := w.store
	var points [2]uint64
	points[end.side] = end.points
	points[1-end.side] = 2*uint64(w.utility)*w.perStep - end.points
	for _, step := range w.path {
		if add := points[s.nodes.at(step.node).side]; add != 0 {
			s.add(&s.arcs.at(step.arc).count, add)
		}
	}
	if w.opt.RAVE != 0 {
		w.creditRAVE(points)
		return
	}
	for _, step := range w.path {
		if step.hot {
			w.defers(step.node)
		}
	}
}

// expand gives the present position, that a leads to, a place in the tree. It returns that, or noNode or
// claimed if it has none.
func (w *worker[M]) expand(a *arc[M]) uint32 {
	s := w.store
	if s.shared {
		if !atomic.CompareAndSwapUint32(&a.node, noNode, claimed) {
			return atomic.LoadUint32(&a.node)
		}
	}
	id := w.newNode()
	atomic.StoreUint32(&a.node, id)
	return id
}

// newNode returns the node of the present position: one that is there already, if lines share them, or
// else a new one; noNode if there is no room or the game is over.
func (w *worker[M]) newNode() uint32 {
	s := w.store
	var hash uint64
	if s.withHash {
		hash = w.hasher.Hash()
		if id := s.find(hash); id != noNode {
			return id
		}
	}
	w.moves = w.moves[:0]
	if w.decider != nil {
		w.moves = w.decider.Decisive(w.moves)
	}
	if len(w.moves) == 0 {
		w.moves = w.game.Moves(w.moves)
	}
	if len(w.moves) == 0 {
		return noNode
	}
	id := s.allocate(len(w.moves))
	if id == noNode {
		return noNode
	}
	n := s.nodes.at(id)
	n.hash, n.side, n.bounds = hash, uint8(w.game.ToMove()), boundsOf(-w.utility, w.utility)
	// A random order, so that nothing depends on how the game lists its moves.
	for i := len(w.moves) - 1; i > 0; i-- {
		j := below(w.random, i+1)
		w.moves[i], w.moves[j] = w.moves[j], w.moves[i]
	}
	if w.guide != nil {
		w.order(s.priorsOf(n))
	}
	arcs := s.arcsOf(n)
	for i, m := range w.moves {
		arcs[i] = arc[M]{move: m, bounds: n.bounds}
	}
	if s.withRAVE {
		clear(s.ravesOf(n))
		for i, m := range w.moves {
			arcs[i].number = uint32(w.numberer.Number(m))
		}
	}
	if s.withHash {
		return s.enter(id)
	}
	return id
}

// order puts w.moves in the order of their priors, and the priors, scaled, in the same.
func (w *worker[M]) order(priors []float32) {
	w.guide.Priors(w.moves, priors)
	// Insertion: there are not many moves, and the order of equals stays.
	sum := float32(0)
	for i, prior := range priors {
		sum += prior
		m, j := w.moves[i], i
		for ; j > 0 && priors[j-1] < prior; j-- {
			priors[j], w.moves[j] = priors[j-1], w.moves[j-1]
		}
		priors[j], w.moves[j] = prior, m
	}
	for i := range priors {
		if sum > 0 {
			priors[i] /= sum
		} else {
			priors[i] = 1 / float32(len(priors))
		}
	}
}

// evaluate returns what the present position is worth, and bounds of it for the side to move there: exact
// ones if the game is over.
func (w *worker[M]) evaluate() (leaf, bounds) {
	side := w.game.ToMove()
	unknown := boundsOf(-w.utility, w.utility)
	var end leaf
	var moves int
	switch {
	case w.opt.Evaluate:
		end = leaf{side, w.pointsOf(w.step(w.evaluator.Evaluate()))}
		w.moves = w.game.Moves(w.moves[:0])
		moves = len(w.moves)
	case w.team != nil:
		end, moves = w.team.together()
	case w.opt.Playouts > 1:
		end, moves = w.several()
	default:
		var lines *[2][]M
		if w.opt.RAVE != 0 {
			lines = &w.lines
		}
		var outcome int
		outcome, moves = w.playouter.Playout(w.random, w.opt.Decisive, lines)
		end = leaf{side, w.pointsOf(w.step(outcome))}
	}
	if moves == 0 && !w.opt.NoSolver {
		value := w.step(w.game.Outcome())
		return end, boundsOf(value, value)
	}
	return end, unknown
}

// step returns how much a value counts.
func (w *worker[M]) step(value int) int {
	switch scale := w.opt.Scale; {
	case value == 0:
		return 0
	case scale == 0 && value > 0 || value >= scale && scale > 0:
		return w.utility
	case scale == 0 || value <= -scale:
		return -w.utility
	case value > 0:
		return max(1, value*w.utility/scale)
	default:
		return min(-1, value*w.utility/scale)
	}
}

func (w *worker[M]) pointsOf(step int) uint64 { return uint64(step+w.utility) * w.perStep }

// several plays the playouts of a simulation from the present position and returns their aggregate.
func (w *worker[M]) several() (leaf, int) {
	moves := w.share(0, 1)
	return leaf{w.game.ToMove(), w.aggregate(w.results)}, moves
}

// share plays every n-th of the playouts of a simulation, from number i on, from the present position, and
// returns how many moves the longest of them has. For RAVE they count as one.
func (w *worker[M]) share(i, n int) (most int) {
	w.results = w.results[:0]
	var lines *[2][]M
	if w.opt.RAVE != 0 {
		lines = &w.lines
	}
	for ; i < w.opt.Playouts; i += n {
		outcome, moves := w.playouter.Playout(w.random, w.opt.Decisive, lines)
		w.results = append(w.results, int32(w.step(outcome)))
		if most = max(most, moves); moves == 0 {
			break // the game is over
		}
	}
	return most
}

// aggregate returns the points for several results.
func (w *worker[M]) aggregate(results []int32) uint64 {
	switch w.opt.Aggregate {
	case Median:
		slices.Sort(results)
		return w.pointsOf(int(results[(len(results)-1)/2]))
	case Max:
		return w.pointsOf(int(slices.Min(results)))
	default:
		sum := 0
		for _, r := range results {
			sum += int(r) + w.utility
		}
		return uint64((sum*int(w.perStep) + len(results)/2) / len(results))
	}
}

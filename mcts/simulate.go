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
	game        position[M]
	players     ply.Multiplayer
	playouter   MultiplayerPlayouter[M]
	decider     Decider[M]
	guide       Guide[M]
	hasher      ply.Hasher
	numberer    ply.Numberer[M]
	evaluator   ply.MultiplayerEvaluator
	random      *rand.PCG
	utility     int      // the most that a result can be worth, in steps
	perStep     uint64   // points for a step
	perPoint    float32  // what a point is worth
	plain       bool     // the bandit is that of Hoeffding, without priors and GRAVE,
	exploration float64  // and this is its K
	team        *team[M] // that shares the playouts; nil for none

	path     []step
	lines    [][]M // of each player, with RAVE
	moves    []M
	scores   []float32
	arms     Arms
	played   played
	replicas []replica[M] // of hot positions, if the tree is shared
	opened   *node        // acquired; nil for none
	replica  *replica[M]  // last opened; nil if that was none
	refs     []reference
	referred []uint64  // scratch of refer
	refNode  []uint32  // of each player, on the present path
	deep     int       // the longest path
	outcomes []int     // of each player, of a playout
	results  [][]int32 // of each player, of several playouts, in steps
	points   []uint64  // of each player, for the present simulation,
	total    []uint64  // and for all that this search has made
}

// A step is a move chosen in the tree.
type step struct {
	node uint32
	arc  uint32 // its place in the store
}

// simulate makes one simulation: it chooses moves from the root to a position without a place in the tree,
// gives it one if it was met before, plays it out, and adds the result to all moves chosen.
func (w *worker[M]) simulate() {
	s := w.store
	w.path = w.path[:0]
	w.clearLines()
	if w.opt.GRAVE != 0 {
		clear(w.refNode)
	}
	id := s.root
	for {
		n, arcs := w.open(id)
		if w.opt.GRAVE != 0 && (id == s.root || n.visits >= uint32(w.opt.GRAVE)) {
			w.refNode[n.player] = id
		}
		i := w.choose(id, n, arcs)
		at := n.first + uint32(i)
		a := s.arcs.at(at)
		// The visits are counted on the way down: to others who see them the simulation is lost until its
		// points are added.
		n.visits++
		arcs[i].count += visit
		visits := visitsOf(arcs[i].count)
		w.close()
		w.path = append(w.path, step{id, at})
		if b := a.bounds.load(); b.exact() {
			if w.replica != nil {
				w.replica.arcs[i].bounds = b // which it may not have known
			}
			w.proven(int(n.player), b.low())
			w.undo(len(w.path) - 1)
			break
		}
		w.game.Play(a.move)
		next := atomic.LoadUint32(&a.node)
		if next == noNode && visits > uint32(w.opt.ExpandAfter) && !s.closed {
			next = w.expand(a)
		}
		if next < firstNode {
			if known := w.evaluate(int(n.player)); known.exact() {
				w.prove(known)
			}
			w.undo(len(w.path))
			break
		}
		to := s.nodes.at(next)
		if b := to.bounds.load(); b.exact() {
			w.proven(int(to.player), b.low())
			if to.player != n.player {
				b = b.flip()
			}
			w.prove(b)
			w.undo(len(w.path))
			break
		}
		id = next
	}
	w.deep = max(w.deep, len(w.path))
	w.credit()
}

func (w *worker[M]) clearLines() {
	for p := range w.lines {
		w.lines[p] = w.lines[p][:0]
	}
}

// proven sets the points for a value that is proven, in steps for one side. Only of two sides is anything proven.
func (w *worker[M]) proven(side, step int) {
	w.points[side], w.points[1-side] = w.pointsOf(step), w.pointsOf(-step)
}

// undo takes the moves of the path back but for those after the first played.
func (w *worker[M]) undo(played int) {
	for i := played - 1; i >= 0; i-- {
		w.game.Undo(w.store.arcs.at(w.path[i].arc).move)
	}
}

// credit adds the result to all moves of the path.
func (w *worker[M]) credit() {
	s := w.store
	points, total := w.points, w.total[:len(w.points)]
	for p, add := range points {
		total[p] += add
	}
	if s.withRAVE {
		w.markPlayed()
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		step := w.path[i]
		n, arcs := w.open(step.node)
		at, add := step.arc-n.first, points[n.player]
		arcs[at].count += add
		if s.withRAVE {
			w.creditRAVE(n.player, arcs, w.ravesOf(n), at, visit+add)
		}
		if w.replica != nil {
			w.replica.left--
		}
		w.close()
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
	n.hash, n.player, n.bounds = hash, uint8(w.game.ToMove()), boundsOf(-w.utility, w.utility)
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

// evaluate sets the points for what the present position is worth, which a move of the last player led to. It
// returns bounds of that, for the last player: exact ones if the game is over and values are proven.
func (w *worker[M]) evaluate(last int) bounds {
	var moves int
	switch {
	case w.evaluator != nil:
		w.evaluator.Evaluations(w.outcomes)
		w.moves = w.game.Moves(w.moves[:0])
		moves = len(w.moves)
		w.settleOutcomes()
	case w.team != nil:
		moves = w.team.together()
		w.aggregate(w.game.ToMove(), last)
	case w.opt.Playouts > 1:
		moves = w.share(0, 1)
		w.aggregate(w.game.ToMove(), last)
	default:
		moves = w.playouter.PlayoutAll(w.random, w.opt.Decisive, w.lines, w.outcomes)
		w.settleOutcomes()
	}
	if moves == 0 && !w.opt.NoSolver {
		w.players.Outcomes(w.outcomes)
		value := w.step(w.outcomes[last])
		return boundsOf(value, value)
	}
	return boundsOf(-w.utility, w.utility)
}

// settleOutcomes sets the points for the outcomes of a playout.
func (w *worker[M]) settleOutcomes() {
	points := w.points[:len(w.outcomes)]
	for p, outcome := range w.outcomes {
		points[p] = w.pointsOf(w.step(outcome))
	}
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

// share plays every n-th of the playouts of a simulation, from number i on, from the present position, and
// returns how many moves the longest of them has. For RAVE they count as one.
func (w *worker[M]) share(i, n int) (most int) {
	for p := range w.results {
		w.results[p] = w.results[p][:0]
	}
	for ; i < w.opt.Playouts; i += n {
		moves := w.playouter.PlayoutAll(w.random, w.opt.Decisive, w.lines, w.outcomes)
		for p, outcome := range w.outcomes {
			w.results[p] = append(w.results[p], int32(w.step(outcome)))
		}
		if most = max(most, moves); moves == 0 {
			break // the game is over
		}
	}
	return most
}

// aggregate sets the points for the results of several playouts, after a move of the last player.
func (w *worker[M]) aggregate(toMove, last int) {
	if w.opt.Aggregate == Max {
		best := 0
		for i, result := range w.results[last] {
			if result > w.results[last][best] {
				best = i
			}
		}
		for p, results := range w.results {
			w.points[p] = w.pointsOf(int(results[best]))
		}
		return
	}
	for p, results := range w.results {
		n := len(results)
		// What lies between two is not rounded the same way for all, so that the results of two sides
		// always make 1.
		lower, upper := (n-1)/2, n/2
		if p != toMove {
			lower, upper = upper, lower
		}
		if w.opt.Aggregate == Median {
			slices.Sort(results)
			w.points[p] = w.pointsOf(int(results[lower]))
			continue
		}
		sum := 0
		for _, r := range results {
			sum += int(r) + w.utility
		}
		w.points[p] = uint64((sum*int(w.perStep) + upper) / n)
	}
}

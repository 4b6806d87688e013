package mcts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sides"
)

// A worker makes simulations, on a game of its own.
type worker[M comparable] struct {
	opt         *Options[M]
	store       *store[M]
	game        position[M]
	mark, back  func() // remember the root, and go back to it; nil if moves are to be taken back
	players     ply.Multiplayer
	playouter   MultiplayerPlayouter[M] // nil if the game has none of its own
	uniform     *uniform[M]             // nil otherwise
	decider     Decider[M]
	decisive    bool // playouts play decisive moves
	reducer     Reducer[M]
	guide       Guide[M]
	expert      Expert[M]
	stochastic  ply.Stochastic[M] // nil for a game without chance
	hasher      ply.Hasher
	numberer    ply.Numberer[M]
	evaluator   ply.MultiplayerEvaluator
	random      *rand.PCG
	utility     int      // the most that a result can be worth, in steps
	perStep     uint64   // points for a step
	perPoint    float32  // what a point is worth
	plain       bool     // the bandit is that of Hoeffding, without priors and GRAVE,
	exploration float64  // and this is its K;
	byMean      bool     // nor is there anything else that changes how moves are chosen
	bandit      Bandit   // that of the options; a foreign one if that is the caller's own
	firstPlay   float32  // the score of a move not tried and without RAVE results,
	eager       bool     // and whether the first one not tried is taken at once
	maxLength   int      // of a line from the root to the end of a playout
	expandAfter uint32   // as in the options, as far as simulations can be counted;
	grave       uint32   // the same
	mostVisits  uint32   // simulations of a position that are counted
	team        *team[M] // that shares the playouts; nil for none

	watch     watch
	exploring bool // the bandit of the caller is at work
	lost      bool // a simulation was broken off, and the game is in no position known

	path     []step[M] // of the present simulation; empty between two
	lines    [][]M     // of each player, with RAVE
	moves    []M
	odds     []float64 // of these
	keys     []float64 // scratch of shuffleOutcomes
	scores   []float32
	arms     Arms
	played   played
	virtual  []float32    // scratch of askExpert
	lore     *lore[M]     // nil if the options ask for nothing to be learned
	replicas []replica[M] // of hot positions, if the tree is shared
	opened   *node        // acquired; nil for none
	replica  *replica[M]  // last opened; nil if that was none
	refs     []reference
	referred []uint64  // scratch of refer
	refNode  []uint32  // of each player, on the present path
	deep     int       // the longest path
	drawn    []M       // open loop: the outcomes of the present path,
	draws    []int     // and how many were drawn before each of its meetings
	legal    []int     // the arcs of moves in a node below a meeting
	priors   []float32 // of these moves
	outcomes []int     // of each player, of a playout
	results  [][]int32 // of each player, of several playouts, in steps
	points   []uint64  // of each player, for the present simulation,
	total    []uint64  // and for all that this search has made
}

// A step is a move chosen in the tree.
type step[M comparable] struct {
	node   uint32
	place  uint32  // of its arc in the store,
	arc    *arc[M] // which is there; that of all workers, not of a replica
	player uint8   // of the node
}

// simulate makes one simulation: it chooses moves from the root to a position without a place in the tree,
// gives it one if it was met before, plays it out, and adds the result to all moves chosen. It reports false if
// the search is over and nothing was counted.
func (w *worker[M]) simulate() bool {
	s := w.store
	w.clearLines()
	if w.opt.GRAVE != 0 {
		clear(w.refNode)
	}
	id := s.root
	n, arcs := w.open(id)
	for {
		if n.visits >= w.mostVisits && w.saturated(id) {
			return false
		}
		if w.opt.GRAVE != 0 && (id == s.root || n.visits >= w.grave) {
			w.refNode[n.player] = id
		}
		i := 0
		if w.byMean && !n.chance {
			i = w.bestByMean(n, arcs)
		} else {
			i = w.choose(id, n, arcs)
		}
		at := n.first + uint32(i)
		a := &arcs[i]
		if w.replica != nil {
			a = s.arcs.at(at) // that of the replica leads nowhere
		}
		// The visits are counted on the way down: to others who see them the simulation is lost until its
		// points are added.
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
		next := atomic.LoadUint32(&a.node)
		if next == noNode && visits > w.expandAfter && !s.closed && len(w.path) < w.maxLength {
			next = w.expand(a)
		}
		if next >= firstNode {
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
			if len(w.path) < w.maxLength {
				if id = next; s.shared {
					n, arcs = w.openShared(id)
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

// giveUp takes back all of the present simulation, since the search is over.
func (w *worker[M]) giveUp() bool {
	w.withdraw()
	w.undoAll()
	w.path = w.path[:0]
	return false
}

// undoAll takes back all moves of the path.
func (w *worker[M]) undoAll() {
	if w.opt.OpenLoop {
		w.undoOpen()
	} else {
		w.undo(len(w.path))
	}
}

// withdraw takes back the visits that the present simulation has counted on its way down.
func (w *worker[M]) withdraw() {
	for _, step := range w.path {
		n, arcs := w.open(step.node)
		n.visits--
		arcs[step.place-n.first].visits--
		w.close()
	}
}

// line returns the moves from the root on, to say where the game has panicked.
func (w *worker[M]) line() string { return fmt.Sprint(append(w.moved(nil), w.rest()...)) }

// rest returns the moves of the present playout.
func (w *worker[M]) rest() []M {
	if w.uniform == nil {
		return nil
	}
	return w.uniform.line
}

// moved appends the moves of the path.
func (w *worker[M]) moved(dst []M) []M {
	if w.opt.OpenLoop {
		return w.movedOpen(dst)
	}
	for _, step := range w.path {
		dst = append(dst, step.arc.move)
	}
	return dst
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
	if w.back != nil {
		w.back()
		return
	}
	path := w.path[:played]
	for i := len(path) - 1; i >= 0; i-- {
		w.game.Undo(path[i].arc.move)
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
	path := w.path
	if !s.shared && !s.withRAVE {
		for i := range path {
			path[i].arc.points += uint32(points[path[i].player])
		}
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		step := &path[i]
		n, arcs := w.open(step.node)
		at, add := step.place-n.first, points[n.player]
		arcs[at].points += uint32(add)
		if s.withRAVE {
			w.creditRAVE(n.player, s.numbersOf(n), w.ravesOf(n), at, visit+add)
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
	byChance := w.byChance()
	if !w.listMoves(byChance) && !byChance {
		return noNode
	}
	if byChance {
		w.odds = oddsOf(w.stochastic, w.moves, w.odds[:0])
	}
	id := s.allocate(len(w.moves))
	if id == noNode {
		return noNode
	}
	n := s.nodes.at(id)
	n.hash, n.player, n.chance, n.bounds = hash, w.toMove(), byChance, boundsOf(-w.utility, w.utility)
	if byChance {
		w.orderOutcomes(s.priorsOf(n))
	} else {
		w.orderMoves(n)
	}
	if s.withExperience {
		w.askExpert(n)
	}
	arcs := s.arcsOf(n)
	for i, m := range w.moves {
		arcs[i] = arc[M]{move: m, bounds: n.bounds}
	}
	if s.withRAVE {
		clear(s.ravesOf(n))
	}
	if s.withNumbers && byChance {
		clear(s.numbersOf(n))
	} else if s.withNumbers {
		of, numbers := s.numbersOf(n), w.numberer.Numbers()
		for i, m := range w.moves {
			number := w.numberer.Number(m)
			if uint(number) >= uint(numbers) {
				numbers = w.numbersBeyond(number)
			}
			of[i] = uint32(number)
		}
	}
	if s.withHash {
		return s.enter(id)
	}
	return id
}

// listMoves sets w.moves to the moves of the present position, or to the outcomes of chance, and reports whether there
// are any. With Decisive, moves are the decisive ones, if there are any, and otherwise those of a [Reducer].
func (w *worker[M]) listMoves(byChance bool) bool {
	w.moves = w.moves[:0]
	if w.decider != nil && !byChance {
		w.moves = w.decider.Decisive(w.moves)
	}
	if w.reducer != nil && len(w.moves) == 0 && !byChance {
		w.moves = w.reducer.Reduce(w.moves)
	}
	if len(w.moves) == 0 {
		w.moves = w.game.Moves(w.moves)
	}
	return len(w.moves) > 0
}

// orderMoves puts w.moves in the order of the arcs.
func (w *worker[M]) orderMoves(n *node) {
	// A random order, so that nothing depends on how the game lists its moves.
	for i := len(w.moves) - 1; i > 0; i-- {
		j := chance.Below(w.random, i+1)
		w.moves[i], w.moves[j] = w.moves[j], w.moves[i]
	}
	switch {
	case w.guide != nil:
		w.order(w.store.priorsOf(n))
	case w.store.withPrior:
		clear(w.store.priorsOf(n))
	}
}

// toMove returns the player to move, or 0 where chance is. Like the other checks of what a game says, it reports a
// broken law by a panic, which becomes a [ply.GamePanic].
func (w *worker[M]) toMove() uint8 {
	player := w.game.ToMove()
	if player == ply.Chance && w.stochastic != nil {
		return 0
	}
	if uint(player) >= uint(len(w.points)) {
		panic(sides.Error(w.game, player, len(w.points)))
	}
	return uint8(player)
}

// numbersBeyond returns how many numbers there are by now, which must be more than the one given: ply.NumbererOf
// gives new moves new numbers.
func (w *worker[M]) numbersBeyond(number int) int {
	numbers := w.numberer.Numbers()
	if uint(number) >= uint(numbers) {
		panic(fmt.Sprintf("Number is %d, want 0 to %d", number, numbers-1))
	}
	return numbers
}

// order puts w.moves in the order of their priors, and the priors, scaled, in the same.
func (w *worker[M]) order(priors []float32) {
	w.guide.Priors(w.moves, priors)
	w.scale(priors)
	// Insertion: there are not many moves, and the order of equals stays.
	for i, prior := range priors {
		m, j := w.moves[i], i
		for ; j > 0 && priors[j-1] < prior; j-- {
			priors[j], w.moves[j] = priors[j-1], w.moves[j-1]
		}
		priors[j], w.moves[j] = prior, m
	}
}

// scale makes the sum of the priors of w.moves 1.
func (w *worker[M]) scale(priors []float32) {
	sum := float32(0)
	for i, prior := range priors {
		if !(prior >= 0 && prior <= math.MaxFloat32) {
			panic(fmt.Sprintf("the prior of %v is %v, want a finite number of 0 or more", w.moves[i], prior))
		}
		sum += prior
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
// returns bounds of that, for the last player: exact ones if the game is over and values are proven. ok is false if
// the search is over, and nothing known.
func (w *worker[M]) evaluate(last int) (known bounds, ok bool) {
	over, ok := false, true
	switch {
	case w.evaluator != nil:
		w.evaluator.Evaluations(w.outcomes)
		w.learnPath()
		w.moves = w.game.Moves(w.moves[:0])
		over = len(w.moves) == 0
	case w.team != nil:
		over, ok = w.team.together()
	case w.opt.Playouts > 1:
		over, ok = w.share(0, 1, w.left())
	default:
		over, ok = w.playout(w.left())
	}
	if !ok {
		return 0, false
	}
	if w.opt.Playouts > 1 {
		w.aggregate(int(w.toMove()), last)
	} else {
		w.settleOutcomes()
	}
	if over && !w.opt.NoSolver {
		w.players.Outcomes(w.outcomes)
		value := w.step(w.outcomes[last])
		return boundsOf(value, value), true
	}
	return boundsOf(-w.utility, w.utility), true
}

// playout plays a playout from the present position and sets w.outcomes. A uniform playout ends after most moves. over
// reports whether the game was over before. ok is false if the search is over; then there are no outcomes.
func (w *worker[M]) playout(most int) (over, ok bool) {
	if w.uniform != nil {
		if w.lore != nil {
			return w.playAndLearn(most)
		}
		return w.uniform.play(w.lines, w.outcomes, most)
	}
	moves := w.playouter.PlayoutAll(w.random, w.decisive, w.lines, w.outcomes)
	w.watch.count(moves)
	w.learnPath()
	return moves == 0, true
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

// share plays every n-th of the playouts of a simulation, from number i on, from the present position. For RAVE they
// count as one. See playout for its results.
func (w *worker[M]) share(i, n, most int) (over, ok bool) {
	for p := range w.results {
		w.results[p] = w.results[p][:0]
	}
	for ; i < w.opt.Playouts; i += n {
		if w.watch.over() {
			return false, false
		}
		if over, ok = w.playout(most); !ok {
			return false, false
		}
		for p, outcome := range w.outcomes {
			w.results[p] = append(w.results[p], int32(w.step(outcome)))
		}
		if over {
			break
		}
	}
	return over, true
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

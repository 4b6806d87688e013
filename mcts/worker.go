package mcts

import (
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/sampling"
)

// A worker makes simulations on its own game. Its fields are grouped by the code that writes them.
type worker[M comparable] struct {
	config[M]       // newWorker alone
	capabilities[M] // newWorker alone: without a decider, if the options need none
	simulation[M]   // simulate and simulateOpen
	evaluation[M]   // evaluate and proven set the points, credit adds them
	opening[M]      // open and close
	lasting[M]      // the file of each
	scratch[M]      // the function of each, which finds nothing there
}

// config is the options in the form that simulations read.
type config[M comparable] struct {
	mark, back  func() // remember the root, and go back to it; nil if moves are to be taken back
	opt         *plan[M]
	store       *store[M]
	utility     int     // the greatest result, in steps
	perStep     uint64  // points for a step
	perPoint    float32 // the part of a full win that a point is
	exploration float64 // K, if the bandit is Hoeffding
	byMean      bool    // no option needs more than bestByMean,
	direct      bool    // nor leaves out moves
	byRAVE      bool    // no option needs more than bestByRAVE
	plain       bool    // no option needs more than bestPlain
	firstPlay   float32 // the score of an untried move without RAVE results,
	eager       bool    // and whether the first one of these is taken at once
	decisive    bool    // playouts play decisive moves
	maxLength   int     // of a line from the root to the end of a playout
	expandAfter uint32  // as in the options, but no more than can be counted;
	grave       uint32  // the same
	mostVisits  uint32  // simulations of a position that are counted
	numberer    *sampling.Numberer[M]
	uniform     *uniform[M] // nil if the game plays its own playouts
}

// simulation is the present simulation. Its slices are empty between simulations.
type simulation[M comparable] struct {
	path     []step[M]
	refNode  []uint32 // of each player, the last position on the path that GRAVE may read
	openLine []M      // open loop: the moves played, outcomes included,
	met      bool     // and whether the path has a meeting
	lost     bool     // a simulation was broken off, and the game is in an unknown position
}

type step[M comparable] struct {
	node   uint32
	place  uint32  // of its arc in the store,
	arc    *arc[M] // which is there, not in a replica
	player uint8   // of the node
}

// evaluation holds each player's results of simulations.
type evaluation[M comparable] struct {
	team     *team[M]  // that shares the playouts; nil for none
	lines    [][]M     // with RAVE, the moves of a playout
	outcomes []int     // of a playout
	results  [][]int32 // of several playouts, in steps
	points   []uint64  // of the present simulation,
	total    []uint64  // and of all simulations of this search
	deep     int       // the longest path
}

type opening[M comparable] struct {
	opened   *node        // acquired; nil for none
	replica  *replica[M]  // nil if it was none
	replicas []replica[M] // of hot positions, if the tree is shared

	replicaRoom int // bytes that the replicas may still take
}

// lasting is a worker's state between simulations.
type lasting[M comparable] struct {
	random    *rand.PCG
	made      int64 // simulations of this search
	watch     watch
	moveStats *moveStats[M] // nil if no option needs any
	played    played
	refs      []reference
}

type scratch[M comparable] struct {
	moves    []M             // listMoves and others: of the present position
	odds     []float64       // oddsOf: of these
	scores   []float32       // best and chooseLegal
	stats    statistics      // the same
	virtual  []float32       // askExpert
	referred []uint64        // refer
	legal    []int           // meet: the arcs of moves in a node below a meeting
	priors   []float32       // legalPriors: of these moves
	known    []ply.Choice[M] // line: all moves of a position
}

func (t *Tree[M]) newWorker(game position[M], s *store[M]) *worker[M] {
	w := &worker[M]{}
	w.capabilities, _ = capabilitiesOf(game) // check has seen to it
	if t.opt.Decisive == NoDecisive {
		w.decider = nil
	}
	w.random = newSource(t.opt.Random)
	switch {
	case !s.numbers.used:
	case len(t.workers) == 0:
		w.numberer = sampling.NumbererOf(game)
	default:
		w.numberer = t.workers[0].numberer.Copy(game)
	}
	if t.rewind != nil {
		w.mark, w.back = t.rewind(game)
	}
	t.configure(w, s)
	count := w.players.Players()
	w.refs = make([]reference, count)
	w.refNode = apart.Slice[uint32](count)
	w.outcomes = apart.Slice[int](count)
	w.results = make([][]int32, count)
	w.points, w.total = apart.Slice[uint64](count), apart.Slice[uint64](count)
	if s.shared {
		w.replicas = make([]replica[M], replicas)
		w.replicaRoom = s.Memory / replicaRoom / t.opt.Workers
	}
	if t.opt.RAVE.Weight != 0 {
		w.lines = make([][]M, count)
		w.played.at = make([][]uint32, count)
	}
	if t.opt.learns() {
		w.moveStats = w.newMoveStats()
	}
	if w.ownPlayout == nil || t.opt.playouts.Uniform {
		w.uniform = t.newUniform(w)
	}
	return w
}

func (t *Tree[M]) configure(w *worker[M], s *store[M]) {
	opt := &t.opt
	w.opt, w.store = opt, s
	w.utility, w.perStep = 1, 1
	if opt.Scale != 0 {
		w.utility = min(opt.Scale, mostUtility)
	}
	if opt.playouts.N > 1 {
		w.perStep = uint64(mostUtility / w.utility)
	}
	w.perPoint = 1 / float32(2*w.utility*int(w.perStep))
	w.maxLength = opt.MaxLength
	w.mostVisits = mostVisits(2*uint64(w.utility)*w.perStep, opt.Workers)
	w.expandAfter, w.grave = clamp(opt.ExpandAfter), clamp(opt.RAVE.Reference)
	w.decisive = opt.Decisive == DecisiveAlways
	w.firstPlay, w.eager = opt.firstPlay()
	b, hoeffding := opt.Bandit.(Hoeffding)
	if hoeffding {
		w.exploration = b.k()
	}
	w.plain = (hoeffding || opt.Bandit == Bandit(Greedy{})) && w.guide == nil && opt.RAVE.Reference == 0 && opt.History == 0
	w.byMean = w.plain && opt.RAVE.Weight == 0 && w.expert == nil
	w.byRAVE = w.plain && opt.RAVE.Weight != 0 && w.expert == nil && w.exploration == 0 && !w.eager
	w.direct = w.byMean && opt.Widening == (Widening{})
}

func (t *Tree[M]) newUniform(w *worker[M]) *uniform[M] {
	u := &uniform[M]{capabilities: w.capabilities, count: len(w.points), random: w.random, watch: &w.watch, refuses: t.opt.RAVE.Weight != 0,
		moveStats: w.moveStats, mercy: t.opt.playouts.Mercy}
	if !w.decisive {
		u.decider = nil
	}
	if u.mercy != 0 {
		u.evaluations = make([]int, len(w.points))
	}
	u.special = u.decider != nil || u.stochastic != nil || u.moveStats != nil || u.mercy != 0
	u.stays = w.back != nil && t.opt.playouts.N <= 1 && t.opt.Sharing != LeafPlayouts
	return u
}

func newSource(seed rand.Source) *rand.PCG {
	source := &apart.Slice[rand.PCG](1)[0]
	source.Seed(seed.Uint64(), seed.Uint64())
	return source
}

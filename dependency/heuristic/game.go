package heuristic

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A Kind is a way to estimate the cost of a solution.
type Kind int

const (
	// LandmarkCut is the sum of the costs of several landmarks. A landmark is a set of moves of which every solution
	// contains at least one. Its cost is the cost of its cheapest move; this cost is then subtracted from the costs of
	// all its moves before the next landmark is computed. LandmarkCut is admissible, and in every position at least as
	// great as the estimate [Max]. It is slower than [Max], [Add] and [FF]: it takes about as long as one estimate by
	// Max for each landmark. Source: Helmert and Domshlak 2009.
	LandmarkCut Kind = iota

	// Max is the cost of reaching the goal in the relaxed game, in which conditions that have become true stay true, on
	// the assumption that a set of conditions costs as much as its most expensive condition. It is admissible. An estimate
	// takes time proportional to the total size of the footprints, times, at worst, the logarithm of the estimate. Source:
	// Bonet and Geffner 2001.
	Max

	// Add is the cost of reaching the goal in the relaxed game (see Max), on the assumption that a set of conditions costs
	// as much as all its conditions together, as if no move made two of them true. It is not admissible. An estimate takes
	// about as long as with Max. Source: Bonet and Geffner 2001.
	Add

	// FF is the cost of one solution of the relaxed game (see Max). In this solution, each condition is reached by the
	// move that is cheapest according to Add. A move that several conditions need is counted once. FF is not admissible,
	// but usually closer to the true cost than Add. An estimate takes about as long as with Max. Sources: Hoffmann and
	// Nebel 2001; Keyder and Geffner 2008 for the choice of moves.
	FF

	// GoalCount is the number of conditions of the goal that do not hold. It is not admissible and usually far from the
	// true cost, but can complement other kinds in a greedy search: see [Options].More.
	GoalCount

	// LandmarkCount is the number of conditions that are known to be necessary and do not hold yet. The conditions of the
	// goal are necessary. If all moves that make a necessary condition true share a precondition, this precondition is
	// necessary, too. If these moves require different values of the same cell, it is necessary that the cell has one of
	// these values; this is counted as one condition. A condition of the goal that already holds is counted, too, if it
	// can never hold together with another counted condition, since it must then become false and true again.
	// LandmarkCount is not admissible, since a move can make several conditions true. It is usually far from the true
	// cost, but guides a greedy search well together with FF: see [Options].More and [Game.EstimateAndPrefer]. An estimate
	// takes less time than with FF. For this kind, [New] also determines which conditions exclude each other, in several
	// passes. The time of a pass is proportional to the number of moves times the number of conditions. Sources: Porteous,
	// Sebastia and Hoffmann 2001 for the landmarks, found by backchaining; Richter and Westphal 2010 for the count, which
	// in this package depends on the position alone and not on earlier moves; Haslum and Geffner 2000 for the exclusion
	// (h²).
	LandmarkCount

	// PatternDatabases is the canonical combination of pattern databases, which [New] computes: see [Options].Patterns.
	// The costs from several databases are added if no move modifies cells of two of them. The estimate is the greatest
	// such sum. It is admissible and consistent. The time of an estimate is proportional to the number of cells and
	// databases and does not depend on the number of moves; it is by far the fastest kind. Sources: Culberson and
	// Schaeffer 1998; Edelkamp 2001; Haslum, Botea, Helmert, Bonet and Koenig 2007 for the combination and the patterns,
	// found by hill climbing.
	PatternDatabases

	// CostPartitioning is a sum of pattern databases, which [New] computes, with the cost of each move divided among
	// them: see [Options].Patterns. Each database uses as much of the costs as it needs, and leaves the rest to the
	// databases after it; the estimate is the maximum over a few orders of the databases. It is admissible and
	// consistent, often more accurate than PatternDatabases, and nearly as fast. Sources: Seipp, Keller and Helmert 2017
	// and 2020; Seipp 2019 for the systematic choice of patterns.
	CostPartitioning

	kinds
)

var kindNames = [kinds]string{LandmarkCut: "lmcut", Max: "hmax", Add: "hadd", FF: "ff", GoalCount: "goalcount", LandmarkCount: "lmcount", PatternDatabases: "ipdb", CostPartitioning: "scp"}

// String returns the usual short name: "lmcut", "hmax", "hadd", "ff", "goalcount", "lmcount", "ipdb" or "scp".
func (k Kind) String() string {
	if k < 0 || k >= kinds {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// Admissible reports whether the estimate is never greater than the cost of a cheapest solution. With such an estimate,
// A* and IDA* find cheapest solutions.
func (k Kind) Admissible() bool { return k != Add && k != FF && k != GoalCount && k != LandmarkCount }

func (k Kind) hasDatabases() bool { return k == PatternDatabases || k == CostPartitioning }

// Options configure a [Game]. The zero value estimates by LandmarkCut, with moves that cost 1 each.
type Options[M comparable] struct {
	// Kind is the kind of the estimate that [Game.Estimate] returns.
	Kind Kind

	// More lists further kinds of estimates, which [Game.EstimateAndPrefer] returns after the estimate by Kind. Estimate
	// uses Kind alone.
	More []Kind

	// Cost returns the cost of a move, which is 0 or more and the same in all positions. If Cost is nil, every move costs
	// 1. Clones of the game may call Cost at the same time.
	Cost func(M) int

	// Patterns lists the patterns of PatternDatabases and CostPartitioning. A pattern is a list of cells. For each
	// combination of values of these cells, the database of the pattern contains the cost of a cheapest solution in a
	// simplified game, which ignores all conditions on other cells. If Patterns is nil, [New] finds patterns: by hill
	// climbing for PatternDatabases, and by systematic enumeration for CostPartitioning.
	Patterns [][]int

	// Entries is a limit for the pattern databases. [New] computes at most this number of entries while it searches for
	// patterns, and keeps at most this number. Computing a million entries takes 0.2 to 1 seconds. A kept entry takes 4
	// bytes. A database has at most 2²⁰ entries.
	//
	// 0 means 2²², or less for an easy game: if a breadth-first search of the game ends within 2¹⁴ positions, 0 means a
	// number from 2¹⁴ to 2¹⁸.
	Entries int

	bounds patternOptions // for tests: all further bounds
}

func (o *Options[M]) patternOptions() patternOptions {
	p := o.bounds
	p.Cells, p.MaxTotal = o.Patterns, o.Entries
	return p
}

// A Game is a [dependency.Game] that also estimates the cost of a solution from its present position: it is a
// [ply.Estimator] and a [ply.Coster]. Use [New] to make one.
//
// Estimates depend on the position alone. After the first estimates, a Game allocates no memory for them.
type Game[M comparable] struct {
	*dependency.Game[M]
	opt        Options[M]
	task       *task          // shared by clones, as are the landmarks and the moves
	landmarks  *landmarks     // nil if nothing counts them
	moves      []M            // by number
	estimators []estimator    // of Options.Kind and of Options.More
	lookups    []*lookup      // the estimators with databases
	plan       *relaxedPlan   // the first of them that is of kind FF, or nil
	count      *landmarkCount // and the first that is of kind LandmarkCount
	state      []int32        // scratch, as are those below
	operators  []int32
	footprint  ply.Footprint
}

// An estimator estimates the cost to reach the goal from the given atoms, or math.MaxInt. A lookup ignores the atoms.
type estimator interface {
	estimate(state []int32) int
}

// New returns a game that plays g and estimates its positions. The caller must not use g any more.
//
// New lists all moves that can become legal from the present position on, whose number must be finite. The time and
// memory for this are proportional to the total size of the footprints of these moves. Databases take additional time
// and memory; see [Options].Entries. When ctx is cancelled, New soon returns an error that wraps the error of ctx.
//
// New returns an error if there is no goal, if a kind does not exist, if a footprint is not valid (see
// [dependency.Check]), if a move has a negative cost, or if Patterns or Entries are out of range.
func New[M comparable](ctx context.Context, g *dependency.Game[M], opt Options[M]) (*Game[M], error) {
	opt.More = slices.Clone(opt.More)
	all := append([]Kind{opt.Kind}, opt.More...)
	for _, k := range all {
		if k < 0 || k >= kinds {
			return nil, fmt.Errorf("heuristic: there is no %v", k)
		}
	}
	if len(g.Goal()) == 0 {
		return nil, fmt.Errorf("heuristic: a game without a goal")
	}
	game := &Game[M]{Game: g, opt: opt}
	reached, moves, err := reach(ctx, g, game.Cost)
	if err != nil {
		return nil, fmt.Errorf("heuristic: %w", err)
	}
	game.task, game.moves = newTask(reached.merged(ctx), g.Cells(), g.Goal()), moves
	if slices.Contains(all, LandmarkCount) {
		game.landmarks, err = newLandmarks(ctx, game.task, reached, g.Cells(), g.Cell)
		if err != nil {
			return nil, fmt.Errorf("heuristic: %w", err)
		}
	}
	for _, k := range all {
		if !k.hasDatabases() {
			game.use(game.newEstimator(k))
			continue
		}
		// Sampling uses FF, which is close to the cost of a solution.
		game.readAtoms()
		cost := newRelaxedPlan(game.task).estimate(game.state)
		databases, err := newDatabasesOf(ctx, reached, g, k, opt.patternOptions(), cost)
		if err != nil {
			return nil, fmt.Errorf("heuristic: %w", err)
		}
		game.use(databases.newLookup(g.Cell))
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("heuristic: %w", ctx.Err())
	}
	return game, nil
}

func (g *Game[M]) newEstimator(k Kind) estimator {
	switch k {
	case Max:
		return newMaximum(g.task)
	case Add:
		return newSum(g.task)
	case FF:
		return newRelaxedPlan(g.task)
	case GoalCount:
		return goalCount{g.task}
	case LandmarkCount:
		return newLandmarkCount(g.landmarks)
	}
	return newLandmarkCut(g.task)
}

func (g *Game[M]) use(e estimator) {
	g.estimators = append(g.estimators, e)
	if l, ok := e.(*lookup); ok {
		g.lookups = append(g.lookups, l)
	}
	if p, ok := e.(*relaxedPlan); ok && g.plan == nil {
		g.plan = p
	}
	if c, ok := e.(*landmarkCount); ok && g.count == nil {
		g.count = c
	}
}

// Estimate returns the estimate of the present position by [Options].Kind. The estimate is 0 if the position is solved.
// It is [math.MaxInt] if the goal cannot be reached in the simplified game that the kind uses. Otherwise it is at most
// a quarter of math.MaxInt. The simplified games of PatternDatabases and CostPartitioning have only the cells of one
// pattern. All other kinds use the relaxed game (see [Max]).
//
// GoalCount and LandmarkCount do not depend on whether the present position can reach the goal. They are math.MaxInt
// only if the position given to [New] cannot reach the goal in the relaxed game.
//
// In a position that cannot be reached from the position given to New, the estimate may be 0.
func (g *Game[M]) Estimate() int {
	return g.by(g.estimators[0], g.read())
}

// EstimateAndPrefer appends to estimates the estimate by [Options].Kind, followed by the estimates by the kinds in
// [Options].More. To preferred it appends legal moves that are likely to begin a solution. Kind FF adds the legal moves
// of its relaxed solution (the helpful actions of Hoffmann and Nebel 2001). Kind LandmarkCount counts conditions that
// do not hold yet, and adds the legal moves that make such a condition true. The other kinds add no moves. With this
// method, a Game is a [github.com/ply-search/ply/search.Preferrer].
func (g *Game[M]) EstimateAndPrefer(estimates []int, preferred []M) ([]int, []M) {
	known := g.read()
	for _, e := range g.estimators {
		estimates = append(estimates, g.by(e, known))
	}
	if !known || g.task.unsolvable {
		return estimates, preferred
	}
	g.operators = g.operators[:0]
	if g.plan != nil {
		g.operators = g.plan.legal(g.operators)
	}
	if g.count != nil {
		g.operators = g.count.legal(g.operators)
	}
	for _, op := range g.operators {
		of := g.task.moves.of(op)
		for _, i := range of {
			if m := g.moves[i]; len(of) == 1 || g.isLegal(m) {
				preferred = append(preferred, m)
				break
			}
		}
	}
	return estimates, preferred
}

func (g *Game[M]) isLegal(m M) bool {
	g.footprint = g.Footprint(m, ply.Footprint{
		Preconditions: g.footprint.Preconditions[:0],
		Modifications: g.footprint.Modifications[:0],
	})
	return !slices.ContainsFunc(g.footprint.Preconditions, func(c ply.Condition) bool { return g.Cell(int(c.Cell)) != c.Value })
}

// by returns the estimate of the position last read.
func (g *Game[M]) by(e estimator, known bool) int {
	switch {
	case !known:
		return 0
	case g.task.unsolvable:
		return math.MaxInt
	}
	return e.estimate(g.state)
}

func (g *Game[M]) read() (known bool) {
	for _, l := range g.lookups {
		for cell, was := range l.values {
			if now := g.Cell(cell); now != was {
				l.set(cell, now)
			}
		}
		known = l.unknown == 0
	}
	if len(g.lookups) < len(g.estimators) {
		known = g.readAtoms()
	}
	return known
}

// Patterns returns the patterns of the databases, each a sorted list of cells. Without databases the result is empty.
func (g *Game[M]) Patterns() [][]int {
	patterns := [][]int{}
	for _, l := range g.lookups {
		for _, pattern := range l.patterns {
			var cells []int
			for _, cell := range pattern {
				cells = append(cells, int(cell))
			}
			patterns = append(patterns, cells)
		}
	}
	return patterns
}

func (g *Game[M]) readAtoms() bool {
	g.state = g.state[:0]
	if g.task.always != none {
		g.state = append(g.state, g.task.always)
	}
	for cell := range g.Cells() {
		atom, known := g.task.atom(cell, g.Cell(cell))
		if !known {
			return false
		}
		if atom != none {
			g.state = append(g.state, atom)
		}
	}
	return true
}

// Cost returns the cost of a move, as given by [Options].Cost, or 1 if Options.Cost is nil.
func (g *Game[M]) Cost(m M) int {
	if g.opt.Cost == nil {
		return 1
	}
	return g.opt.Cost(m)
}

// Clone returns a copy of the game in its present position. The copy shares only constant data with g.
func (g *Game[M]) Clone() *Game[M] {
	clone := &Game[M]{Game: g.Game.Clone(), opt: g.opt, task: g.task, landmarks: g.landmarks, moves: g.moves}
	for i, k := range append([]Kind{g.opt.Kind}, g.opt.More...) {
		if l, ok := g.estimators[i].(*lookup); ok {
			clone.use(l.newLookup(clone.Cell))
		} else {
			clone.use(clone.newEstimator(k))
		}
	}
	return clone
}

package dependency

import (
	"errors"
	"time"

	"github.com/ply-search/ply"
)

// A Result is what a [Search] found, with its cost.
type Result[M comparable] struct {
	// Status says why the search ended: [ply.Complete], [ply.Solved] with StopAtSolution, [ply.OutOfNodes],
	// [ply.OutOfMemory], [ply.OutOfTime], [ply.Cancelled], [ply.Failed] if it returned an error, or [ply.InProgress] in
	// reports of Progress. The other fields hold what was found so far.
	Status ply.Status

	// Nodes is the number of nodes of the DAG, including the start. Combinations is the number of those that need the
	// moves of several nodes.
	Nodes, Combinations int

	// Levels is the greatest level of a node.
	Levels int

	// Waiting is the number of nodes that were not expanded, because the search was cut short. It is 0 after a complete
	// search.
	Waiting int

	// Moves is the number of different moves in the DAG. A move that can become legal in several ways has several
	// nodes.
	Moves int

	// Solutions is the number of ways in which the goal was reached, that is, of different sets of moves that are
	// needed for it. Refuted is the number of those that the game, as a [Refuter], rejected.
	Solutions, Refuted int

	// Line is the first solution, in an order in which its moves can be played.
	Line []M

	// Path are the numbers of the nodes of these moves in the DAG.
	Path []int

	// Found reports whether there is a solution. If there is, Line can still be empty.
	Found bool

	// Graph is the DAG that the search has built. It is nil in reports of Progress.
	Graph *DAG[M]

	// Elapsed is the time that the search took.
	Elapsed time.Duration
}

// ErrNotMonotone is the error of [Search] for a game in which a line makes a condition true again that has held before
// and was given up. The error that is returned wraps it, and names the line.
var ErrNotMonotone = errors.New("dependency: the game is not monotone")

// snapshot returns what was counted up to now.
func (s *searcher[M]) snapshot() Result[M] {
	r := s.result
	r.Nodes, r.Moves, r.Elapsed = s.nodes.count, len(s.occurring), time.Since(s.start)
	r.Waiting = s.nodes.count - 1 - int(s.expanded)
	return r
}

func (s *searcher[M]) finish(err error) Result[M] {
	r := s.snapshot()
	graph := s.DAG // and nothing else of s
	for i := range graph.conditions {
		c := &graph.conditions[i]
		c.users, c.makers, c.needing, c.free = nil, nil, nil, nil
	}
	r.Graph = &graph
	switch {
	case err != nil:
		r.Status = ply.Failed
	case s.opt.Progress != nil:
		s.opt.Progress(r)
	}
	return r
}

package dependency

import (
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// A Result is the final result of a [Search] or the result so far. Nodes is the number of nodes of the DAG, including the
// start.
type Result[M comparable] struct {
	ply.Report

	// Line is the first solution found. Its moves are in an order in which they can be played from the start. Found
	// reports whether a solution was found. If the start is solved, Line is empty. Path contains, for each move of
	// Line, the number of its node in the DAG.
	Line  []M
	Found bool
	Path  []int

	// Solutions is the number of ways in which the goal was reached, that is, the number of different sets of moves that
	// are needed for the goal. Refuted is the number of ways that the game rejected as a [Refuter]; Solutions does not
	// include them.
	Solutions, Refuted int

	// Graph is the DAG. In calls of [Options].Progress, Graph is nil except in the final result.
	Graph *DAG[M]
}

// ErrNotMonotone is wrapped by the error of [Search] if a line of moves makes a condition true again after the
// condition has become false. The error names the line.
var ErrNotMonotone = errors.New("dependency: the game is not monotone")

func notMonotone[M comparable](line []M, m M, c ply.Condition) error {
	return fmt.Errorf("%w: after %v, move %v makes cell %d hold %d again", ErrNotMonotone, line, m, c.Cell, c.Value)
}

func (s *searcher[M]) snapshot() Result[M] {
	r := s.result
	r.Nodes, r.Elapsed = s.nodes.count, time.Since(s.start)
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

package dependency

import (
	"errors"
	"fmt"
	"time"

	"github.com/ply-search/ply"
)

// A Result is the final or present result of a [Search]. Nodes counts the nodes of the DAG, including the start.
type Result[M comparable] struct {
	ply.Report

	// Line is the first solution, in a playable order. Found distinguishes an empty line from none. Path are its DAG nodes.
	Line  []M
	Found bool
	Path  []int

	// Solutions is the number of ways in which the goal was reached, that is, of different sets of moves needed for
	// it. Refuted is the number of ways that the game, as a [Refuter], rejected.
	Solutions, Refuted int

	// Graph is the DAG. It is nil in reports of Progress.
	Graph *DAG[M]
}

// ErrNotMonotone is the error of [Search] if a line makes a condition true again that was given up. The error names the line.
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

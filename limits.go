package ply

import (
	"fmt"
	"time"
)

// Limits end a search early, with the best result found. The zero value sets no limit. A context ends a search too:
// with [Cancelled] if it is cancelled, with [OutOfTime] if its deadline has passed. A search that would never end, such
// as a tree search without limits or deadline, returns an error.
type Limits struct {
	// Nodes is the most nodes: positions of a search that visits each once, simulations of a tree, playouts of a sampler,
	// iterations of regret minimization; the search says which. Several workers, and searches that list the last moves of
	// a line at once, may exceed it a little. 0 means no limit. The status is [OutOfNodes].
	Nodes int

	// Time is the approximate time of the search. 0 means no limit. Searches whose packages say so end sooner, with
	// [Decided], when the remaining time could not change the move; to use all time, set a deadline of the context
	// instead. The status is [OutOfTime].
	Time time.Duration
}

// Check returns an error that names the limit that is negative, or nil.
func (l Limits) Check() error {
	switch {
	case l.Nodes < 0:
		return fmt.Errorf("Limits.Nodes is %d, want a number of nodes, or 0 for no limit", l.Nodes)
	case l.Time < 0:
		return fmt.Errorf("Limits.Time is %v, want a duration, or 0 for no limit", l.Time)
	}
	return nil
}

// After returns the limits of the rest of a task whose first part took this many nodes and this time: the remainder of
// each limit that is set or, if nothing remains, the least value.
func (l Limits) After(nodes int, elapsed time.Duration) Limits {
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes-nodes, 1)
	}
	if l.Time > 0 {
		l.Time = max(l.Time-elapsed, 1)
	}
	return l
}

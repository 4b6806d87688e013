package ply

import (
	"fmt"
	"time"
)

// Limits end a search early, with the results so far. The zero value sets no limit. A context also ends a search: with
// status [Cancelled] if it is cancelled, and with [OutOfTime] if its deadline has passed. A search that would never end
// without a limit, such as a tree search, returns an error if neither a limit nor a deadline is set.
type Limits struct {
	// Nodes is the greatest number of nodes. What counts as a node is stated in the documentation of each search:
	// positions, simulations of a tree, playouts, or iterations of regret minimization. 0 means no limit. A search that
	// reaches the limit ends with status [OutOfNodes]. A search with several workers may exceed the limit slightly, and
	// so may a search that counts several nodes at once.
	Nodes int

	// Time is the longest time of the search, approximately. 0 means no limit. A search that reaches the limit ends
	// with status [OutOfTime]. Some searches end sooner, with status [Decided], if the remaining time could not change
	// the move; their packages say so. To make such a search use all of the time, set a deadline of the context instead
	// of Time.
	Time time.Duration
}

// Check returns an error that names the limit that is negative, or nil if neither is negative.
func (l Limits) Check() error {
	switch {
	case l.Nodes < 0:
		return fmt.Errorf("Limits.Nodes is %d, want a number of nodes, or 0 for no limit", l.Nodes)
	case l.Time < 0:
		return fmt.Errorf("Limits.Time is %v, want a duration, or 0 for no limit", l.Time)
	}
	return nil
}

// After returns the limits for the rest of a task whose first part used the given nodes and time. The nodes and the
// time are subtracted from the limits; at least 1 node and 1 ns are left. A limit of 0, which means no limit, remains
// 0.
func (l Limits) After(nodes int, elapsed time.Duration) Limits {
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes-nodes, 1)
	}
	if l.Time > 0 {
		l.Time = max(l.Time-elapsed, 1)
	}
	return l
}

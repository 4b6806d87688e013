package dependency

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Status says why a search of this package ended.
type Status uint8

const (
	// Complete: everything was searched.
	Complete Status = iota

	// Solved: a solution was found, and no more was asked for.
	Solved

	// OutOfNodes: the bound on nodes was reached.
	OutOfNodes

	// OutOfTime: the bound on time was reached, or the deadline of the context.
	OutOfTime

	// Cancelled: the context was cancelled.
	Cancelled

	// Failed: the search ended with an error.
	Failed
)

// String returns the status in words.
func (s Status) String() string {
	names := [...]string{"complete", "solved", "out of nodes", "out of time", "cancelled", "failed"}
	if int(s) >= len(names) {
		return fmt.Sprintf("Status(%d)", uint8(s))
	}
	return names[s]
}

// outOf returns why a search with this context and deadline (zero for none) must stop now, or Complete
// if it may go on.
func outOf(ctx context.Context, deadline time.Time) Status {
	switch err := ctx.Err(); {
	case errors.Is(err, context.DeadlineExceeded), !deadline.IsZero() && !time.Now().Before(deadline):
		return OutOfTime
	case err != nil:
		return Cancelled
	}
	return Complete
}

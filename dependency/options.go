package dependency

import (
	"fmt"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
)

// Options configure a [Search]. The zero value searches everything, for the goal of the game if it is a [Goaler].
type Options[M comparable] struct {
	// Goal are the conditions that all hold in a solved position. If there are none, the goal is that of the game if it
	// is a [Goaler]; otherwise there is no goal.
	Goal []ply.Condition

	// StopAtSolution ends the search at the first solution. It is an error if there is no goal.
	StopAtSolution bool

	// MaxNodes stops the search when the DAG has this number of nodes. 0 means no limit.
	MaxNodes int

	// MaxMemory stops the search when the DAG takes approximately this number of bytes. 0 means 1 GiB.
	MaxMemory int

	// MaxTime stops the search after approximately this time. 0 means no limit.
	MaxTime time.Duration

	// Progress, if not nil, is called about every ProgressEvery with the counts so far, without Graph and with the
	// Status [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called
	// on the goroutine that called Search.
	Progress func(Result[M])

	// ProgressEvery is the time between two calls of Progress. 0 means 100 milliseconds.
	ProgressEvery time.Duration
}

func (o *Options[M]) check() error {
	switch {
	case o.MaxNodes < 0:
		return fmt.Errorf("dependency: MaxNodes is %d, want a number of nodes or 0 for no limit", o.MaxNodes)
	case o.MaxMemory < 0:
		return fmt.Errorf("dependency: MaxMemory is %d, want a number of bytes or 0 for 1 GiB", o.MaxMemory)
	}
	return stop.Check("dependency", o.MaxTime, o.ProgressEvery)
}

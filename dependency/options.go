package dependency

import (
	"fmt"

	"github.com/ply-search/ply"
)

// Options configure a [Search]. The zero value searches everything, for the goal of the game if it is a [Goaler].
type Options[M comparable] struct {
	// Goal are the conditions that all hold in a solved position. If there are none, the goal is that of the game if it
	// is a [Goaler]; otherwise there is no goal.
	Goal []ply.Condition

	// StopAtSolution ends the search at the first solution. It is an error if there is no goal.
	StopAtSolution bool

	// MaxMemory stops the search when the DAG takes approximately this number of bytes. 0 means 1 GiB.
	MaxMemory int

	// Progress, if not nil, is called about ten times a second with the counts so far, without Graph and with the
	// Status [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called
	// on the goroutine that called Search.
	Progress func(Result[M])
}

func (o *Options[M]) check() error {
	if o.MaxMemory < 0 {
		return fmt.Errorf("MaxMemory is %d, want a number of bytes or 0 for 1 GiB", o.MaxMemory)
	}
	return nil
}

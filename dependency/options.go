package dependency

import "fmt"

// Options configure a [Search]. The zero value finds all nodes and all solutions.
type Options[M comparable] struct {
	// StopAtSolution ends the search at the first solution, with status [ply.Solved]. If the game has no goal, Search
	// returns an error.
	StopAtSolution bool

	// Memory limits the memory of the DAG in bytes, approximately. 0 means 1 GiB. A search that reaches the limit ends
	// with status [ply.OutOfMemory].
	Memory int64

	// Progress, if not nil, is called on the caller's goroutine: about ten times a second with the result so far, without
	// Graph and with Status [ply.InProgress], and once with the final result unless the search returns an error.
	Progress func(Result[M])
}

func (o *Options[M]) check() error {
	if o.Memory < 0 {
		return fmt.Errorf("option Memory is %d, want a number of bytes or 0 for 1 GiB", o.Memory)
	}
	return nil
}

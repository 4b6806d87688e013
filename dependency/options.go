package dependency

import "fmt"

// Options are the options of [Search]. The zero value searches everything.
type Options[M comparable] struct {
	// StopAtSolution ends the search at the first solution. It is an error if the game has no goal.
	StopAtSolution bool

	// Memory is about the greatest number of bytes that the DAG takes. 0 means 1 GiB. The status is [ply.OutOfMemory].
	Memory int64

	// Progress, if not nil, is called about ten times a second with the counts so far, without Graph and with the
	// Status [ply.InProgress], and once at the end of a search that does not fail, with the final result. It is called
	// on the goroutine that called Search.
	Progress func(Result[M])
}

func (o *Options[M]) check() error {
	if o.Memory < 0 {
		return fmt.Errorf("option Memory is %d, want a number of bytes or 0 for 1 GiB", o.Memory)
	}
	return nil
}

package mcts

// stores returns the number of trees.
func (o *Options[M]) stores() int {
	if o.Parallel == RootParallel {
		return o.Workers
	}
	return 1
}

// Parallel selects how workers share the work. See [Options.Workers].
type Parallel uint8

const (
	// SharedTree makes all workers grow one tree. A simulation in progress counts as a loss for the moves on its path
	// until its result is known, so that other workers look elsewhere (virtual loss).
	SharedTree Parallel = iota

	// RootParallel makes each worker grow a tree of its own. The statistics of the moves of the roots are added up.
	RootParallel

	// LeafParallel makes one worker grow the tree, and all workers share the playouts of each simulation.
	// [Options.Playouts] must be at least the number of workers.
	LeafParallel

	parallels
)

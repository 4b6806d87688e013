package mcts

// The ways in which workers share the work of a search; sharedtree.go and leafplayouts.go are two of them, and trees of
// their own need nothing.

// stores returns the number of trees.
func (o *plan[M]) stores() int {
	if o.Sharing == RootTrees {
		return o.Workers
	}
	return 1
}

// Sharing tells how workers share the work. See [Options.Workers].
type Sharing uint8

const (
	// SharedTree makes all workers grow one tree. A simulation in progress counts as a loss for the moves on its path
	// until its result is known, so that other workers look elsewhere (virtual loss).
	SharedTree Sharing = iota

	// RootTrees makes each worker grow a separate tree. The statistics of the moves of the roots are added up.
	RootTrees

	// LeafPlayouts makes one worker grow the tree, and all workers share the playouts of each simulation.
	// There must be at least as many playouts as workers ([Playouts].N).
	LeafPlayouts

	sharings
)

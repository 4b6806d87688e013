package search

import (
	"context"
	"testing"

	"github.com/ply-search/ply"
)

// SetFreshStack makes searches go over to a new stack after this number of moves, each time, until the test ends.
func SetFreshStack(t *testing.T, moves int) {
	old := freshStack
	freshStack = moves
	t.Cleanup(func() { freshStack = old })
}

// SetLongLine makes searches treat lines of this number of moves as long until the test ends.
func SetLongLine(t *testing.T, moves int) {
	old := longLine
	longLine = moves
	t.Cleanup(func() { longLine = old })
}

// SetMostStride makes searches poll after at most this number of nodes until the test ends.
func SetMostStride(t *testing.T, nodes int) {
	old := mostStride
	mostStride = nodes
	t.Cleanup(func() { mostStride = old })
}

// DepthFirstInTasks is DepthFirst by workers, one or more: the moves after one with more than this number of nodes
// become tasks. It also returns the number of tasks.
func DepthFirstInTasks[M comparable](ctx context.Context, s Space[M], limits ply.Limits, opt Options[M], splitAfter int) (Result[M], int, error) {
	p := newParallel(ctx, &opt)
	p.splitAfter = splitAfter
	r, err := p.search(&s, limits)
	return r, p.taken, err
}

package joint

import (
	"context"

	"github.com/ply-search/ply"
)

// Search makes a [Tree] for the present position of a game, and returns the strategy after simulations within limits, of
// which at least one must be set, or ctx must end. It leaves the game as it was.
func Search[G ply.Joint[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
	tree, err := New(g, opt)
	if err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	return tree.Search(ctx, limits)
}

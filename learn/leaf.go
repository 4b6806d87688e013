package learn

import (
	"context"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
)

// lines returns a function that finds the line of best play by a model.
func lines[G Game[M], M comparable](m *Model, search *alphabeta.Options[M]) func(ctx context.Context, g G) ([]M, error) {
	m = m.Clone()
	options := *search
	options.Evaluator, options.Direct = ForAlphaBeta[M](m, options.Win), true
	if options.Depth == 0 {
		options.Depth = twoMoves
	}
	return func(ctx context.Context, g G) ([]M, error) {
		r, err := alphabeta.Search(ctx, g, ply.Limits{}, options)
		if err == nil {
			err = ctx.Err()
		}
		return r.Line, err
	}
}

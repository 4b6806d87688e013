package alphabeta

import (
	"cmp"
	"context"
	"errors"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/questions"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/transposition"
)

// NewSearcher returns a Searcher for players ([engine.New]). The Searcher answers each question with a [Search] that
// deepens or, if opt.Tree.Selective is not 0, with [Aspiration]. It keeps its table, its history and its counter-moves
// from move to move. If opt.Table is nil and the game is a [ply.Hasher], NewSearcher creates a table of 64 MiB. If a
// question asks for several lines, the Searcher searches all of them at each depth, one after the other.
//
// NewSearcher returns an error if an option is invalid, or if Progress or Checkpoint is set. Instead of Progress, use
// Report of [engine.Question]. Instead of a Checkpoint, save the table.
func NewSearcher[G ply.AdversarialGame[M], M comparable](g G, opt Options[M]) (engine.Searcher[M], error) {
	if opt.Progress != nil {
		return nil, errors.New("alphabeta: Progress is set, want a Question with Report")
	}
	if !saved.IsOff(opt.Checkpoint) {
		return nil, errors.New("alphabeta: Checkpoint is set, want a Table that is saved")
	}
	if _, ok := any(g).(ply.Hasher); ok && opt.Table == nil {
		opt.Table = new(transposition.Table)
	}
	if _, err := Search(context.Background(), g, ply.Limits{Nodes: 1}, opt); err != nil {
		return nil, err
	}
	opt.Depth = cmp.Or(opt.Depth, mostDepth)
	search := Search[G, M]
	if opt.Tree.Selective > 0 { // which prunes only with a null window
		search = Aspiration[G, M]
	}
	opt.learned = new(experience[M])
	shown := func(r Result[M]) questions.Depth[M] {
		return questions.Depth[M]{Report: r.Report, Line: lineOf(r), Final: r.Final}
	}
	return engine.Stateless(g, func(ctx context.Context, g G, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		opt.learned.fade()
		return questions.Deepened(ctx, q, g.Moves(nil), limits, opt.Depth, shown,
			func(ctx context.Context, limits ply.Limits, depth int, only []M, progress func(Result[M])) (Result[M], error) {
				opt := opt
				if opt.only, opt.Progress = only, progress; depth > 0 {
					opt.Depth, opt.Direct = depth, true
				}
				return search(ctx, g, limits, opt)
			})
	}), nil
}

func lineOf[M comparable](r Result[M]) engine.Line[M] {
	return questions.Line(r.Line, float64(r.Value), r.Bound, [2]float64{-ply.MaxValue, ply.MaxValue}, r.Distance, r.Depth)
}

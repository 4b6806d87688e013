package proof

import (
	"context"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/transposition"
)

// NewSearcher returns a Searcher for players ([engine.New]) that tries to prove a win before it asks another Searcher,
// the argument other. To answer a question, it first calls [Search], to find out whether the value for the side to move
// is greater than opt.Above. This search uses at most half of the limits. The argument nodes is the greatest number of
// nodes that it visits. If the answer is [Proved], the Searcher returns the proving move with the lower bound opt.Above
// + 1 ([ply.AtLeast]). Otherwise it passes the question to the other Searcher, with the remaining limits. A question
// about several lines, or about some of the moves only, goes to the other Searcher at once.
//
// The game of the other Searcher must have type G. The table is kept from move to move. NewSearcher returns an error if
// the options are invalid, if Progress is set, or if nodes is less than 1.
func NewSearcher[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable](other engine.Searcher[M], nodes int, opt Options[M]) (engine.Searcher[M], error) {
	if other == nil {
		return nil, errors.New("proof: no Searcher given")
	}
	g, ok := other.Game().(G)
	switch {
	case !ok:
		return nil, fmt.Errorf("proof: the game of the Searcher is a %T, want a %T", other.Game(), g)
	case nodes < 1:
		return nil, fmt.Errorf("proof: %d nodes, want 1 or more", nodes)
	case opt.Progress != nil:
		return nil, errors.New("proof: Progress is set, want a Question with Report")
	}
	if err := opt.checkSearch(); err != nil {
		return nil, err
	}
	if opt.Table == nil {
		opt.Table = new(transposition.Table)
	}
	return &searcher[G, M]{Searcher: other, game: g, nodes: nodes, opt: opt}, nil
}

type searcher[G interface {
	ply.AdversarialGame[M]
	ply.Hasher
}, M comparable] struct {
	engine.Searcher[M]
	game  G
	nodes int
	opt   Options[M]
}

func (s *searcher[G, M]) Analyze(ctx context.Context, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
	failed := engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}
	if err := q.Check(s.game); err != nil {
		return failed, err
	}
	if q.Lines > 1 || q.Moves != nil {
		return s.Searcher.Analyze(ctx, limits, q)
	}
	part := limits
	part.Time = (part.Time + 1) / 2
	if part.Nodes = (part.Nodes + 1) / 2; part.Nodes == 0 || part.Nodes > s.nodes {
		part.Nodes = s.nodes
	}
	r, err := Search(ctx, s.game, part, s.opt)
	if err != nil {
		return failed, err
	}
	if r.Answer == Proved && len(r.Line) > 0 {
		value := float64(s.opt.Above + 1)
		l := engine.Line[M]{Choice: ply.Choice[M]{Move: r.Line[0], Value: value, Low: value, High: ply.MaxValue}, Line: r.Line[:1], Bound: ply.AtLeast}
		return engine.Analysis[M]{Report: r.Report, Lines: []engine.Line[M]{l}}, nil
	}
	a, err := s.Searcher.Analyze(ctx, limits.After(r.Nodes, r.Elapsed), q)
	a.Nodes += r.Nodes
	a.Elapsed += r.Elapsed
	return a, err
}

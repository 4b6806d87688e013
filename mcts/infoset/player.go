package infoset

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/questions"
)

// NewSearcher returns a Searcher for players ([engine.New]) that answers each question for the player to move, using
// [Search] or, if the game is no [ply.Determinizer], [SearchAfter]. The game g contains the hidden information, but the
// answers use only the knowledge of the player to move. All moves, moves of chance included, must be played with the
// method Play of the Searcher. An invalid option is an error, and so is Progress: use [engine.Question].Report instead.
func NewSearcher[G interface {
	ply.Game[M]
	ply.Imperfect
	ToMove() int
	ply.Cloner[G]
}, M comparable](g G, opt Options[M]) (engine.Searcher[M], error) {
	if guard.IsNil(g) {
		return nil, errors.New("infoset: no game given")
	}
	if opt.Progress != nil {
		return nil, errors.New("infoset: Progress is set, want a Question with Report")
	}
	checked, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	opt.Random = checked.Random
	s := &searcher[M]{}
	ask := func(ctx context.Context, g G, limits ply.Limits, opt Options[M]) (Result[M], error) {
		clone := func() Game[M] { return any(apart.Clone(g)).(Game[M]) }
		return search(ctx, clone, limits, opt)
	}
	if _, ok := any(g).(ply.Determinizer); !ok {
		start := g.Clone()
		ask = func(ctx context.Context, _ G, limits ply.Limits, opt Options[M]) (Result[M], error) {
			return SearchAfter(ctx, start, s.played, limits, opt)
		}
	}
	s.Searcher = engine.Stateless(g, func(ctx context.Context, g G, limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		opt := opt
		opt.only = q.Moves
		return questions.Search(ctx, &q, func(r Result[M]) engine.Analysis[M] { return r.answer(&q) }, func(ctx context.Context, progress func(Result[M])) (Result[M], error) {
			opt.Progress = progress
			return ask(ctx, g, limits, opt)
		})
	})
	return s, nil
}

type searcher[M comparable] struct {
	engine.Searcher[M]
	played []M
}

func (s *searcher[M]) Play(m M) error {
	err := s.Searcher.Play(m)
	if err == nil {
		s.played = append(s.played, m)
	}
	return err
}

func (s *searcher[M]) Undo() error {
	err := s.Searcher.Undo()
	if err == nil {
		s.played = slices.Delete(s.played, len(s.played)-1, len(s.played))
	}
	return err
}

func (r *Result[M]) answer(q *engine.Question[M]) engine.Analysis[M] {
	var rows []ply.Choice[M]
	for _, m := range r.Moves {
		visits := int(math.Round(m.Share * float64(r.Nodes)))
		rows = append(rows, ply.Choice[M]{Move: m.Move, Visits: visits, Value: m.Value, Low: -1, High: 1})
	}
	a := engine.Analysis[M]{Report: r.Report}
	best, lead := questions.Best(q, rows, nil)
	a.Lead = lead
	for _, row := range best {
		a.Lines = append(a.Lines, engine.Line[M]{Choice: row, Line: []M{row.Move}})
	}
	return a
}

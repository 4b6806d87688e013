package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// Stateless returns a Searcher for a game and a function that searches its present position. The function may keep
// state, such as a table, and must leave the game unchanged. Its Question has legal Moves and a Report that is not nil. The
// Searcher is a [ply.Passer], which passes if the game can.
func Stateless[G ply.Game[M], M comparable](g G, search func(ctx context.Context, g G, limits ply.Limits, q Question[M]) (Analysis[M], error)) Searcher[M] {
	return &stateless[G, M]{game: g, search: search}
}

type stateless[G ply.Game[M], M comparable] struct {
	game   G
	search func(ctx context.Context, g G, limits ply.Limits, q Question[M]) (Analysis[M], error)
	played []M
}

func (s *stateless[G, M]) Game() ply.Game[M] { return s.game }

func (s *stateless[G, M]) Analyze(ctx context.Context, limits ply.Limits, q Question[M]) (Analysis[M], error) {
	failed := Analysis[M]{Report: ply.Report{Status: ply.Failed}}
	if err := q.Check(s.game); err != nil {
		return failed, err
	}
	if q.Report == nil {
		q.Report = func(Analysis[M]) bool { return true }
	}
	return s.search(ctx, s.game, limits, q)
}

func (s *stateless[G, M]) Play(m M) error {
	s.game.Play(m)
	s.played = append(s.played, m)
	return nil
}

func (s *stateless[G, M]) Undo() error {
	last := len(s.played) - 1
	if last < 0 {
		return ErrNothingToUndo
	}
	s.game.Undo(s.played[last])
	s.played = s.played[:last]
	return nil
}

// Pass gives the turn to the other side, if the game can.
func (s *stateless[G, M]) Pass() bool {
	p, ok := any(s.game).(ply.Passer)
	return ok && p.Pass()
}

// Unpass takes back the last Pass.
func (s *stateless[G, M]) Unpass() { any(s.game).(ply.Passer).Unpass() }

// Check returns [ply.ErrFinished] if the game is over, an error that names a field or move that is wrong in the present
// position of g, or nil.
func (q *Question[M]) Check(g ply.Game[M]) error {
	moves := g.Moves(nil)
	switch {
	case len(moves) == 0:
		return ply.ErrFinished
	case q.Lines < 0:
		return fmt.Errorf("engine: Question.Lines is %d, want a number of lines, or 0 for one", q.Lines)
	case q.Moves != nil && len(q.Moves) == 0:
		return errors.New("engine: Question.Moves is empty, want moves, or nil for all")
	}
	for i, m := range q.Moves {
		switch {
		case !slices.Contains(moves, m):
			return fmt.Errorf("engine: Question.Moves has %v, which is not legal", m)
		case slices.Contains(q.Moves[:i], m):
			return fmt.Errorf("engine: Question.Moves has %v twice", m)
		}
	}
	return nil
}

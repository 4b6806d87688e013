package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// Stateless returns a Searcher for game g. The function search searches the present position of g. It must leave g
// unchanged, and may keep data between calls, such as a table. The Question q is always valid: q.Moves is nil or
// contains only legal moves. q.Report is never nil.
//
// The Searcher is a [ply.Passer]. Its method Pass returns false if g is not a Passer or does not allow the pass.
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

// Pass gives the turn to the other side. It returns false if the game is not a [ply.Passer] or does not allow the pass.
func (s *stateless[G, M]) Pass() bool {
	p, ok := any(s.game).(ply.Passer)
	return ok && p.Pass()
}

// Unpass takes back the last Pass.
func (s *stateless[G, M]) Unpass() { any(s.game).(ply.Passer).Unpass() }

// Check returns [ply.ErrFinished] if the game is over, and an error that names the field or the move if q is invalid in
// the present position of g. Otherwise it returns nil.
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

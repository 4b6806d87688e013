package flat

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// open plays the moves of an opening.
func (w *worker[M]) open(c opening) {
	w.note(w.side, w.moves[c.move])
	w.play(w.moves[c.move])
	if c.reply >= 0 {
		w.note(w.after[c.move], w.replies[c.reply])
		w.play(w.replies[c.reply])
	}
}

// An opening is a move or a pair of moves that playouts begin with.
type opening struct{ move, reply int32 } // reply is -1 for none

// prepare lists the openings to compare.
func (s *search[M]) prepare(ctx context.Context, g ply.AdversarialGame[M]) error {
	legal := g.Moves(nil)
	if len(legal) == 0 {
		return ply.ErrFinished
	}
	if s.side = g.ToMove(); s.side < 0 || s.side > 1 {
		return fmt.Errorf("flat: at the root, %w", sides.Error(g, s.side, 2))
	}
	s.moves = legal
	if s.limits.Time > 0 { // which is for playouts, too
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, s.start.Add(s.limits.Time/2))
		defer cancel()
	}
	if s.opt.Boltzmann.K > 0 || s.opt.gobble > 0 {
		s.listPlayable(ctx, g, legal)
	}
	if s.opt.goals {
		var err error
		if s.listed, err = g.(Planner[M]).Goals(ctx, nil); err != nil {
			return fmt.Errorf("flat: goals: %w", err)
		}
	}
	if s.opt.Replies || !s.opt.allAsFirst {
		if err := s.listOpenings(g); err != nil {
			return err
		}
	}
	if s.opt.allAsFirst {
		s.total = s.limits.Nodes
		return nil
	}
	for i := range s.openings {
		s.alive = append(s.alive, int32(i))
	}
	each := 0
	if n := len(s.openings); s.opt.each > 0 {
		each = min(s.opt.each, math.MaxInt/n) * n
	}
	s.total = min(cmp.Or(s.limits.Nodes, math.MaxInt), cmp.Or(each, math.MaxInt))
	if s.total == math.MaxInt {
		s.total = 0
	}
	return nil
}

// listOpenings lists the moves, with Replies each with all its replies.
func (s *search[M]) listOpenings(g ply.AdversarialGame[M]) error {
	for i, m := range s.moves {
		if !s.opt.Replies {
			s.openings = append(s.openings, opening{int32(i), -1})
			continue
		}
		s.line = append(s.line, m)
		g.Play(m)
		first := len(s.replies)
		s.replies = g.Moves(s.replies)
		side := g.ToMove()
		g.Undo(m)
		s.line = s.line[:0]
		s.after = append(s.after, side)
		if first == len(s.replies) {
			s.openings = append(s.openings, opening{int32(i), -1})
			continue
		}
		if side < 0 || side > 1 {
			return fmt.Errorf("flat: option Replies, after %v: %w", m, sides.Error(g, side, 2))
		}
		for j := first; j < len(s.replies); j++ {
			s.openings = append(s.openings, opening{int32(i), int32(j)})
		}
	}
	return nil
}

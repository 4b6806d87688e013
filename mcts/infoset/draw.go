package infoset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sides"
)

// A draw is a game on which a position was drawn.
type draw[M comparable] struct {
	game   Game[M]
	rules  ply.Multiplayer
	dealer ply.Stochastic[M] // nil for none
	weight float64
	number int
}

// newDraw returns a game to draw in.
func (s *search[M]) newDraw(g Game[M]) (d draw[M], err error) {
	d.game = g
	if d.rules, err = sides.PlayersOf(g); err != nil {
		return d, fmt.Errorf("infoset: %w", err)
	}
	d.dealer, _ = g.(ply.Stochastic[M])
	d.number = len(s.draws)
	return d, nil
}

// determinize draws a position.
func (s *search[M]) determinize() error {
	if s.weight = s.game.Determinize(s.player, s.random); !(s.weight > 0 && s.weight <= math.MaxFloat64) {
		return s.inconsistent("it returned the weight %v, want a positive and finite number", s.weight)
	}
	return nil
}

// inconsistent returns an error that describes a fault of Determinize.
func (s *search[M]) inconsistent(format string, args ...any) error {
	return fmt.Errorf("infoset: Determinize of %T breaks the law \"consistent draws\" of ply.Determinizer: %s",
		s.game, fmt.Sprintf(format, args...))
}

// checkDraw returns an error if the player can tell the position that was drawn from the real one: by who is to move, by
// the legal moves, which are s.moves, or by its information, which is in key.
func (s *search[M]) checkDraw(mover int, key []byte) error {
	switch {
	case mover != s.player:
		return s.inconsistent("it led to a position where ToMove is %d, want %d", mover, s.player)
	case !slices.Equal(s.moves, s.legal):
		return s.inconsistent("it led to a position with the moves %v, want %v", s.moves, s.legal)
	case !bytes.Equal(key, s.known):
		_, prefix := binary.Uvarint(key)
		return s.inconsistent("it led to a position where player %d has the information key %x, want %x",
			s.player, key[prefix:], s.known[prefix:])
	}
	return nil
}

// begin makes the games to draw in: one, or for Determinized the number given, with a position drawn in each.
func (s *search[M]) begin(clone func() Game[M], draws int) error {
	if s.opt.View != Determinized {
		draws = 1
	}
	for range draws {
		d, err := s.newDraw(clone())
		if err != nil {
			return err
		}
		s.draws = append(s.draws, d)
	}
	s.draw = &s.draws[0]
	s.players = s.rules.Players()
	if err := sides.CheckPlayers(s.game, s.players); err != nil {
		return fmt.Errorf("infoset: %w", err)
	}
	s.values, s.results = make([]int, s.players), make([]float64, s.players)
	s.legal = s.game.Moves(nil)
	if len(s.legal) == 0 {
		return ply.ErrFinished
	}
	if s.player = s.game.ToMove(); s.player < 0 || s.player >= s.players {
		return fmt.Errorf("infoset: at the root, %w", sides.Error(s.game, s.player, s.players))
	}
	s.known = s.appendKey(nil, s.player, s.player)
	if s.opt.View == Determinized {
		for i := range s.draws {
			s.draw = &s.draws[i]
			if err := s.determinize(); err != nil {
				return err
			}
			s.moves = s.game.Moves(s.moves[:0])
			if err := s.checkDraw(s.game.ToMove(), s.appendKey(nil, s.player, s.player)); err != nil {
				return err
			}
		}
	}
	return nil
}

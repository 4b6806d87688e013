package infoset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/sampling"
	"github.com/ply-search/ply/internal/sides"
)

type draw[M comparable] struct {
	game   Game[M]
	rules  ply.Multiplayer
	dealer ply.Stochastic[M] // nil for none
	weight float64
	number int
}

func (w *worker[M]) newDraw(g Game[M]) (d draw[M], err error) {
	d.game = g
	if d.rules, err = sides.PlayersOf(g); err != nil {
		return d, fmt.Errorf("infoset: %w", err)
	}
	d.dealer, _ = g.(ply.Stochastic[M])
	d.number = len(w.draws)
	return d, nil
}

func (w *worker[M]) determinize() error {
	if w.weight = w.game.Determinize(w.player, w.random); !(w.weight > 0 && w.weight <= math.MaxFloat64) {
		return w.inconsistent("it returned the weight %v, want a positive and finite number", w.weight)
	}
	return nil
}

func (w *worker[M]) inconsistent(format string, args ...any) error {
	return fmt.Errorf("infoset: Determinize of %T breaks the law \"consistent draws\" of ply.Determinizer: %s",
		w.game, fmt.Sprintf(format, args...))
}

// checkDraw returns an error if the player can distinguish the drawn position from the real one: by who is to move, by
// the legal moves, in w.moves, or by its information, in key.
func (w *worker[M]) checkDraw(mover int, key []byte) error {
	switch {
	case mover != w.player:
		return w.inconsistent("it led to a position where ToMove is %d, want %d", mover, w.player)
	case !slices.Equal(w.moves, w.legal):
		return w.inconsistent("it led to a position with the moves %v, want %v", w.moves, w.legal)
	case !bytes.Equal(key, w.known):
		_, prefix := binary.Uvarint(key)
		return w.inconsistent("it led to a position where player %d has the information key %x, want %x",
			w.player, key[prefix:], w.known[prefix:])
	}
	return nil
}

// begin makes the games to draw in: one, or for Determinized the given number with a position drawn in each.
func (w *worker[M]) begin(clone func() Game[M], draws int) error {
	if w.opt.View != Determinized {
		draws = 1
	}
	for range draws {
		d, err := w.newDraw(clone())
		if err != nil {
			return err
		}
		w.draws = append(w.draws, d)
	}
	w.draw = &w.draws[0]
	w.length = sampling.Length(w.game, w.length)
	w.players = w.rules.Players()
	if err := sides.CheckPlayers(w.game, w.players); err != nil {
		return fmt.Errorf("infoset: %w", err)
	}
	w.values, w.results = make([]int, w.players), make([]float64, w.players)
	w.legal = w.game.Moves(nil)
	if len(w.legal) == 0 {
		return ply.ErrFinished
	}
	if w.player = w.game.ToMove(); w.player < 0 || w.player >= w.players {
		return fmt.Errorf("infoset: at the root, %w", sides.Error(w.game, w.player, w.players))
	}
	w.known = w.appendKey(nil, w.player, w.player)
	if w.opt.View == Determinized {
		for i := range w.draws {
			w.draw = &w.draws[i]
			if err := w.determinize(); err != nil {
				return err
			}
			w.moves = w.game.Moves(w.moves[:0])
			if err := w.checkDraw(w.game.ToMove(), w.appendKey(nil, w.player, w.player)); err != nil {
				return err
			}
		}
	}
	return nil
}

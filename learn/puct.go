package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/puct"
)

// ForPUCT returns an evaluator for package puct. Several goroutines may call it. The value of a position is the value
// that the model m computes. A model has no policy, so the priors are computed from values too: the prior of a move is
// proportional to exp(v/temperature). Here v, from -1 to 1, is the value that the model computes for the position after
// the move, as seen by the side that moves. Each call therefore also evaluates the positions after all legal moves.
//
// The game has two sides ([Game]) or, with [Model].Players, several players ([ply.Multiplayer]).
//
// ForPUCT returns an error if the model or the temperature is invalid. The evaluator returns an error if the number of
// features or players differs from the model.
func ForPUCT[G interface {
	ply.Game[M]
	ToMove() int
	AppendFeatures(dst []float64) []float64
}, M comparable](m *Model, temperature float64) (puct.Evaluator[G, M], error) {
	if m == nil {
		return nil, errors.New("learn: no model")
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	if !(temperature > 0) || math.IsInf(temperature, 0) {
		return nil, fmt.Errorf("learn: a temperature of %v, want more than 0", temperature)
	}
	var mu sync.Mutex
	var idle []*evaluator // as many as calls there were at the same time
	m = m.Clone()
	return func(_ context.Context, leaves []*puct.Leaf[G, M]) (err error) {
		var e *evaluator
		mu.Lock()
		if n := len(idle); n > 0 {
			e, idle = idle[n-1], idle[:n-1]
		}
		mu.Unlock()
		if e == nil {
			if e, err = newEvaluator[M](leaves[0].Position, m, 1); err != nil {
				return err
			}
		}
		for _, leaf := range leaves {
			bind[M](e, leaf.Position)
			if err := setLeaf(leaf, e, temperature); err != nil {
				return fmt.Errorf("learn: %w", err)
			}
		}
		mu.Lock()
		idle = append(idle, e)
		mu.Unlock()
		return nil
	}, nil
}

// bind sets the game whose positions an evaluator evaluates.
func bind[M comparable](e *evaluator, g featured[M]) {
	e.game = g
	e.ended, _ = g.(ply.Adversarial)
	e.viewer, _ = g.(Viewer)
	e.plain = e.columns == nil && e.viewer == nil
	if sparse, ok := g.(Sparse); ok {
		e.sparse = sparse
	} else if l, ok := e.sparse.(*denseList); ok {
		l.game = g
	} else if e.columns != nil {
		e.sparse = &denseList{game: g}
	}
	if l, ok := e.finisher.(*lister[M]); ok {
		l.game = g
	} else {
		e.finisher = finisherOf(ply.Game[M](g))
	}
}

func setLeaf[G featured[M], M comparable](leaf *puct.Leaf[G, M], e *evaluator, temperature float64) error {
	g := leaf.Position
	if e.head.players > 0 {
		if err := e.evaluatePlayers(); err != nil {
			return err
		}
		for p := range leaf.Values {
			leaf.Values[p] = e.valueFor(p)
		}
	} else {
		leaf.Value = e.Value()
	}
	side, best := g.ToMove(), math.Inf(-1)
	if side == ply.Chance {
		return nil // no priors are needed
	}
	e.values = e.values[:0]
	for _, m := range leaf.Moves {
		g.Play(m)
		v, err := e.valueTo(side)
		g.Undo(m)
		if err != nil {
			return err
		}
		best = max(best, v)
		e.values = append(e.values, v)
	}
	for i, v := range e.values {
		leaf.Priors[i] = float32(math.Exp((v - best) / temperature))
	}
	return nil
}

// valueTo returns the value of the present position for a side or player.
func (e *evaluator) valueTo(side int) (float64, error) {
	if e.head.players > 0 {
		err := e.evaluatePlayers()
		return e.valueFor(side), err
	}
	if max(e.game.ToMove(), 0) != side {
		return -e.Value(), nil
	}
	return e.Value(), nil
}

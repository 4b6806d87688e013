package infoset

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/sides"
)

// choose returns the index of the move to play: by the tree as long as grows, and at random after the position that the
// tree grows by.
func (w *worker[M]) choose(grows *bool) (int, error) {
	mover := w.game.ToMove()
	drawn := len(w.line) == 0 && w.opt.View != Determinized
	if drawn && mover != w.player {
		return 0, w.checkDraw(mover, nil)
	}
	switch {
	case mover == ply.Chance && w.dealer != nil:
		var err error
		if w.odds, err = chance.Odds(w.dealer, w.moves, w.odds[:0]); err != nil {
			return 0, fmt.Errorf("infoset: after %v: %w", w.line, err)
		}
		return chance.Pick(w.odds, w.random.Float64()), nil
	case mover < 0 || mover >= w.players:
		return 0, fmt.Errorf("infoset: %w", sides.Error(w.game, mover, w.players))
	case !*grows:
		return w.random.IntN(len(w.moves)), nil
	}
	w.name(mover)
	if drawn {
		if err := w.checkDraw(mover, w.key); err != nil {
			return 0, err
		}
	}
	id, known := w.ids[string(w.key)]
	if !known {
		*grows = false
		if w.memory <= 0 || w.count == math.MaxInt32 {
			return w.random.IntN(len(w.moves)), nil
		}
		id = w.add(mover)
	}
	return w.best(id), nil
}

// best chooses a move by its upper bound, one at random if some were not tried, and adds a step to the path.
func (w *worker[M]) best(id int32) (choice int) {
	n := w.nodes.At(uint32(id))
	before := cap(n.arms)
	most, untried, arm := math.Inf(-1), 0, 0
	for i, m := range w.moves {
		at := n.find(m, i)
		a := &n.arms[at]
		a.available += w.unit
		if a.tried == 0 {
			if untried++; w.random.IntN(untried) == 0 {
				choice, arm = i, at
			}
			continue
		}
		if untried > 0 {
			continue
		}
		// Weights may be small, and numbers of which the logarithm is negative.
		bound := a.sum/a.tried + w.opt.Exploration*math.Sqrt(math.Log1p(a.available)/a.tried)
		if bound > most {
			most, choice, arm = bound, i, at
		}
	}
	w.memory -= (cap(n.arms) - before) * armSize[M]()
	w.path = append(w.path, step{id, int32(arm)})
	return choice
}

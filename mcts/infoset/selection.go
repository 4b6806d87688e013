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
func (s *search[M]) choose(grows *bool) (int, error) {
	mover := s.game.ToMove()
	drawn := len(s.line) == 0 && s.opt.View != Determinized
	if drawn && mover != s.player {
		return 0, s.checkDraw(mover, nil)
	}
	switch {
	case mover == ply.Chance && s.dealer != nil:
		var err error
		if s.odds, err = chance.Odds(s.dealer, s.moves, s.odds[:0]); err != nil {
			return 0, fmt.Errorf("infoset: after %v: %w", s.line, err)
		}
		return chance.Pick(s.odds, s.random.Float64()), nil
	case mover < 0 || mover >= s.players:
		return 0, fmt.Errorf("infoset: %w", sides.Error(s.game, mover, s.players))
	case !*grows:
		return s.random.IntN(len(s.moves)), nil
	}
	s.name(mover)
	if drawn {
		if err := s.checkDraw(mover, s.key); err != nil {
			return 0, err
		}
	}
	id, known := s.ids[string(s.key)]
	if !known {
		*grows = false
		if s.memory <= 0 || s.count == math.MaxInt32 {
			return s.random.IntN(len(s.moves)), nil
		}
		id = s.add(mover)
	}
	return s.best(id), nil
}

// best chooses a move by its upper bound, one at random if some were not tried, and adds a step to the path.
func (s *search[M]) best(id int32) (choice int) {
	n := s.nodes.At(uint32(id))
	before := cap(n.arms)
	most, untried, arm := math.Inf(-1), 0, 0
	for i, m := range s.moves {
		at := n.find(m, i)
		a := &n.arms[at]
		a.available += s.unit
		if a.tried == 0 {
			if untried++; s.random.IntN(untried) == 0 {
				choice, arm = i, at
			}
			continue
		}
		if untried > 0 {
			continue
		}
		// Weights may be small, and numbers of which the logarithm is negative.
		bound := a.sum/a.tried + s.opt.Exploration*math.Sqrt(math.Log1p(a.available)/a.tried)
		if bound > most {
			most, choice, arm = bound, i, at
		}
	}
	s.memory -= (cap(n.arms) - before) * armSize[M]()
	s.path = append(s.path, step{id, int32(arm)})
	return choice
}

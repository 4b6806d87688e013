package regret

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/saved"
	"github.com/ply-search/ply/internal/stop"
)

// CFRPlus finds an equilibrium by CFR+ (Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014). This
// is counterfactual regret minimization with three changes: negative regrets are set to 0, the players are updated one
// after the other, and iteration t has weight t in the average strategy. In practice, the exploitability after t
// iterations is at most about proportional to 1/t.
//
// The whole game is kept in memory. An iteration makes two passes through all positions for each player, and allocates
// nothing. The result is deterministic, unless time or the context ends the search.
//
// If the argument exploitability is positive, the search ends with status [ply.Solved] as soon as the exploitability of
// the average strategy is at most this argument.
func CFRPlus[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, exploitability float64, opt Options[M]) (Result[M], error) {
	most, err := opt.most(positionBytes)
	if err == nil && !(exploitability >= 0) {
		err = fmt.Errorf("regret: an exploitability of %v, want 0 or more", exploitability)
	}
	if err == nil {
		limits, err = iterations(limits, exploitability)
	}
	if err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}, Exploitability: -1}, err
	}
	s := &plus[M]{opt: opt, most: most, target: exploitability, limits: limits, exploitability: -1}
	s.Budget = stop.NewBudget(ctx, stop.Limits{Limits: ply.Limits{Time: limits.Time}, Report: s.report()})
	return s.run(ctx, g)
}

type plus[M comparable] struct {
	*passes[M]
	stop.Budget
	opt            Options[M]
	most           int     // positions
	target         float64 // the exploitability at which the search ends
	limits         ply.Limits
	iterations     int
	best           *responder[M]
	values         []float64
	exploitability float64 // as last computed
	share          []float64
	checkAt        int // the iteration after which the exploitability is checked next
	kept           *saved.Run
}

func (s *plus[M]) report() func() {
	if s.opt.Progress == nil {
		return nil
	}
	return func() { guard.Callback(func() { s.opt.Progress(s.result(ply.InProgress)) }) }
}

func (s *plus[M]) result(status ply.Status) Result[M] {
	r := Result[M]{Report: ply.Report{Status: status, Nodes: s.iterations, Elapsed: s.Elapsed()}, Exploitability: s.exploitability, Values: s.values}
	if s.passes != nil {
		r.Strategy = &Strategy[M]{s.sets}
		r.Positions, r.Information = len(s.mover), len(s.list)
		if s.best != nil {
			r.Best = slices.Clone(s.best.bests)
		}
	}
	return r
}

func (s *plus[M]) run(ctx context.Context, g Game[M]) (r Result[M], err error) {
	defer func() { s.kept.End() }()
	t := new(tree[M])
	status := ply.Failed
	err = guard.Run(func() string { return t.String() }, func() (err error) {
		if status, err = t.read(ctx, g, s.limits.Time, s.most); err != nil || status != ply.Complete {
			if status == ply.OutOfNodes {
				status = ply.OutOfMemory
			}
			return err
		}
		s.passes = newPasses(t)
		if err := s.keep(g); err != nil {
			return err
		}
		if status = s.iterate(); s.Fault() != nil {
			return fmt.Errorf("regret: %w", s.Fault())
		}
		if err := s.kept.Save(s.save); err != nil {
			return fmt.Errorf("regret: %w", err)
		}
		s.check()
		return nil
	})
	if err != nil {
		r = s.result(ply.Failed)
		r.Strategy = nil
		return r, err
	}
	r = s.result(status)
	if s.opt.Progress != nil {
		s.opt.Progress(r)
	}
	return r, nil
}

func (s *plus[M]) iterate() ply.Status {
	s.play()
	for {
		if s.limits.Nodes > 0 && s.iterations >= s.limits.Nodes {
			return ply.OutOfNodes
		}
		if s.iterations >= s.PollAt {
			if status := s.Poll(s.iterations); status != ply.Complete {
				return status
			}
		}
		s.iterations++
		for player := range s.players {
			s.update(player)
		}
		if s.target > 0 && s.iterations >= s.checkAt {
			// A check costs about as much as an iteration, so iterations between checks grow by a tenth.
			s.checkAt = s.iterations + 1 + s.iterations/10
			if s.check(); s.exploitability <= s.target {
				return ply.Solved
			}
			s.play()
		}
	}
}

func (s *plus[M]) play() {
	for id := range s.list {
		at := &s.list[id]
		appendShares(s.policy[at.first:at.first], s.regrets[at.first:][:at.moves])
	}
}

func (s *plus[M]) update(player int) {
	s.down(player)
	s.up(player)
	if len(s.share) == 0 {
		s.share = make([]float64, len(s.list))
	}
	weight := float64(s.iterations)
	for id := range s.list {
		at := &s.list[id]
		if int(at.player) != player {
			continue
		}
		first, end := at.first, at.first+at.moves
		expected := 0.0
		for slot := first; slot < end; slot++ {
			expected += s.policy[slot] * s.quality[slot]
		}
		for slot := first; slot < end; slot++ {
			s.regrets[slot] = max(0, s.regrets[slot]+s.quality[slot]-expected)
		}
		appendShares(s.policy[first:first], s.regrets[first:end])
		// The part of the player's own decisions in the reach probability. Earlier sets come first in the list.
		s.share[id] = 1
		if before := s.before[id]; before != none {
			s.share[id] = s.share[s.owner[before]] * s.policy[before]
		}
		for slot := first; slot < end; slot++ {
			s.sums[slot] += weight * s.share[id] * s.policy[slot]
		}
	}
}

// check computes the exploitability of the average strategy, and its values. Afterwards the policy is the average.
func (s *plus[M]) check() {
	if s.best == nil {
		s.best = newResponder(s.passes)
	}
	s.average()
	s.values, s.exploitability = s.best.evaluate()
}

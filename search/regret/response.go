package regret

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Evaluate computes the expected values of all players if they play by a policy. For each player, it also computes a
// best response to the policy of the other players, and the value of this best response. In each information set, a
// best response plays one move with probability 1: the best move or, if several moves are equally good, the first of
// them.
//
// Evaluate calls AppendPolicy of the policy once for each information set, and stores all positions of the game. Nodes
// of limits is the greatest number of positions; 0 means 10 million, and a number above 1<<30 means 1<<30. Status is
// [ply.Complete] if the policy was evaluated, and [ply.OutOfNodes] if the game has more positions.
func Evaluate[G Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, policy Policy[M]) (Result[M], error) {
	began := time.Now()
	e := Result[M]{Exploitability: -1}
	status, err := respond(ctx, g, limits, policy, func(r *responder[M]) {
		e.Values, e.Exploitability = r.evaluate()
		e.Best = slices.Clone(r.bests)
		e.Nodes, e.Positions, e.Information = len(r.mover), len(r.mover), len(r.list)
		sums := make([]float64, len(r.moves))
		for _, slot := range r.choice {
			sums[slot] = 1
		}
		e.Strategy = &Strategy[M]{&sets[M]{ids: r.ids, list: r.list, moves: r.moves, sums: sums}}
	})
	e.Status, e.Elapsed = status, time.Since(began)
	return e, err
}

func respond[M comparable](ctx context.Context, g Game[M], limits ply.Limits, policy Policy[M], f func(r *responder[M])) (status ply.Status, err error) {
	status = ply.Failed
	switch err := limits.Check(); {
	case err != nil:
		return status, fmt.Errorf("regret: %w", err)
	case policy == nil:
		return status, errors.New("regret: no policy given")
	}
	t, most := new(tree[M]), min(cmp.Or(limits.Nodes, usualPositions), mostPositions)
	err = guard.Run(func() string { return t.String() }, func() (err error) {
		if status, err = t.read(ctx, g, limits.Time, most); err != nil || status != ply.Complete {
			return err
		}
		p := newPasses(t)
		guard.Callback(func() { err = p.follow(policy) })
		if err != nil {
			return err
		}
		f(newResponder(p))
		return nil
	})
	if err != nil {
		status = ply.Failed
	}
	return status, err
}

// A responder finds best responses to the policy of its passes. A best response at an information set needs the values
// of all its positions, which depend on the choices at later sets of the same player. Positions are therefore visited
// by the number of the player's earlier decisions, the greatest first.
type responder[M comparable] struct {
	*passes[M]
	choice []int32 // by information sets: the slot of the best move
	bests  []float64
	levels [][]int32 // by players: the nodes in the order of visits
	starts [][]int32 // by players: where the nodes after k decisions begin, with k falling, and the end
}

func newResponder[M comparable](p *passes[M]) *responder[M] {
	r := &responder[M]{passes: p, choice: make([]int32, len(p.list)), bests: make([]float64, p.players)}
	level := make([]int32, len(p.mover))
	for player := range p.players {
		most := int32(0)
		for n := 1; n < len(p.mover); n++ {
			up := p.parent[n]
			if level[n] = level[up]; int(p.mover[up]) == player {
				level[n]++
			}
			most = max(most, level[n])
		}
		starts := make([]int32, most+2)
		for _, l := range level {
			starts[most-l+1]++
		}
		for i := range most + 1 {
			starts[i+1] += starts[i]
		}
		order, next := make([]int32, len(level)), slices.Clone(starts)
		for n := len(level) - 1; n >= 0; n-- {
			at := &next[most-level[n]]
			order[*at] = int32(n)
			*at++
		}
		r.levels, r.starts = append(r.levels, order), append(r.starts, starts)
	}
	return r
}

func (r *responder[M]) evaluate() (values []float64, exploitability float64) {
	for player := range r.players {
		r.down(player)
		r.up(player)
		values = append(values, r.value[0])
		r.bests[player] = max(r.respond(player), r.value[0]) // rounding
		exploitability += r.bests[player] - values[player]
	}
	return values, exploitability / float64(r.players)
}

func (r *responder[M]) respond(player int) float64 {
	r.down(player)
	r.begin(player)
	starts := r.starts[player]
	for i := range len(starts) - 1 {
		later := r.levels[player][:0]
		if i > 0 {
			later = r.levels[player][starts[i-1]:starts[i]]
		}
		// All values after decisions of this level are known, and the qualities of their moves.
		for _, n := range later {
			if up := r.parent[n]; up != none && int(r.mover[up]) == player {
				r.choice[r.at[up]] = none
			}
		}
		for _, n := range later {
			up := r.parent[n]
			if up == none || int(r.mover[up]) != player {
				continue
			}
			choice := &r.choice[r.at[up]]
			if *choice == none {
				*choice = r.bestOf(int(r.at[up]))
			}
			if *choice == r.slot[n] {
				r.value[up] = r.value[n]
			}
		}
		for _, n := range r.levels[player][starts[i]:starts[i+1]] {
			if n == 0 {
				continue
			}
			up, slot := r.parent[n], r.slot[n]
			if int(r.mover[up]) == player {
				r.quality[slot] += r.reach[up] * r.value[n]
			} else {
				r.value[up] += r.policy[slot] * r.value[n]
			}
		}
	}
	return r.value[0]
}

func (r *responder[M]) bestOf(id int) int32 {
	at := &r.list[id]
	best := at.first
	for slot := at.first; slot < at.first+at.moves; slot++ {
		if r.quality[slot] > r.quality[best] {
			best = slot
		}
	}
	return best
}

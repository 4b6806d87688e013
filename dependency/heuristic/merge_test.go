package heuristic

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
)

// Moves that are merged leave the costs of the relaxed game as they are.
func TestMerged(t *testing.T) {
	merges := 0
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 0))
		cells, values := 2+random.IntN(4), 2+random.IntN(3)
		var r reachable
		for i := range cells * values {
			r.conditions = append(r.conditions, ply.Condition{Cell: int32(i / values), Value: int32(i % values)})
		}
		condition := func(cell int) ply.Condition {
			return ply.Condition{Cell: int32(cell), Value: int32(random.IntN(values))}
		}
		for range 2 * cells {
			order, cost := random.Perm(cells), random.IntN(4)
			var f ply.Footprint
			for _, cell := range order[:random.IntN(cells)] {
				f.Preconditions = append(f.Preconditions, condition(cell))
				if random.IntN(2) == 0 {
					f.Modifications = append(f.Modifications, condition(cell))
				}
			}
			goal := condition(order[cells-1])
			for value := range int32(values) {
				if random.IntN(8) == 0 {
					continue
				}
				move := reached{ply.Footprint{
					Preconditions: append([]ply.Condition{{Cell: goal.Cell, Value: value}}, f.Preconditions...),
					Modifications: append([]ply.Condition(nil), f.Modifications...),
				}, cost, nil}
				if value != goal.Value {
					move.Modifications = append(move.Modifications, goal)
				}
				if len(move.Modifications) > 0 {
					r.moves = append(r.moves, move)
				}
			}
		}
		m := r.merged(t.Context())
		if len(m.moves) < len(r.moves) {
			merges++
		}
		goal := []ply.Condition{condition(0), condition(cells - 1)}
		before, after := newTask(r, cells, goal), newTask(m, cells, goal)
		for range 10 {
			var states [2][]int32
			for cell := range cells {
				value := int32(random.IntN(values))
				for i, task := range []*task{before, after} {
					if atom, _ := task.atom(cell, value); atom != none {
						states[i] = append(states[i], atom)
					}
				}
			}
			if after.always != none {
				states[1] = append(states[1], after.always)
			}
			for i, e := range [][2]estimator{{newMaximum(before), newMaximum(after)}, {newSum(before), newSum(after)}} {
				if was, is := e[0].estimate(states[0]), e[1].estimate(states[1]); was != is {
					t.Fatalf("seed %d, estimate %d: %d, want %d", seed, i, is, was)
				}
			}
		}
	}
	if merges < 100 {
		t.Errorf("moves were merged in %d games only", merges)
	}
}

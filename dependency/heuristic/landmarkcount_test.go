package heuristic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
)

// randomGame draws a game of a few cells.
func randomGame(t *testing.T, random *rand.Rand) *dependency.Game[int] {
	cells, values := 2+random.IntN(4), int32(2+random.IntN(3))
	start := make([]int32, cells)
	var goal []ply.Condition
	for cell := range start {
		start[cell] = random.Int32N(values)
		if cell == 0 || random.IntN(2) == 0 {
			goal = append(goal, ply.Condition{Cell: int32(cell), Value: random.Int32N(values)})
		}
	}
	moves := make([]ply.Footprint, 1+random.IntN(6*cells))
	for i := range moves {
		f := &moves[i]
		for j, cell := range random.Perm(cells)[:1+random.IntN(min(3, cells))] {
			value := random.Int32N(values)
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: int32(cell), Value: value})
			if j == 0 || random.IntN(2) == 0 {
				f.Modifications = append(f.Modifications, ply.Condition{Cell: int32(cell), Value: (value + 1 + random.Int32N(values-1)) % values})
			}
		}
	}
	rules, err := dependency.List(cells, moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// reaches visits all positions by moves that make none of some conditions true, and reports whether one is solved.
func reaches(g *dependency.Game[int], without []ply.Condition, visit func()) bool {
	seen := make(map[string]bool)
	var from func() bool
	from = func() bool {
		seen[g.String()] = true
		visit()
		solved := g.Solved()
		for _, m := range g.Moves(nil) {
			makes := g.Footprint(m, ply.Footprint{}).Modifications
			if slices.ContainsFunc(makes, func(c ply.Condition) bool { return slices.Contains(without, c) }) {
				continue
			}
			g.Play(m)
			solved = !seen[g.String()] && from() || solved
			g.Undo(m)
		}
		return solved
	}
	return from()
}

// From any position, no solution leaves out a condition that is counted, nor all conditions of a set. Nothing is counted in a
// solved position alone.
func TestLandmarks(t *testing.T) {
	chains, sets, lost := 0, 0, 0
	for seed := range uint64(long.Or(800, 150)) {
		inner := randomGame(t, rand.New(rand.NewPCG(seed, 6)))
		g, err := New(t.Context(), inner, Options[int]{Kind: LandmarkCount})
		if err != nil {
			t.Fatal(err)
		}
		conditions := make([]ply.Condition, g.task.atomCount)
		for cell := range g.Cells() {
			for i := g.task.cells.from[cell]; i < g.task.cells.from[cell+1]; i++ {
				if atom := g.task.atoms[i]; atom != none {
					conditions[atom] = ply.Condition{Cell: int32(cell), Value: g.task.values[i]}
				}
			}
		}
		reaches(inner, nil, func() {
			count := g.Estimate()
			if (count == 0) != g.Solved() {
				t.Fatalf("seed %d, %v: estimate %d, solved: %v", seed, g, count, g.Solved())
			}
			if g.task.unsolvable {
				return
			}
			var needed [][]ply.Condition
			for _, atom := range g.count.atoms {
				c := conditions[atom]
				needed = append(needed, []ply.Condition{c})
				if g.Cell(int(c.Cell)) == c.Value {
					lost++
				} else if !slices.Contains(g.Goal(), c) {
					chains++
				}
			}
			for _, set := range g.count.open {
				sets++
				var list []ply.Condition
				for _, atom := range g.count.sets.of(set) {
					list = append(list, conditions[atom])
				}
				needed = append(needed, list)
			}
			if len(needed) != count {
				t.Fatalf("seed %d, %v: estimate %d, want that of %v", seed, g, count, needed)
			}
			for _, list := range needed {
				if reaches(inner, list, func() {}) {
					t.Fatalf("seed %d, %v: there is a solution without %v", seed, g, list)
				}
			}
		})
	}
	if chains < 100 || sets < 100 || lost < 100 {
		t.Errorf("%d conditions before others, %d sets, %d conditions that hold", chains, sets, lost)
	}
}

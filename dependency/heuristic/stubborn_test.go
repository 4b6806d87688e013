package heuristic_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// From every position of a random game, the moves of stubborn sets alone lead to solutions as cheap as all moves do, by lines
// and by positions.
func TestStubbornCosts(t *testing.T) {
	var solvable, pruned, cuts int
	for seed := range uint64(long.Or(8_000, 1_000)) {
		p := randomStatement(rand.New(rand.NewPCG(seed, 2)))
		want := p.exact()
		all := p.game(t)
		few, err := all.Stubborn()
		if err != nil {
			t.Fatal(err)
		}
		type step struct {
			to   string
			cost int
		}
		got := make(map[string]int)
		steps := make(map[string][]step)
		var visit func()
		visit = func() {
			position := all.String()
			if got[position] = math.MaxInt; all.Solved() {
				got[position] = 0
			}
			listed := make(map[int]bool)
			for _, m := range few.Moves(nil) {
				listed[m] = true
			}
			for _, m := range all.Moves(nil) {
				all.Play(m)
				few.Play(m)
				if listed[m] {
					steps[position] = append(steps[position], step{all.String(), p.costs[m]})
					delete(listed, m)
				} else {
					pruned++
				}
				if _, seen := got[all.String()]; !seen {
					visit()
				}
				few.Undo(m)
				all.Undo(m)
			}
			if len(listed) > 0 {
				t.Fatalf("seed %d, %s: the moves %v are not legal", seed, position, listed)
			}
		}
		visit()
		for changed := true; changed; {
			changed = false
			for from, steps := range steps {
				for _, s := range steps {
					if got[s.to] < math.MaxInt && got[s.to]+s.cost < got[from] {
						got[from], changed = got[s.to]+s.cost, true
					}
				}
			}
		}
		for position, cost := range want {
			if got[position] != cost {
				t.Fatalf("seed %d, %s: cost %d, want %d", seed, position, got[position], cost)
			}
		}
		cost := want[all.String()]
		if cost == math.MaxInt {
			continue
		}
		solvable++
		g, err := heuristic.New(t.Context(), few, heuristic.Options[int]{Cost: p.cost})
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.AStar(t.Context(), g, ply.Limits{}, search.PathOptions[int]{})
		if err != nil || r.Cost != cost {
			t.Fatalf("seed %d: A* finds cost %d, error %v, want %d", seed, r.Cost, err, cost)
		}
		unit, err := heuristic.New(t.Context(), few.Clone(), heuristic.Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		steady, err := search.AStar(t.Context(), unit, ply.Limits{}, search.PathOptions[int]{})
		if err != nil {
			t.Fatal(err)
		}
		// In addition, incremental transpositions can be left out.
		r, err = search.IDAStar(t.Context(), unit, ply.Limits{}, search.PathOptions[int]{})
		if err != nil || r.Cost != steady.Cost {
			t.Fatalf("seed %d: IDA* finds %d moves, error %v, want %d", seed, r.Cost, err, steady.Cost)
		}
		if steady.Cost <= 4 {
			r, err = search.IterativeDeepening(t.Context(), search.Incremental(few).MaxDepth(4), ply.Limits{}, search.PathOptions[int]{})
			if err != nil || len(r.Line) != steady.Cost {
				t.Fatalf("seed %d: %d moves, error %v, want %d", seed, len(r.Line), err, steady.Cost)
			}
			all, err := search.IterativeDeepening(t.Context(), search.Tree(few).MaxDepth(4), ply.Limits{}, search.PathOptions[int]{})
			if err != nil {
				t.Fatal(err)
			}
			cuts += all.Nodes - r.Nodes
		}
	}
	if solvable < 200 || pruned < 1000 || cuts < 100 {
		t.Errorf("%d solvable games, %d moves left out, %d positions after incremental transpositions: too few", solvable, pruned, cuts)
	}
}

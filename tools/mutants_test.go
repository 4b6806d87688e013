package main

import "testing"

// TestMutants checks, with a few mutants of the smallest game, that faults are planted, seen and found.
func TestMutants(t *testing.T) {
	root, err := findRoot("")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range mutatedGames {
		if g.name != "pegs" {
			continue
		}
		got, missed, err := g.measure(t.Context(), root, 6)
		if err != nil {
			t.Fatal(err)
		}
		if got.mutants < 8 || got.same > got.mutants/2 || got.caught < got.mutants/3 || got.caught+got.played < got.mutants*3/4 || len(missed)+got.same+got.caught != got.mutants {
			t.Errorf("%v; missed %v", got, missed)
		}
	}
}

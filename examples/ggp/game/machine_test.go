package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply/examples/ggp/rules"
)

// TestMachines walks to and fro in all games by the machine that evaluates all gates and by the one that evaluates what
// changes, and compares what they list.
func TestMachines(t *testing.T) {
	compared, chosen := 0, 0
	for _, name := range rules.Names() {
		t.Run(name, func(t *testing.T) {
			r := load(t, name, Options{MaxSteps: 100})
			if r.network != nil {
				chosen++
			}
			n, err := r.graph.Network()
			if err != nil {
				t.Skip(err)
			}
			r.network = nil
			want := NewMany(r)
			other := *r
			other.network = n
			got := NewMany(&other)
			random := rand.New(rand.NewPCG(41, 42))
			a, b := make([]int, want.Players()), make([]int, want.Players())
			for range 150 {
				moves := want.Moves(nil)
				others := got.Moves(nil)
				if !slices.Equal(moves, others) || got.Hash() != want.Hash() || got.ToMove() != want.ToMove() {
					t.Fatalf("in %v, %v of %d, want %v of %d", want, others, got.ToMove(), moves, want.ToMove())
				}
				want.PlayoutAll(rand.NewPCG(1, 2), false, nil, a)
				if got.PlayoutAll(rand.NewPCG(1, 2), false, nil, b); !slices.Equal(a, b) {
					t.Fatalf("in %v, a playout ends with %v, want %v", want, b, a)
				}
				compared++
				if len(moves) > 0 && random.IntN(3) > 0 {
					m := moves[random.IntN(len(moves))]
					want.Play(m)
					got.Play(m)
					continue
				}
				want.Outcomes(a)
				if got.Outcomes(b); len(moves) == 0 && !slices.Equal(a, b) {
					t.Fatalf("%v ends with %v, want %v", want, b, a)
				}
				if len(want.hashes) > 1 || len(want.chosen) > 0 {
					want.Undo(0)
					got.Undo(0)
				}
			}
		})
	}
	if compared < 1000 || chosen == 0 || chosen > 10 {
		t.Errorf("%d positions were compared; in %d games only changes are evaluated", compared, chosen)
	}
}

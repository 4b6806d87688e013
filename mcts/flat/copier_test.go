package flat_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts/flat"
)

// copied is noughts and crosses that can be copied in place, and counts how often it was.
type copied struct {
	*noughts
	copies *int
}

func (g copied) Clone() copied { return copied{g.noughts.Clone(), g.copies} }

func (g copied) CopyFrom(other copied) {
	*g.copies++
	*g.noughts = *other.noughts
}

// TestCopier checks that a search that goes back to the root by a copy finds the same as one that takes moves back.
func TestCopier(t *testing.T) {
	limits := ply.Limits{Nodes: 300}
	for name, opt := range map[string]flat.Options[int]{
		"each move":         {},
		"all moves":         {Judge: flat.AllAsFirst{}},
		"all moves, warmer": {Judge: flat.AllAsFirst{}, Boltzmann: flat.Boltzmann{K: 2}},
		"short":             {MaxLength: 2},
	} {
		t.Run(name, func(t *testing.T) {
			g, copies := after(4, 0), 0
			twin := copied{g.Clone(), &copies}
			opt.Random = rand.NewPCG(1, 2)
			want, err := flat.Search(t.Context(), g, limits, opt)
			if err != nil {
				t.Fatal(err)
			}
			opt.Random = rand.NewPCG(1, 2)
			got, err := flat.Search(t.Context(), twin, limits, opt)
			if err != nil {
				t.Fatal(err)
			}
			want.Elapsed, got.Elapsed = 0, 0
			if !reflect.DeepEqual(got, want) {
				t.Errorf("by copies: %+v\nwant %+v", got, want)
			}
			if copies < 300 {
				t.Errorf("%d copies", copies)
			}
			if !reflect.DeepEqual(twin.noughts, g) {
				t.Errorf("the game ends as %+v, want %+v", twin.noughts, g)
			}
		})
	}
}

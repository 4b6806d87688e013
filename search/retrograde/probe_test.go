package retrograde_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/retrograde"
)

// Searches that ask a table are exact, and look at few positions.
func TestProbe(t *testing.T) {
	g := &huntIndex{*newHunt(4)}
	s, err := retrograde.Solve(context.Background(), g, ply.Limits{}, retrograde.Options{All: true})
	if err != nil {
		t.Fatal(err)
	}
	start := func() *huntIndex {
		h := &huntIndex{*newHunt(4)}
		h.SetIndex(g.Index())
		return h
	}
	want, err := s.Value(g)
	if err != nil || want.Outcome == 0 {
		t.Fatal(want, err)
	}
	// With bounds, the start and its successors are looked at, up to the first move that wins.
	r, err := alphabeta.Search(context.Background(), retrograde.Probe(start(), s), ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Bounds: true}, Depth: 20, Direct: true})
	if err != nil || r.Value != want.Outcome || r.Bound != ply.Exact || r.Nodes > 20 {
		t.Errorf("%d, %v, %d nodes, error %v, want %v", r.Value, r.Bound, r.Nodes, err, want)
	}
	// A table that cannot be read ends the search with its error.
	if _, err := alphabeta.Search(context.Background(), retrograde.Probe(start(), unreadable{s}), ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Bounds: true}, Depth: 3, Direct: true}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

type unreadable struct{ retrograde.Table }

func (unreadable) Value(any) (retrograde.Value, error) { return retrograde.Value{}, errBroken }

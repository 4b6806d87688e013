package retrograde_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
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
	// A game that ends in the table is looked at once.
	f, err := alphabeta.Search(context.Background(), retrograde.Finish(start(), s), ply.Limits{}, alphabeta.Options[int]{Depth: 20, Direct: true})
	if err != nil || f.Value != want.Outcome || f.Nodes > 1 {
		t.Errorf("%d, %d nodes, error %v, want %v", f.Value, f.Nodes, err, want)
	}
	m, err := mcts.Search(context.Background(), &untilTable{start(), s, 0}, ply.Limits{Nodes: 200}, mcts.Options[int]{})
	if err != nil || m.Low != float64(want.Outcome) {
		t.Errorf("from %v, error %v, want %v", m.Low, err, want)
	}
	// A table that cannot be read ends the search with its error.
	if _, err := alphabeta.Search(context.Background(), retrograde.Probe(start(), unreadable{}), ply.Limits{}, alphabeta.Options[int]{Tree: alphabeta.Tree{Bounds: true}, Depth: 3, Direct: true}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

type unreadable struct{}

func (unreadable) Value(any) (retrograde.Value, error) { return retrograde.Value{}, errBroken }

// untilTable is a game that ends in the table after the first move.
type untilTable struct {
	*huntIndex
	table retrograde.Table
	depth int
}

func (u *untilTable) Play(m int) {
	u.depth++
	u.huntIndex.Play(m)
}
func (u *untilTable) Undo(m int) {
	u.depth--
	u.huntIndex.Undo(m)
}
func (u *untilTable) Moves(dst []int) []int {
	if u.depth > 0 {
		return dst
	}
	return u.huntIndex.Moves(dst)
}
func (u *untilTable) Outcome() int {
	v, err := u.table.Value(u.huntIndex)
	if err != nil {
		panic(err)
	}
	return v.Outcome
}

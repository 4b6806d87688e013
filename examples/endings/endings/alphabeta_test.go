package endings_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/endings/endings"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/transposition"
)

// solve solves all that some men can come to.
func solve(t testing.TB, men string) *retrograde.Solution {
	t.Helper()
	m, err := endings.ParseMaterial(men)
	if err != nil {
		t.Fatal(err)
	}
	s, err := retrograde.Solve(context.Background(), endings.New(m), ply.Limits{}, retrograde.Options{All: true})
	if err == nil {
		err = s.Status.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAlphaBeta searches positions to the depth at which White mates, without a table of all positions and with it: then the
// search looks at one position and at one more for each move.
func TestAlphaBeta(t *testing.T) {
	ctx := context.Background()
	table := solve(t, "KRK")
	for _, test := range []struct {
		fen   string
		plies int
		long  bool
	}{
		{"k7/8/2K5/8/8/8/7R/8 w - - 0 1", 3, false},
		{"8/8/8/8/8/1k6/7R/1K6 w - - 0 1", 19, true}, // 6 million positions without the table
	} {
		if test.long && !long.Or(true, false) {
			continue
		}
		g, err := endings.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := table.Value(g); err != nil || v != (retrograde.Value{Outcome: ply.MaxValue, Plies: test.plies}) {
			t.Fatalf("%s: %v, %v", test.fen, v, err)
		}
		entries := transposition.NewTable(1 << 24)
		probed, err1 := alphabeta.Search(ctx, retrograde.Probe(g.Clone(), table), ply.Limits{},
			alphabeta.Options[chess.Move]{Depth: test.plies, Tree: alphabeta.Tree{Bounds: true}, Direct: true})
		without, err2 := alphabeta.Search(ctx, g.Clone(), ply.Limits{},
			alphabeta.Options[chess.Move]{Depth: test.plies, Table: entries})
		shallow, err3 := alphabeta.Search(ctx, g.Clone(), ply.Limits{}, alphabeta.Options[chess.Move]{Depth: min(3, test.plies-1), Direct: true})
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]alphabeta.Result[chess.Move]{"probed": probed, "without": without} {
			if r.Value != ply.MaxValue || r.Bound != ply.Exact {
				t.Errorf("%s, %s: %d, %v", test.fen, name, r.Value, r.Bound)
			}
		}
		if shallow.Value == ply.MaxValue {
			t.Errorf("%s: mate after %d plies", test.fen, shallow.Depth)
		}
		moves := len(g.Moves(nil))
		if probed.Nodes > 1+moves || without.Nodes < 10*moves {
			t.Errorf("%s: %d nodes with the table to find a move of %d, and %d without", test.fen, probed.Nodes, moves, without.Nodes)
		}
		t.Logf("%s: %d nodes with the table, and %d without", test.fen, probed.Nodes, without.Nodes)
	}
}

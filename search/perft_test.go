package search_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// counting is a game that counts the moves of successors.
type counting struct{ ply.Game[int] }

func (g counting) CountSuccessors() (moves, replies, ended int) {
	for _, m := range g.Moves(nil) {
		g.Play(m)
		n := len(g.Moves(nil))
		g.Undo(m)
		if moves, replies = moves+1, replies+n; n == 0 {
			ended++
		}
	}
	return moves, replies, ended
}

func TestPerft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))
		opt := search.PerftOptions{CountFinished: rapid.Bool().Draw(t, "count finished")}
		var lines func(depth int) int
		lines = func(depth int) int {
			moves := g.Moves(nil)
			if depth == 0 || len(moves) == 0 && opt.CountFinished {
				return 1
			}
			n := 0
			for _, m := range moves {
				g.Play(m)
				n += lines(depth - 1)
				g.Undo(m)
			}
			return n
		}
		depth := rapid.IntRange(0, 5).Draw(t, "depth")
		want := lines(depth)
		plain, err := search.Perft(background, g, depth, opt)
		if err != nil || plain.Leaves != want {
			t.Fatalf("perft %d: %d, error %v, want %d", depth, plain.Leaves, err, want)
		}
		counted, err := search.Perft(background, counting{g}, depth, opt)
		if err != nil || counted.Leaves != want || counted.Nodes != plain.Nodes {
			t.Fatalf("perft %d with counted moves: %d in %d nodes, error %v, want %d in %d", depth, counted.Leaves, counted.Nodes, err, want, plain.Nodes)
		}
		table := transposition.NewTable(16 * 64)
		table.Scheme = transposition.KeepDeeper
		withTable := opt
		withTable.Table = table
		graph, err := search.Perft(background, g, depth, withTable)
		if err != nil || graph.Leaves != want || graph.Nodes > plain.Nodes {
			t.Fatalf("perft %d with a table: %d in %d nodes, error %v, want %d in %d at most",
				depth, graph.Leaves, graph.Nodes, err, want, plain.Nodes)
		}
	})
}

func TestPerftCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	result, err := search.Perft(stop.ReportEach(ctx, 1), testgames.NewPegs(), 20, search.PerftOptions{
		Progress: func(search.PerftResult) { cancel() },
	})
	if err != nil || result.Status != ply.Cancelled || result.Nodes == 0 {
		t.Errorf("%+v, error %v", result, err)
	}
}

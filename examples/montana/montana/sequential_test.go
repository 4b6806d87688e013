package montana

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sequential"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

func TestGapsAreSubgames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		deal, err := RandomDeal(rapid.IntRange(1, 6).Draw(t, "suits"), rapid.IntRange(2, 13).Draw(t, "ranks"),
			rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(deal, Base)
		if err != nil {
			t.Fatal(err)
		}
		for {
			if err := sequential.Check[Move](Sequential{g}); err != nil {
				t.Fatalf("%v\n%v", err, g)
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				return
			}
			g.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	})
}

// TestBlocksHoldAllPositions looks at every position of every block, and compares them with those that a
// search meets that keeps each whole.
func TestBlocksHoldAllPositions(t *testing.T) {
	tests := []struct {
		suits, ranks int
		deals, brief uint64
	}{
		{4, 4, 60, 20}, {3, 5, 60, 20}, {2, 7, 40, 10}, {1, 6, 30, 10}, {6, 3, 25, 10}, {5, 4, 12, 5}, {4, 13, 1, 0},
	}
	large, smallest := newTable(1<<20), newTable(1<<12)
	options := map[string]block.Options[Move]{
		"table":           {Table: large},
		"ti and table":    {Table: large, Incremental: true},
		"roots":           {Table: large, RootsOnly: true},
		"small table":     {Table: smallest},
		"ti, small table": {Table: smallest, Incremental: true},
		"no table":        {NoMemory: true},
		"ti":              {NoMemory: true, Incremental: true},
	}
	for _, test := range tests {
		for seed := range long.Or(test.deals, test.brief) {
			g, deal := randomGame(t, test.suits, test.ranks, seed, Base)
			var want transposition.Set
			exact, err := search.DepthFirst(background, search.ExactGraph(g, &want), ply.Limits{}, search.Options[Move]{})
			if err != nil {
				t.Fatal(err)
			}
			for name, opt := range options {
				if opt.NoMemory && exact.Nodes > 2000 {
					continue // too many lines of play
				}
				found, solutions := inBlocks(t, g, opt, &want)
				if found != exact.Nodes || solutions > 0 != (exact.Solutions > 0) {
					t.Errorf("%d × %d, seed %d, %s: %d positions, %d solutions, want %d, %d\n%v",
						test.suits, test.ranks, seed, name, found, solutions, exact.Nodes, exact.Solutions, deal)
				}
			}
		}
	}
}

// inBlocks returns the number of different positions in all blocks, each of which must be in want, and the
// number of blocks with a solution.
func inBlocks(t *testing.T, g *Game, opt block.Options[Move], want *transposition.Set) (positions, solutions int) {
	t.Helper()
	var found transposition.Set
	var key []byte
	for b, err := range block.All(background, Sequential{g}, ply.Limits{}, opt) {
		if err != nil {
			t.Fatal(err)
		}
		solved := false
		for range b.Positions() {
			key, _ = g.AppendBinary(key[:0])
			if !found.Visit(key) && !want.Contains(key) {
				t.Fatalf("a position in a block cannot be reached:\n%v", g)
			}
			solved = solved || g.Solved()
		}
		if solved {
			solutions++
		}
	}
	return found.Len(), solutions
}

// TestBlocksTakeNoMemory counts the allocations of a search in steady state: between two of its blocks,
// late enough for the blocks of one line to be there.
func TestBlocksTakeNoMemory(t *testing.T) {
	const from, to = 50_000, 150_000
	g, _ := randomGame(t, 6, 13, 2, Base)
	var before, after runtime.MemStats
	for b, err := range block.All(background, Sequential{g}, ply.Limits{}, block.Options[Move]{Table: newTable(1 << 16), Incremental: true}) {
		if err != nil {
			t.Fatal(err)
		}
		if b.ID == from {
			runtime.ReadMemStats(&before)
		}
		if b.ID == to {
			runtime.ReadMemStats(&after)
			break
		}
	}
	if after.Mallocs == 0 {
		t.Fatal("a deal of fewer blocks")
	}
	// Others may allocate too, and a sequence may still become longer than any before.
	if allocations := after.Mallocs - before.Mallocs; allocations > (to-from)/500 {
		t.Errorf("%d allocations in %d blocks", allocations, to-from)
	}
}

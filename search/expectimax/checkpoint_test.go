package expectimax_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// yielding lets the goroutine that saves a state run after each move.
type yielding struct{ *testgames.Gamble }

func (y yielding) Play(m int) {
	runtime.Gosched()
	y.Gamble.Play(m)
}

// unsettled draws a gamble in which a side begins and has a choice.
func unsettled(seed uint64) yielding {
	random := rand.New(rand.NewPCG(seed, 1))
	for {
		g := testgames.RandomGamble(random, 2000, 6, 100, false)
		if g.ToMove() != ply.Chance && len(g.Moves(nil)) > 2 {
			return yielding{g}
		}
	}
}

// The seeds below give values that are fractions, which two moves seldom share.
var kept = []struct {
	name   string
	search func(ctx context.Context, g yielding, limits ply.Limits, opt options) (result, error)
	opt    options
}{
	{"Search", expectimax.Search[yielding], options{Depth: 16}},
	{"Star1", expectimax.Star1[yielding], options{Depth: 14}},
	{"Star2 at once", expectimax.Star2[yielding], options{Depth: 15, Direct: true}},
	{"Expectimax", expectimax.Expectimax[yielding], options{Depth: 9}},
	{"a filter", expectimax.Star2[yielding], options{Depth: 15, Filter: expectimax.Filter{Width: 3}}},
	{"without a table", expectimax.Search[yielding], options{Depth: 10, Table: transposition.NewTable(0)}},
}

type foundMove struct {
	value       float64
	bound       ply.Bound
	final       bool
	depth, move int
}

func foundIn(r result) foundMove { return foundMove{r.Value, r.Bound, r.Final, r.Depth, r.Move} }

func TestCheckpoints(t *testing.T) {
	for i, c := range kept {
		t.Run(c.name, func(t *testing.T) {
			if i > 0 {
				long.Only(t)
			}
			search := func(seed uint64, opt options) func(checkpoint.Store) (any, error) {
				g := unsettled(seed)
				return func(store checkpoint.Store) (any, error) {
					opt := keptOptions(t, opt, store)
					r, err := c.search(t.Context(), g, unlimited, opt)
					return foundIn(r), err
				}
			}
			savedtest.Check(t, search(47, c.opt), search(24, c.opt))
			if i > 0 {
				return
			}
			other := c.opt
			other.Unlikely = 0.001
			savedtest.Check(t, search(47, c.opt), search(47, other))
		})
	}
}

// keptOptions returns options with a store and a new table.
func keptOptions(t *testing.T, opt options, store checkpoint.Store) options {
	opt.Checkpoint, opt.EqualDepth, opt.Range = store, true, [2]float64{-100, 100}
	if opt.Table == nil {
		opt.Table = newTable(t, 1<<10)
	}
	return opt
}

// A search that is interrupted 20 times finds the same value and move. The nodes of all runs count, and an answer is not searched
// for again.
func TestCheckpointOfLimitedSearches(t *testing.T) {
	for _, c := range kept {
		for _, seed := range []uint64{24, 47} {
			g := unsettled(seed)
			want, err := c.search(t.Context(), g, unlimited, keptOptions(t, c.opt, nil))
			if err != nil {
				t.Fatal(err)
			}
			store := new(savedtest.Shelf)
			var r result
			for i := 1; i <= 20; i++ {
				before, nodes := r, i*want.Nodes/20
				if r, err = c.search(t.Context(), g, ply.Limits{Nodes: max(nodes, 1)}, keptOptions(t, c.opt, store)); err != nil {
					t.Fatal(err)
				}
				if r.Nodes < before.Nodes || r.Nodes > nodes+25 || r.Depth < before.Depth {
					t.Fatalf("%s: %+v after %+v", c.name, r, before)
				}
			}
			r, err = c.search(t.Context(), g, unlimited, keptOptions(t, c.opt, store))
			if err != nil || r.Status != ply.Complete || foundIn(r) != foundIn(want) {
				t.Errorf("%s: %+v, error %v, want %+v", c.name, r, err, want)
			}
			again, err := c.search(t.Context(), g, unlimited, keptOptions(t, c.opt, store))
			if err != nil || again.Nodes != r.Nodes || foundIn(again) != foundIn(want) || again.Status != ply.Complete {
				t.Errorf("%s: again %+v, error %v, want %+v", c.name, again, err, r)
			}
		}
	}
}

// A callback that panics does not leave the file locked.
func TestCheckpointAfterPanic(t *testing.T) {
	opt := options{Depth: 4, Checkpoint: checkpoint.File{Name: t.TempDir() + "/state"}}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		opt := opt
		opt.Progress = func(result) { panic("callback") }
		_, _ = expectimax.Search(t.Context(), unsettled(3), unlimited, opt)
	}()
	if _, err := expectimax.Search(t.Context(), unsettled(3), unlimited, opt); err != nil {
		t.Error(err)
	}
	if _, err := expectimax.NewSearcher(unsettled(3), opt); err == nil || !strings.Contains(err.Error(), "Checkpoint is set") {
		t.Errorf("a searcher: error %v", err)
	}
}

package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

func TestParallelCountsWhatDepthFirstCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		for name, space := range map[string]search.Space[int]{
			"tree": search.Tree(g), "incremental": search.Incremental(g), "highest score": search.Incremental(aimless{g}),
			"bounded": search.Incremental(g).MaxDepth(3),
		} {
			for _, longest := range []bool{false, true} {
				opt := search.Options[int]{Longest: longest}
				want, err := search.DepthFirst(background, space, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				for _, opt.Workers = range []int{1, 2, 8} {
					split := rapid.IntRange(1, 20).Draw(t, "split after")
					got, tasks, err := search.DepthFirstInTasks(background, space, ply.Limits{}, opt, split)
					if err != nil || tasks < 1 {
						t.Fatalf("%s: %d workers, %d tasks, error %v", name, opt.Workers, tasks, err)
					}
					got.Elapsed = want.Elapsed
					if fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("%s: %d workers, split after %d:\ngot  %+v\nwant %+v", name, opt.Workers, split, got, want)
					}
				}
			}
		}
	})
}

func TestParallelOnALargerGame(t *testing.T) {
	g := testgames.NewPegs()
	for range 15 {
		g.Play(g.Moves(nil)[0])
	}
	opt := search.Options[testgames.PegMove]{}
	want, err := search.DepthFirst(background, search.Incremental(g), ply.Limits{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3, 8} {
		for _, split := range []int{10, 1000, math.MaxInt} {
			opt.Workers = workers
			got, tasks, err := search.DepthFirstInTasks(background, search.Incremental(g), ply.Limits{}, opt, split)
			if err != nil || got.Nodes != want.Nodes || got.IncrementalCuts != want.IncrementalCuts || !slices.Equal(got.Line, want.Line) {
				t.Errorf("%d workers, split after %d: %d nodes, error %v, want %d", workers, split, got.Nodes, err, want.Nodes)
			}
			if split == math.MaxInt && tasks != 1 || split == 10 && tasks < 100 {
				t.Errorf("split after %d: %d tasks", split, tasks)
			}
		}
	}
}

// TestParallelGraph: workers that share a table visit each position, and one of them visits each once.
func TestParallelGraph(t *testing.T) {
	g := testgames.NewPegs()
	for range 15 {
		g.Play(g.Moves(nil)[0])
	}
	table := transposition.NewTable(8 << 20)
	for name, test := range map[string]struct {
		space, exact search.Space[testgames.PegMove]
	}{
		"graph":             {search.Graph(g, table), search.Graph(g, nil)},
		"incremental graph": {search.IncrementalGraph(g, table), search.IncrementalGraph(g, nil)},
		"symmetric graph":   {search.SymmetricGraph(g, table), search.SymmetricGraph(g, nil)},
	} {
		want, err := search.DepthFirst(background, test.exact, ply.Limits{}, search.Options[testgames.PegMove]{})
		if err != nil || want.Nodes < 1000 {
			t.Fatalf("%s: %d nodes, error %v", name, want.Nodes, err)
		}
		for _, workers := range []int{1, 2, 8} {
			for _, split := range []int{10, 1000} {
				got, tasks, err := search.DepthFirstInTasks(background, test.space, ply.Limits{}, search.Options[testgames.PegMove]{Workers: workers}, split)
				if err != nil || got.Status != ply.Complete || got.Nodes < want.Nodes || got.Nodes > workers*want.Nodes ||
					got.Solutions < want.Solutions || got.Leaves < want.Leaves || tasks < 2 {
					t.Errorf("%s: %d workers, split after %d: %+v, %d tasks, error %v, want %d nodes", name, workers, split, got, tasks, err, want.Nodes)
				}
			}
		}
	}
	if _, err := table.Stats(); err != nil {
		t.Errorf("the table is not free after the searches: %v", err)
	}
}

func TestParallelCutShort(t *testing.T) {
	g := testgames.NewPegs()
	before := g.String()
	opt := search.Options[testgames.PegMove]{Workers: 3}
	got, _, err := search.DepthFirstInTasks(background, search.Incremental(g), ply.Limits{Nodes: 100_000}, opt, 1000)
	if err != nil || got.Status != ply.OutOfNodes || got.Nodes < 100_000 || got.Nodes > 150_000 {
		t.Errorf("%v after %d nodes, error %v", got.Status, got.Nodes, err)
	}
	ctx, cancel := context.WithCancel(background)
	got, err = search.DepthFirst(stop.ReportEach(ctx, 1000), search.Incremental(g), ply.Limits{}, search.Options[testgames.PegMove]{
		Progress: func(p search.Result[testgames.PegMove]) {
			if p.Nodes > 0 {
				cancel()
			}
		},
		Workers: 2,
	})
	if err != nil || got.Status != ply.Cancelled || got.Nodes == 0 || g.String() != before {
		t.Errorf("%v after %d nodes, error %v", got.Status, got.Nodes, err)
	}
}

// bomb panics in the position of some hash.
type bomb struct {
	*testgames.Pegs
	hash uint64
}

var errBomb = errors.New("bomb")

func (b bomb) Clone() bomb { return bomb{b.Pegs.Clone(), b.hash} }

func (b bomb) Play(m testgames.PegMove) {
	b.Pegs.Play(m)
	if b.Hash() == b.hash {
		panic(errBomb)
	}
}

func TestParallelContainsAPanic(t *testing.T) {
	pegs := testgames.NewPegs()
	for range 14 {
		pegs.Play(pegs.Moves(nil)[0])
	}
	var hashes []uint64
	if _, err := search.DepthFirst(background, search.Tree(pegs), ply.Limits{Nodes: 5000}, search.Options[testgames.PegMove]{
		Visit: func(int) { hashes = append(hashes, pegs.Hash()) },
	}); err != nil {
		t.Fatal(err)
	}
	g := bomb{pegs, hashes[4000]}
	before := g.String()
	got, _, err := search.DepthFirstInTasks(background, search.Incremental(g), ply.Limits{}, search.Options[testgames.PegMove]{Workers: 4}, 50)
	var fault *ply.GamePanic
	if !errors.As(err, &fault) || !errors.Is(err, errBomb) || fault.Line == "[]" || len(fault.Stack) == 0 {
		t.Fatalf("error %v", err)
	}
	if got.Status != ply.Failed || got.Nodes == 0 || g.String() != before {
		t.Errorf("%v after %d nodes", got.Status, got.Nodes)
	}
}

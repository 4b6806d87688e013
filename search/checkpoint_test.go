package search_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/savedtest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// A note is a store in memory.
type note struct{ state []byte }

func (n *note) Load(read func(io.Reader) error) error {
	if n.state == nil {
		return fs.ErrNotExist
	}
	return read(bytes.NewReader(n.state))
}

func (n *note) Save(write func(io.Writer) error) error {
	var b bytes.Buffer
	err := write(&b)
	if err == nil {
		n.state = b.Bytes()
	}
	return err
}

// inSteps calls a search with limits that grow by a number of nodes until it ends, and checks that it visits the same
// positions in the same order and has the same result as in one call.
func inSteps[R any](t *rapid.T, name string, step, most int, do func(limits ply.Limits, store *note, visit func(int)) (R, ply.Report, error)) {
	t.Helper()
	var want, got []int
	result, report, err := do(ply.Limits{Nodes: most}, nil, func(depth int) { want = append(want, depth) })
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	store := new(note)
	for limit := step; ; limit += step {
		r, stopped, err := do(ply.Limits{Nodes: min(limit, most)}, store, func(depth int) { got = append(got, depth) })
		switch {
		case err != nil:
			t.Fatalf("%s: %v", name, err)
		case stopped.Nodes != len(got):
			t.Fatalf("%s: %d nodes, %d visits", name, stopped.Nodes, len(got))
		case stopped.Status == ply.OutOfNodes && limit < most:
			continue
		case fmt.Sprint(r) != fmt.Sprint(result):
			t.Fatalf("%s: in steps of %d nodes\n%+v, want\n%+v", name, step, r, result)
		case !slices.Equal(got, want):
			t.Fatalf("%s: %d visits to positions at other depths", name, len(got))
		}
		if report.Status == ply.OutOfNodes {
			return
		}
		again, _, err := do(ply.Limits{}, store, func(int) { t.Fatalf("%s: a visit after the end", name) })
		if err != nil || fmt.Sprint(again) != fmt.Sprint(result) {
			t.Fatalf("%s: after the end %+v, error %v, want %+v", name, again, err, result)
		}
		return
	}
}

func TestDepthFirstInSteps(t *testing.T) {
	search.SetFreshStack(t, 3)
	search.SetLongLine(t, 2)
	long.Checks(t, 100, 15)
	rapid.Check(t, func(t *rapid.T) {
		acyclic := rapid.Bool().Draw(t, "acyclic")
		g := scored{testgames.Operators(t, acyclic)}
		step := rapid.IntRange(1, 200).Draw(t, "step")
		opt := search.Options[int]{Longest: rapid.Bool().Draw(t, "longest"), StopAtSolution: rapid.Bool().Draw(t, "stop at solution")}
		visits := rapid.Bool().Draw(t, "visits")
		all, _ := spaces(t, g)
		if !opt.StopAtSolution && rapid.Bool().Draw(t, "aimless") {
			all, _ = spaces(t, aimless{g})
		}
		all["Tree to a depth"] = all["Tree"].MaxDepth(4)
		all["Incremental to a depth"] = all["Incremental"].MaxDepth(4)
		for name, space := range all {
			if _, err := search.DepthFirst(background, space, ply.Limits{Nodes: 1}, opt); err == ply.ErrCyclic {
				continue
			}
			inSteps(t, name, step, 2000, func(limits ply.Limits, store *note, visit func(int)) (search.Result[int], ply.Report, error) {
				space := space
				if name == "ExactGraph" {
					space = search.ExactGraph(g, new(transposition.Set))
				}
				opt := opt
				if store != nil {
					opt.Checkpoint = store
				}
				opt.Visit = visit
				r, err := search.DepthFirst(background, space, limits, opt)
				report := r.Report
				r.Elapsed, r.Done = 0, 0
				if !visits && err == nil { // other code is used without Visit
					without := opt
					without.Visit = nil
					if store != nil {
						without.Checkpoint = &note{slices.Clone(store.state)}
					}
					if name == "ExactGraph" {
						space = search.ExactGraph(g, new(transposition.Set))
					}
					other, err := search.DepthFirst(background, space, limits, without)
					if other.Elapsed, other.Done = 0, 0; err != nil || fmt.Sprint(other) != fmt.Sprint(r) {
						t.Fatalf("%s: without Visit %+v, error %v, want %+v", name, other, err, r)
					}
				}
				return r, report, err
			})
		}
	})
}

func TestIterativeDeepeningInSteps(t *testing.T) {
	long.Checks(t, 100, 15)
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))}
		step := rapid.IntRange(1, 200).Draw(t, "step")
		for name, space := range map[string]search.Space[int]{
			"Tree": search.Tree(g), "Incremental": search.Incremental(g), "to a depth": search.Tree(g).MaxDepth(4),
		} {
			inSteps(t, name, step, 2000, func(limits ply.Limits, store *note, visit func(int)) (search.PathResult[int], ply.Report, error) {
				opt := search.PathOptions[int]{Visit: visit}
				if store != nil {
					opt.Checkpoint = store
				}
				r, err := search.IterativeDeepening(background, space, limits, opt)
				report := r.Report
				r.Elapsed = 0
				return r, report, err
			})
		}
	})
}

func TestWorkersInSteps(t *testing.T) {
	search.SetFreshStack(t, 3)
	long.Checks(t, 100, 10)
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		step, split := rapid.IntRange(1, 200).Draw(t, "step"), rapid.IntRange(1, 20).Draw(t, "split after")
		opt := search.Options[int]{Longest: rapid.Bool().Draw(t, "longest")}
		for name, space := range map[string]search.Space[int]{
			"tree": search.Tree(g), "incremental": search.Incremental(g), "highest score": search.Incremental(aimless{g}),
			"graph": search.Graph(g, transposition.NewTable(1<<12)),
		} {
			want, err := search.DepthFirst(background, space, ply.Limits{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			want.Elapsed = 0
			for _, opt.Workers = range []int{1, 3} {
				store := new(note)
				opt := opt
				opt.Checkpoint = store
				limits := ply.Limits{}
				for done := false; !done; {
					limits.Nodes += step
					got, _, err := search.DepthFirstInTasks(background, space, limits, opt, split)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if done = got.Status == ply.Complete; !done {
						continue
					}
					got.Elapsed = 0
					switch {
					case name == "graph" && opt.Workers > 1:
						if got.Nodes < want.Nodes || got.Found != want.Found {
							t.Fatalf("%s: %d workers: got %+v, want %+v", name, opt.Workers, got, want)
						}
					case fmt.Sprint(got) != fmt.Sprint(want):
						t.Fatalf("%s: %d workers, steps of %d nodes:\ngot  %+v\nwant %+v", name, opt.Workers, step, got, want)
					}
				}
			}
		}
	})
}

// pegs returns a game of pegs after some moves.
func pegs(moves int) *testgames.Pegs {
	g := testgames.NewPegs()
	for range moves {
		g.Play(g.Moves(nil)[0])
	}
	return g
}

func TestCheckpoints(t *testing.T) {
	type space = search.Space[testgames.PegMove]
	for name, test := range map[string]struct {
		space   func(g *testgames.Pegs) space
		moves   int // played before
		workers int
	}{
		"tree":                   {func(g *testgames.Pegs) space { return search.Tree(g) }, 20, 1},
		"graph":                  {func(g *testgames.Pegs) space { return search.Graph(g, nil) }, 14, 1},
		"graph, table":           {func(g *testgames.Pegs) space { return search.Graph(g, transposition.NewTable(1<<15)) }, 16, 1},
		"exact graph":            {func(g *testgames.Pegs) space { return search.ExactGraph(g, nil) }, 14, 1},
		"incremental":            {func(g *testgames.Pegs) space { return search.Incremental(g) }, 16, 1},
		"incremental graph":      {func(g *testgames.Pegs) space { return search.IncrementalGraph(g, nil) }, 14, 1},
		"incremental, 3 workers": {func(g *testgames.Pegs) space { return search.Incremental(g) }, 16, 3},
		"graph, 3 workers":       {func(g *testgames.Pegs) space { return search.Graph(g, transposition.NewTable(1<<21)) }, 14, 3},
		"tree, 3 workers":        {func(g *testgames.Pegs) space { return search.Tree(g) }, 20, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "incremental graph" && name != "incremental, 3 workers" {
				long.Only(t)
			}
			do := func(moves int, opt search.Options[testgames.PegMove]) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					opt := opt
					opt.Workers, opt.Checkpoint = test.workers, store
					var r search.Result[testgames.PegMove]
					var err error
					if test.workers == 1 {
						r, err = search.DepthFirst(background, test.space(pegs(moves)), ply.Limits{}, opt)
					} else {
						r, _, err = search.DepthFirstInTasks(background, test.space(pegs(moves)), ply.Limits{}, opt, 100)
					}
					r.Elapsed = 0
					if name == "graph, 3 workers" && r.Nodes >= 28227 && r.Nodes < 29000 {
						r = search.Result[testgames.PegMove]{Depth: r.Depth} // workers visit some positions twice
					}
					return r, err
				}
			}
			savedtest.Check(t, do(test.moves, search.Options[testgames.PegMove]{}), do(test.moves+1, search.Options[testgames.PegMove]{}))
		})
	}
}

func TestOtherSearchesInSteps(t *testing.T) {
	search.SetFreshStack(t, 3)
	long.Checks(t, 100, 15)
	rapid.Check(t, func(t *rapid.T) {
		acyclic := rapid.Bool().Draw(t, "acyclic")
		g := scored{testgames.Operators(t, acyclic)}
		step := rapid.IntRange(1, 200).Draw(t, "step")
		longest := rapid.Bool().Draw(t, "longest")
		for name, space := range map[string]search.Space[int]{
			"tree": search.Tree(g).MaxDepth(4), "graph": search.Graph(g, nil), "table": search.Graph(g, transposition.NewTable(64)).MaxDepth(8),
			"exact graph": search.ExactGraph(g, nil),
		} {
			inSteps(t, name, step, 2000, func(limits ply.Limits, store *note, visit func(int)) (search.Result[int], ply.Report, error) {
				opt := search.Options[int]{Visit: visit, Longest: longest}
				if store != nil {
					opt.Checkpoint = store
				}
				r, err := search.BreadthFirst(background, space, limits, opt)
				report := r.Report
				r.Elapsed = 0
				return r, report, err
			})
		}
		graph := testgames.RandomGraph(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), 300, 1000, acyclic)
		for name, do := range map[string]func(ply.Limits, checkpoint.Store, func(int)) (search.PathResult[int], error){
			"A*": func(limits ply.Limits, store checkpoint.Store, visit func(int)) (search.PathResult[int], error) {
				return search.AStar(background, graph, limits, search.PathOptions[int]{Visit: visit, Checkpoint: store})
			},
			"greedy": func(limits ply.Limits, store checkpoint.Store, visit func(int)) (search.PathResult[int], error) {
				return search.GreedyBestFirst(background, graph, limits, search.GreedyOptions[int]{Visit: visit, Checkpoint: store})
			},
			"greedy, deferred": func(limits ply.Limits, store checkpoint.Store, visit func(int)) (search.PathResult[int], error) {
				return search.GreedyBestFirst(background, graph, limits, search.GreedyOptions[int]{Deferred: true, Visit: visit, Checkpoint: store})
			},
			"IDA*": func(limits ply.Limits, store checkpoint.Store, visit func(int)) (search.PathResult[int], error) {
				return search.IDAStar(background, graph, limits, search.PathOptions[int]{Visit: visit, Checkpoint: store})
			},
			"IDA*, incremental": func(limits ply.Limits, store checkpoint.Store, visit func(int)) (search.PathResult[int], error) {
				return search.IDAStar(background, guess{g}, limits, search.PathOptions[int]{Visit: visit, Checkpoint: store})
			},
		} {
			inSteps(t, name, step, 2000, func(limits ply.Limits, store *note, visit func(int)) (search.PathResult[int], ply.Report, error) {
				var kept checkpoint.Store
				if store != nil {
					kept = store
				}
				r, err := do(limits, kept, visit)
				report := r.Report
				r.Elapsed = 0
				return r, report, err
			})
		}
	})
}

// A guess estimates nothing.
type guess struct{ scored }

func (guess) Estimate() int { return 0 }

func TestCheckpointsOfPaths(t *testing.T) {
	search.SetMostStride(t, 1) // many positions are expanded while a state is written
	type slide = testgames.Slide
	type result = search.PathResult[slide]
	for name, do := range map[string]func(*testgames.Tiles, checkpoint.Store) (result, error){
		"A*": func(g *testgames.Tiles, store checkpoint.Store) (result, error) {
			return search.AStar(background, g, ply.Limits{}, search.PathOptions[slide]{Checkpoint: store})
		},
		"IDA*": func(g *testgames.Tiles, store checkpoint.Store) (result, error) {
			return search.IDAStar(background, g, ply.Limits{}, search.PathOptions[slide]{Checkpoint: store})
		},
		"greedy": func(g *testgames.Tiles, store checkpoint.Store) (result, error) {
			return search.GreedyBestFirst(background, g, ply.Limits{}, search.GreedyOptions[slide]{Checkpoint: store})
		},
		"breadth first": func(g *testgames.Tiles, store checkpoint.Store) (result, error) {
			opt := search.Options[slide]{StopAtSolution: true, Checkpoint: store}
			r, err := search.BreadthFirst(background, search.Graph(g, nil).MaxDepth(15), ply.Limits{}, opt)
			return result{Report: r.Report, Line: r.Line, Cost: r.MemoryHits}, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			if long.Enabled && name != "A*" {
				t.Skip("the others are tested without -tags long")
			}
			from := func(width int, cells ...uint8) func(checkpoint.Store) (any, error) {
				return func(store checkpoint.Store) (any, error) {
					r, err := do(testgames.NewTiles(width, cells...), store)
					r.Elapsed = 0
					return r, err
				}
			}
			if name == "greedy" { // 8 tiles would take only 500 nodes
				savedtest.Check(t, from(4, 14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3), from(4, 13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6))
				return
			}
			savedtest.Check(t, from(3, 8, 6, 7, 2, 5, 4, 3, 0, 1), from(3, 6, 4, 7, 8, 5, 0, 3, 2, 1))
		})
	}
}

func TestSearchPartTakesNoCheckpoint(t *testing.T) {
	_, _, err := search.SearchPart(background, pegs(20), ply.Limits{}, search.Part[testgames.PegMove]{}, search.Options[testgames.PegMove]{Checkpoint: new(note)})
	if err == nil {
		t.Error("no error")
	}
}

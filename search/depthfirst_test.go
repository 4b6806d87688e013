package search_test

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

var background = context.Background()

// memories returns one table of each kind, far too small, and none, which is a memory that grows.
func memories() map[string]*transposition.Table {
	m := map[string]*transposition.Table{"no table": nil}
	for scheme := range transposition.TwoBig + 1 {
		m["table "+scheme.String()] = transposition.NewTable(8 * 4)
		m["table "+scheme.String()].Scheme = scheme
	}
	return m
}

// spaces returns all spaces of a game of operators; if its name has "exact", a space visits every position exactly
// once.
func spaces[G interface {
	ply.Game[int]
	ply.Hasher
	ply.Commuter[int]
	encoding.BinaryAppender
}](t rapid.TB, g G) (all map[string]search.Space[int], exact map[string]bool) {
	t.Helper()
	all = map[string]search.Space[int]{
		"Tree":        search.Tree(g),
		"Incremental": search.Incremental(g),
		"ExactGraph":  search.ExactGraph(g, new(transposition.Set)),
	}
	for name, memory := range memories() {
		all["Graph, "+name] = search.Graph(g, memory)
	}
	for name, memory := range memories() {
		all["IncrementalGraph, "+name] = search.IncrementalGraph(g, memory)
	}
	return all, map[string]bool{"ExactGraph": true, "Graph, no table": true, "IncrementalGraph, no table": true}
}

func TestDepthFirstVisitsEveryPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		want := bruteForce(g)
		start := identity(g)
		best := rapid.IntRange(first, highest).Draw(t, "best")
		all, exact := spaces(t, g)
		if best == highest {
			all, exact = spaces(t, aimless{g})
			want.solved, want.solving = 0, 0
		}
		for name, space := range all {
			visited := map[string]bool{}
			nodes := 0
			result, err := search.DepthFirst(background, space, ply.Limits{}, search.Options[int]{
				Longest: best == longest,
				Visit: func(int) {
					visited[identity(g)] = g.Solved()
					nodes++
				},
			})
			switch {
			case err != nil:
				t.Fatalf("%s: %v", name, err)
			case identity(g) != start:
				t.Fatalf("%s: the game is not back at the start", name)
			case result.Status != ply.Complete || result.Nodes != nodes:
				t.Fatalf("%s: %+v after %d visits", name, result, nodes)
			case fmt.Sprint(visited) != fmt.Sprint(want.positions):
				t.Fatalf("%s: visited %d positions, want %d", name, len(visited), len(want.positions))
			case exact[name] && (nodes != len(want.positions) || result.Leaves != want.leaves || result.Solutions != want.solved):
				t.Fatalf("%s: %+v, want %+v", name, result, want)
			case name == "Tree" && (nodes != want.lines || result.Leaves != want.finished || result.Solutions != want.solving):
				t.Fatalf("%s: %+v, want %+v", name, result, want)
			case result.Solutions > want.solving || (result.Solutions > 0) != (want.solving > 0):
				t.Fatalf("%s: %d solutions, want %d at most", name, result.Solutions, want.solving)
			case result.Depth > want.longest:
				t.Fatalf("%s: depth %d, want %d at most", name, result.Depth, want.longest)
			}
			checkLine(t, name, g, best, result, want)
		}
	})
}

// checkLine checks the best line of a result. Lines to a position may differ in length, so the shortest or longest is
// certain only if a space leaves out only permutations.
func checkLine(t *rapid.T, name string, g scored, best int, result search.Result[int], want truth) {
	certain := name == "Tree" || name == "Incremental"
	if !result.Found {
		if best == longest || best == highest || want.solving > 0 {
			t.Fatalf("%s: no line found", name)
		}
		return
	}
	testgames.Replay(t, g, result.Line, func() {
		switch {
		case best == first && !g.Solved():
			t.Fatalf("%s: line %v does not solve", name, result.Line)
		case best == longest && len(result.Line) != result.Depth,
			best == longest && certain && len(result.Line) != want.longest:
			t.Fatalf("%s: line %v of depth %d, want %d moves", name, result.Line, result.Depth, want.longest)
		case best == highest && g.Score() != want.best:
			t.Fatalf("%s: line %v has score %v, want %v", name, result.Line, g.Score(), want.best)
		}
	})
}

func TestDepthFirstOnCycles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, false)}
		want := map[string]bool{}
		if _, err := search.DepthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[int]{
			Visit: func(int) { want[identity(g)] = true },
		}); err != nil {
			t.Fatal(err)
		}
		for name, memory := range memories() {
			visited := map[string]bool{}
			result, err := search.DepthFirst(background, search.Graph(g, memory), ply.Limits{Nodes: 20_000}, search.Options[int]{
				// A memory of four positions can take exponential time.
				Visit: func(int) { visited[identity(g)] = true },
			})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if result.Status == ply.Complete && fmt.Sprint(visited) != fmt.Sprint(want) {
				t.Fatalf("%s: visited %d positions, want %d", name, len(visited), len(want))
			}
		}
		for _, space := range []search.Space[int]{search.Tree(g), search.Incremental(g), search.IncrementalGraph(g, nil)} {
			if _, err := search.DepthFirst(background, space, ply.Limits{}, search.Options[int]{}); !errors.Is(err, ply.ErrCyclic) {
				t.Fatalf("error %v, want ply.ErrCyclic", err)
			}
		}
	})
}

func TestExactGraphFindsWhatIsReachable(t *testing.T) {
	for seed := range uint64(200) {
		g := testgames.RandomGraph(rand.New(rand.NewPCG(seed, 0)), 30, 50, seed%2 == 0)
		distances, _ := g.Distances()
		reachable := 0
		for _, d := range distances {
			if d >= 0 {
				reachable++
			}
		}
		result, err := search.DepthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[int]{})
		if err != nil || result.Nodes != reachable || g.At != 0 {
			t.Errorf("seed %d: %d nodes, error %v, want %d", seed, result.Nodes, err, reachable)
		}
	}
}

// TestTablesOfAllSchemes is the comparison that Breuker's schemes are for: none loses a position, and
// those that weigh take no more nodes than none at all.
func TestTablesOfAllSchemes(t *testing.T) {
	g := testgames.NewPegs()
	for range 20 {
		g.Play(g.Moves(nil)[0])
	}
	tree, err := search.DepthFirst(background, search.Tree(g), ply.Limits{}, search.Options[testgames.PegMove]{})
	if err != nil {
		t.Fatal(err)
	}
	exact, err := search.DepthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[testgames.PegMove]{})
	if err != nil {
		t.Fatal(err)
	}
	for name, memory := range memories() {
		result, err := search.DepthFirst(background, search.Graph(g, memory), ply.Limits{}, search.Options[testgames.PegMove]{})
		if err != nil || result.Nodes < exact.Nodes || result.Nodes > tree.Nodes {
			t.Errorf("%s: %d nodes, error %v; the graph has %d, the tree %d", name, result.Nodes, err, exact.Nodes, tree.Nodes)
		}
		t.Logf("%s: %d nodes of %d to %d", name, result.Nodes, exact.Nodes, tree.Nodes)
	}
}

// A chain has one move in each position.
type chain struct{ at, end int }

func (c *chain) Moves(dst []int) []int {
	if c.at < c.end {
		dst = append(dst, c.at)
	}
	return dst
}
func (c *chain) Play(int)      { c.at++ }
func (c *chain) Undo(int)      { c.at-- }
func (c *chain) Acyclic() bool { return true }
func (c *chain) Hash() uint64  { return transposition.Mix(uint64(c.at)) }

func TestDepthFirstGoesBeyondTheStackOfAGoroutine(t *testing.T) {
	search.SetFreshStack(t, 1000)
	g := &chain{end: 12_345}
	for name, space := range map[string]search.Space[int]{
		"tree":  search.Tree(g),
		"graph": search.Graph(g, nil),
	} {
		result, err := search.DepthFirst(background, space, ply.Limits{}, search.Options[int]{Longest: true})
		if err != nil || result.Nodes != g.end+1 || result.Depth != g.end || len(result.Line) != g.end || g.at != 0 {
			t.Errorf("%s: %d nodes, depth %d, error %v", name, result.Nodes, result.Depth, err)
		}
	}
}

func TestMaxDepth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))}
		depth := rapid.IntRange(1, 4).Draw(t, "depth")
		nodes, finished := 0, 0
		var visit func(left int)
		visit = func(left int) {
			nodes++
			moves := g.Moves(nil)
			if len(moves) == 0 {
				finished++
			}
			if left > 0 {
				for _, m := range moves {
					g.Play(m)
					visit(left - 1)
					g.Undo(m)
				}
			}
		}
		visit(depth)
		result, err := search.DepthFirst(background, search.Tree(g).MaxDepth(depth), ply.Limits{}, search.Options[int]{})
		if err != nil || result.Nodes != nodes || result.Leaves != finished || result.Depth > depth {
			t.Fatalf("%+v, error %v, want %d nodes and %d leaves", result, err, nodes, finished)
		}
	})
}

func TestBudgets(t *testing.T) {
	g := testgames.NewPegs()
	space := func() search.Space[testgames.PegMove] { return search.Graph(g, nil) }
	cancelled, cancel := context.WithCancel(background)
	cancel()
	expired, cancel := context.WithTimeout(background, 0)
	defer cancel()
	tests := []struct {
		name   string
		ctx    context.Context
		limits ply.Limits
		opt    search.Options[testgames.PegMove]
		want   ply.Status
		nodes  int // exactly, or -1
	}{
		{"one node", background, ply.Limits{Nodes: 1}, search.Options[testgames.PegMove]{}, ply.OutOfNodes, 1},
		{"nodes", background, ply.Limits{Nodes: 12_345}, search.Options[testgames.PegMove]{}, ply.OutOfNodes, 12_345},
		{"time", background, ply.Limits{Time: 20 * time.Millisecond}, search.Options[testgames.PegMove]{}, ply.OutOfTime, -1},
		{"no time", background, ply.Limits{Time: 1}, search.Options[testgames.PegMove]{}, ply.OutOfTime, 0},
		{"cancelled", cancelled, ply.Limits{}, search.Options[testgames.PegMove]{}, ply.Cancelled, 0},
		{"deadline", expired, ply.Limits{}, search.Options[testgames.PegMove]{}, ply.OutOfTime, 0},
	}
	for _, test := range tests {
		before := g.String()
		result, err := search.DepthFirst(test.ctx, space(), test.limits, test.opt)
		if err != nil || result.Status != test.want || result.Status.Conclusive() || test.nodes >= 0 && result.Nodes != test.nodes {
			t.Errorf("%s: %v after %d nodes, error %v", test.name, result.Status, result.Nodes, err)
		}
		if g.String() != before {
			t.Errorf("%s: the game is not back at the start", test.name)
		}
	}
	ctx, cancel := context.WithCancel(background)
	result, err := search.DepthFirst(stop.ReportEach(ctx, time.Nanosecond), space(), ply.Limits{}, search.Options[testgames.PegMove]{
		Progress: func(p search.Result[testgames.PegMove]) {
			if p.Nodes > 5000 {
				cancel()
			}
		},
	})
	if err != nil || result.Status != ply.Cancelled || result.Nodes < 5000 || result.Nodes > 50_000 {
		t.Errorf("cancelled on the way: %v after %d nodes, error %v", result.Status, result.Nodes, err)
	}
}

func TestProgress(t *testing.T) {
	g := testgames.NewPegs()
	for range 12 {
		g.Play(g.Moves(nil)[0])
	}
	before := g.String()
	var reports []search.Result[testgames.PegMove]
	result, err := search.DepthFirst(stop.ReportEach(background, time.Microsecond), search.Incremental(g), ply.Limits{Nodes: 1_000_000}, search.Options[testgames.PegMove]{
		Progress: func(p search.Result[testgames.PegMove]) { reports = append(reports, p) },
	})
	if err != nil || g.String() != before {
		t.Fatalf("%v, error %v", result, err)
	}
	if len(reports) < 10 {
		t.Fatalf("%d reports", len(reports))
	}
	for i, p := range reports[1:] {
		if last := reports[i]; p.Nodes < last.Nodes || p.Done < last.Done-1e-9 || p.Done > 1 || p.Elapsed < last.Elapsed {
			t.Fatalf("report %+v after %+v", p, last)
		}
	}
	if last := reports[len(reports)-1]; last.Nodes != result.Nodes {
		t.Errorf("last report %+v of %+v", last, result)
	}
}

func TestStopAtSolution(t *testing.T) {
	g := testgames.NewPegs()
	table := transposition.NewTable(8 << 20)
	result, err := search.DepthFirst(background, search.Graph(g, table), ply.Limits{}, search.Options[testgames.PegMove]{StopAtSolution: true})
	if err != nil || result.Status != ply.Solved || result.Solutions != 1 || len(result.Line) != 31 {
		t.Fatalf("%+v, error %v", result, err)
	}
	for _, m := range result.Line {
		g.Play(m)
	}
	if !g.Solved() {
		t.Errorf("the line does not solve:\n%v", g)
	}
	if stats, err := table.Stats(); result.MemoryHits == 0 || uint64(result.MemoryHits) != stats.Hits || err != nil {
		t.Errorf("%d memory hits, the table says %d, error %v", result.MemoryHits, stats.Hits, err)
	}
}

func TestWrongArguments(t *testing.T) {
	pegs := testgames.NewPegs()
	unsolvable := &chain{end: 1}
	tests := []struct {
		want string
		err  func() error
	}{
		{"Limits.Nodes is -1", func() error {
			_, err := search.DepthFirst(background, search.Tree(pegs), ply.Limits{Nodes: -1}, search.Options[testgames.PegMove]{})
			return err
		}},
		{"Limits.Time is -1ns", func() error {
			_, err := search.DepthFirst(background, search.Tree(pegs), ply.Limits{Time: -1}, search.Options[testgames.PegMove]{})
			return err
		}},
		{"MaxDepth is -2", func() error { return depthFirst(search.Tree(pegs).MaxDepth(-2), search.Options[testgames.PegMove]{}) }},
		{"no game", func() error { return depthFirst(search.Space[int]{}, search.Options[int]{}) }},
		{"table of 0 entries", func() error {
			return depthFirst(search.Graph(pegs, transposition.NewTable(-1)), search.Options[testgames.PegMove]{})
		}},
		{"MaxDepth needs a space", func() error {
			return depthFirst(search.Graph(pegs, nil).MaxDepth(3), search.Options[testgames.PegMove]{})
		}},
		{"needs a ply.Puzzle", func() error { return depthFirst(search.Tree(unsolvable), search.Options[int]{StopAtSolution: true}) }},
		{"remembers no positions", func() error {
			_, err := search.IterativeDeepening(background, search.Graph(pegs, nil), ply.Limits{}, search.PathOptions[testgames.PegMove]{})
			return err
		}},
		{"incremental", func() error {
			_, err := search.BreadthFirst(background, search.Incremental(pegs), ply.Limits{}, search.Options[testgames.PegMove]{})
			return err
		}},
		{"perft of depth -1", func() error {
			_, err := search.Perft(background, pegs, -1, search.PerftOptions{})
			return err
		}},
		{"needs a ply.Hasher", func() error {
			_, err := search.Perft[testgames.PegMove](background, struct{ ply.Game[testgames.PegMove] }{pegs}, 3, search.PerftOptions{Table: new(transposition.Table)})
			return err
		}},
		{"Workers is -2", func() error { return depthFirst(search.Tree(pegs), search.Options[testgames.PegMove]{Workers: -2}) }},
		{"exclude ExactGraph", func() error {
			return depthFirst(search.ExactGraph(pegs, new(transposition.Set)), search.Options[testgames.PegMove]{Workers: 2})
		}},
		{ply.ErrCyclic.Error(), func() error {
			return depthFirst(search.Graph(testgames.NewTiles(3, 8, 7, 6, 5, 4, 3, 2, 1, 0), nil), search.Options[testgames.Slide]{Workers: 2})
		}},
		{"need a ply.Cloner", func() error { return depthFirst(search.Tree(unsolvable), search.Options[int]{Workers: 2}) }},
		{"exclude Visit", func() error {
			return depthFirst(search.Tree(pegs), search.Options[testgames.PegMove]{Workers: 2, Visit: func(int) {}})
		}},
		{"no game", func() error { return depthFirst(search.Space[int]{}, search.Options[int]{Workers: 2}) }},
		{"needs a ply.Puzzle", func() error {
			for _, err := range search.Solutions(background, search.Tree(unsolvable), ply.Limits{}) {
				return err
			}
			return nil
		}},
	}
	for _, test := range tests {
		if err := test.err(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
	}
}

func depthFirst[M comparable](s search.Space[M], opt search.Options[M]) error {
	_, err := search.DepthFirst(background, s, ply.Limits{}, opt)
	return err
}

func TestNothingIsAllocatedPerNode(t *testing.T) {
	g := testgames.NewPegs()
	table := transposition.NewTable(8 << 16)
	for name, space := range map[string]search.Space[testgames.PegMove]{
		"tree":        search.Tree(g),
		"graph":       search.Graph(g, table),
		"incremental": search.Incremental(g),
		"both":        search.IncrementalGraph(g, table),
	} {
		count := func(nodes int) float64 {
			return testing.AllocsPerRun(3, func() {
				if _, err := search.DepthFirst(background, space, ply.Limits{Nodes: nodes}, search.Options[testgames.PegMove]{}); err != nil {
					t.Fatal(err)
				}
			})
		}
		if few, many := count(1000), count(30_000); many > few+5 { // stacks may still grow a little
			t.Errorf("%s: %v allocations for 1000 nodes, %v for 30,000", name, few, many)
		}
	}
}

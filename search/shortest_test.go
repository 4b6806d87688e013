package search_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

func TestBreadthFirstLevels(t *testing.T) {
	for seed := range uint64(300) {
		acyclic := seed%2 == 0
		g := testgames.RandomGraph(rand.New(rand.NewPCG(seed, 1)), 25, 40, acyclic)
		distances, _ := g.Distances()
		var levels []int
		nearest := -1
		for node, d := range distances {
			if d < 0 {
				continue
			}
			for len(levels) <= d {
				levels = append(levels, 0)
			}
			levels[d]++
			if g.Goals[node] && (nearest < 0 || d < nearest) {
				nearest = d
			}
		}
		for name, space := range map[string]search.Space[int]{
			"hashes":     search.Graph(g, nil),
			"identities": search.ExactGraph(g, new(transposition.Set)),
		} {
			var got []int
			result, err := search.BreadthFirst(background, space, ply.Limits{}, countLevels(search.Options[int]{}, &got))
			if err != nil || !slices.Equal(got, levels) || g.At != 0 {
				t.Fatalf("seed %d, %s: levels %v, error %v, want %v", seed, name, got, err, levels)
			}
			if result.Found != (nearest >= 0) || result.Found && len(result.Line) != nearest {
				t.Fatalf("seed %d, %s: line %v, want %d moves", seed, name, result.Line, nearest)
			}
		}
		if !acyclic {
			if _, err := search.BreadthFirst(background, search.Tree(g), ply.Limits{}, search.Options[int]{}); !errors.Is(err, ply.ErrCyclic) {
				t.Fatalf("error %v, want ply.ErrCyclic", err)
			}
		}
	}
}

func TestBreadthFirstAgreesWithDepthFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		want := bruteForce(g)
		tree, err := search.BreadthFirst(background, search.Tree(g), ply.Limits{}, search.Options[int]{})
		if err != nil || tree.Nodes != want.lines || tree.Leaves != want.finished || tree.Solutions != want.solving ||
			tree.Depth != want.longest || want.shortest >= 0 && len(tree.Line) != want.shortest {
			t.Fatalf("%+v, error %v, want %+v", tree, err, want)
		}
		best, err := search.BreadthFirst(background, search.Tree(aimless{g}), ply.Limits{}, search.Options[int]{})
		if err != nil || best.Nodes != want.lines || !best.Found {
			t.Fatalf("%+v, error %v, want %+v", best, err, want)
		}
		testgames.Replay(t, g, best.Line, func() {
			if len(g.Moves(nil)) > 0 || g.Score() != want.best {
				t.Fatalf("line %v has score %v, want %v", best.Line, g.Score(), want.best)
			}
		})
		graph, err := search.BreadthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{}, search.Options[int]{})
		if err != nil || graph.Nodes != len(want.positions) || graph.Solutions != want.solved ||
			want.shortest >= 0 && len(graph.Line) != want.shortest {
			t.Fatalf("%+v, error %v, want %+v", graph, err, want)
		}
		// It can be cut short at any node.
		limits := ply.Limits{Nodes: rapid.IntRange(1, want.lines).Draw(t, "nodes")}
		cut, err := search.BreadthFirst(background, search.Tree(g), limits, search.Options[int]{})
		if err != nil || cut.Nodes != limits.Nodes || (cut.Status == ply.Complete) != (cut.Nodes == want.lines) {
			t.Fatalf("%v after %d of %d nodes, error %v", cut.Status, cut.Nodes, want.lines, err)
		}
	})
}

// The numbers of positions of peg solitaire after each number of jumps, up to symmetry, as published
// by Bill Butler (durangobill.com; OEIS A112737).
var pegLevels = []int{
	1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215,
	3312423, 3626632, 3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917, 348, 50, 7, 2,
}

func TestPegSolitaireUpToSymmetry(t *testing.T) {
	const depth = 8
	var levels []int
	space := search.SymmetricGraph(testgames.NewPegs(), nil).MaxDepth(depth)
	_, err := search.BreadthFirst(background, space, ply.Limits{}, countLevels(search.Options[testgames.PegMove]{}, &levels))
	if err != nil || !slices.Equal(levels, pegLevels[:depth+1]) {
		t.Errorf("levels %v, error %v, want %v", levels, err, pegLevels[:depth+1])
	}
}

// The numbers of positions of the eight puzzle at each distance from the solved one (OEIS A089473
// and others): 181 440 in all, the last two at 31.
var eightPuzzleLevels = []int{
	1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
	17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
}

func TestEightPuzzle(t *testing.T) {
	g := testgames.NewTiles(3, 0, 1, 2, 3, 4, 5, 6, 7, 8)
	g.NoGoal = true
	var levels []int
	result, err := search.BreadthFirst(background, search.ExactGraph(g, new(transposition.Set)), ply.Limits{},
		countLevels(search.Options[testgames.Slide]{Longest: true}, &levels))
	if err != nil || !slices.Equal(levels, eightPuzzleLevels) || len(result.Line) != 31 {
		t.Fatalf("levels %v, line of %d moves, error %v", levels, len(result.Line), err)
	}
	// From the far end, all searches find the way back, none a shorter one.
	for _, m := range result.Line {
		g.Play(m)
	}
	hardest := testgames.NewTiles(3, g.Cells...)
	shortest := map[string]func() (search.PathResult[testgames.Slide], error){
		"A*": func() (search.PathResult[testgames.Slide], error) {
			return search.AStar(background, hardest, ply.Limits{}, search.PathOptions[testgames.Slide]{})
		},
		"IDA*": func() (search.PathResult[testgames.Slide], error) {
			return search.IDAStar(background, hardest, ply.Limits{}, search.PathOptions[testgames.Slide]{})
		},
		"breadth first": func() (search.PathResult[testgames.Slide], error) {
			r, err := search.BreadthFirst(background, search.Graph(hardest, nil), ply.Limits{}, search.Options[testgames.Slide]{StopAtSolution: true})
			return search.PathResult[testgames.Slide]{Report: r.Report, Line: r.Line, Cost: len(r.Line)}, err
		},
	}
	for name, find := range shortest {
		before := hardest.String()
		r, err := find()
		if err != nil || r.Status != ply.Solved || r.Cost != 31 || len(r.Line) != 31 {
			t.Errorf("%s: %v in %d moves, error %v, want 31", name, r.Status, len(r.Line), err)
			continue
		}
		if hardest.String() != before {
			t.Errorf("%s: the puzzle is not back at the start", name)
		}
		for _, m := range r.Line {
			hardest.Play(m)
		}
		if !hardest.Solved() {
			t.Errorf("%s: the line does not solve", name)
		}
		for _, m := range slices.Backward(r.Line) {
			hardest.Undo(m)
		}
	}
}

func TestIterativeDeepeningFindsAShortestSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := scored{testgames.Operators(t, true)}
		want := bruteForce(g)
		for name, space := range map[string]search.Space[int]{"tree": search.Tree(g), "incremental": search.Incremental(g)} {
			deepest := 0
			result, err := search.IterativeDeepening(background, space, ply.Limits{}, search.PathOptions[int]{Visit: func(depth int) { deepest = max(deepest, depth) }})
			switch {
			case err != nil:
				t.Fatalf("%s: %v", name, err)
			case want.shortest < 0 && (result.Status != ply.Complete || result.Found || deepest != want.longest):
				t.Fatalf("%s: %+v, but there is no solution", name, result)
			case want.shortest >= 0 && (result.Status != ply.Solved || len(result.Line) != want.shortest):
				t.Fatalf("%s: %v, line %v, want %d moves", name, result.Status, result.Line, want.shortest)
			}
			if result.Found {
				testgames.Replay(t, g, result.Line, func() {
					if !g.Solved() {
						t.Fatalf("%s: line %v does not solve", name, result.Line)
					}
				})
			}
		}
	})
	// A bound on all bounds.
	tiles := testgames.NewTiles(3, 1, 2, 5, 3, 4, 8, 6, 7, 0)
	deepest := 0
	result, err := search.IterativeDeepening(background, search.Tree(tiles).MaxDepth(3), ply.Limits{}, search.PathOptions[testgames.Slide]{
		Visit: func(depth int) { deepest = max(deepest, depth) },
	})
	if err != nil || result.Status != ply.Complete || result.Found || deepest != 3 {
		t.Errorf("%+v, error %v", result, err)
	}
	three := result.Nodes // in the rounds of up to three moves
	result, err = search.IterativeDeepening(background, search.Tree(tiles).MaxDepth(10), ply.Limits{}, search.PathOptions[testgames.Slide]{})
	if err != nil || result.Status != ply.Solved || len(result.Line) != 4 || result.Cost != 4 || result.UntilLastJump != three {
		t.Errorf("%+v, error %v", result, err)
	}
}

// hashed hides the identity of a graph.
type hashed struct {
	ply.Game[int]
	ply.Puzzle
	ply.Estimator
	ply.Coster[int]
	ply.Hasher
}

func TestCheapestSolution(t *testing.T) {
	for seed := range uint64(500) {
		random := rand.New(rand.NewPCG(seed, 2))
		acyclic := seed%2 == 0
		g := testgames.RandomGraph(random, 20, 35, acyclic)
		_, costs := g.Distances()
		want := -1
		for node, c := range costs {
			if g.Goals[node] && c >= 0 && (want < 0 || c < want) {
				want = c
			}
		}
		// Admissible estimates, consistent or not: a random part of the true cost.
		for node, left := range costsToGoal(g) {
			g.Bounds[node] = 1000
			if left >= 0 {
				g.Bounds[node] = random.IntN(left + 1)
			}
		}
		check := func(name string, r search.PathResult[int], err error) {
			switch {
			case err != nil || g.At != 0:
				t.Fatalf("seed %d, %s: error %v, at node %d", seed, name, err, g.At)
			case want < 0 && (r.Status != ply.Complete || r.Found):
				t.Fatalf("seed %d, %s: %+v, but there is no solution", seed, name, r)
			case want >= 0 && (r.Status != ply.Solved || r.Cost != want):
				t.Fatalf("seed %d, %s: %v at cost %d, want %d", seed, name, r.Status, r.Cost, want)
			}
			sum := 0
			for _, m := range r.Line {
				sum += g.Cost(m)
			}
			if sum != r.Cost {
				t.Fatalf("seed %d, %s: line %v costs %d, not %d", seed, name, r.Line, sum, r.Cost)
			}
		}
		r, err := search.AStar(background, g, ply.Limits{}, search.PathOptions[int]{})
		check("A*, identities", r, err)
		r, err = search.AStar(background, hashed{g, g, g, g, g}, ply.Limits{}, search.PathOptions[int]{})
		check("A*, hashes", r, err)
		if acyclic || want >= 0 {
			r, err = search.IDAStar(background, g, ply.Limits{Nodes: 1_000_000}, search.PathOptions[int]{})
			if r.Status != ply.OutOfNodes {
				check("IDA*", r, err)
			}
		}
	}
}

// costsToGoal returns the least cost from each node to a goal, or -1.
func costsToGoal(g *testgames.Graph) []int {
	left := make([]int, len(g.Out))
	for node := range left {
		left[node] = -1
		if g.Goals[node] {
			left[node] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for _, e := range g.Edges {
			if left[e.To] >= 0 && (left[e.From] < 0 || left[e.To]+e.Price < left[e.From]) {
				left[e.From], changed = left[e.To]+e.Price, true
			}
		}
	}
	return left
}

func TestCostsMustBeLawful(t *testing.T) {
	g := testgames.RandomGraph(rand.New(rand.NewPCG(0, 0)), 20, 60, false)
	for i := range g.Edges {
		g.Edges[i].Price = -1
	}
	if _, err := search.IDAStar(background, g, ply.Limits{}, search.PathOptions[int]{}); err == nil || g.At != 0 {
		t.Errorf("IDAStar takes negative costs, error %v", err)
	}
	if _, err := search.AStar(background, g, ply.Limits{}, search.PathOptions[int]{}); err == nil || g.At != 0 {
		t.Errorf("AStar takes negative costs, error %v", err)
	}
}

package mcts_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/mcts"
)

// drawOptions draws options that any game with clones, numbers and a hash can be searched with.
func drawOptions(t *rapid.T) mcts.Options[int] {
	opt := mcts.Options[int]{
		Bandit: rapid.SampledFrom([]mcts.Bandit{
			nil, mcts.Hoeffding{K: 1}, mcts.Greedy{}, mcts.Bernstein{K: 0.1}, mcts.Tuned{}, mcts.PUCT{C: 2},
		}).Draw(t, "bandit"),
		FirstPlay:      rapid.SampledFrom([]float64{0, 0.6, 1.5}).Draw(t, "first"),
		RAVE:           mcts.RAVE{Weight: rapid.SampledFrom([]float64{0, 10, 1000}).Draw(t, "rave")},
		ExpandAfter:    rapid.SampledFrom([]int{0, 1, 5}).Draw(t, "expand"),
		Transpositions: rapid.Bool().Draw(t, "transpositions"),
		MaxLength:      rapid.SampledFrom([]int{0, 0, 3, 100}).Draw(t, "length"),
		Workers:        rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "workers"),
		Sharing:        rapid.SampledFrom([]mcts.Sharing{mcts.SharedTree, mcts.RootTrees, mcts.LeafPlayouts}).Draw(t, "sharing"),
		Random:         rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1),
	}
	heeded(&opt, mcts.Playouts{
		N:      rapid.SampledFrom([]int{0, 1, 3}).Draw(t, "playouts"),
		Median: rapid.Bool().Draw(t, "median"),
	}, rapid.Bool().Draw(t, "evaluate"))
	if opt.RAVE.Weight != 0 && rapid.Bool().Draw(t, "grave") {
		opt.RAVE.Reference = 5
	}
	if rapid.Bool().Draw(t, "widening") {
		opt.Widening = mcts.Widening{Factor: 1, Power: 0.5}
	}
	if rapid.Bool().Draw(t, "small") {
		opt.Memory, opt.Prune = 20_000, rapid.Bool().Draw(t, "prune")
	}
	return opt
}

// heeded sets how positions are judged, and makes options compatible.
func heeded(opt *mcts.Options[int], playouts mcts.Playouts, evaluate bool) {
	if playouts.N < 2 {
		playouts.Median = false
	}
	if opt.Leaf = playouts; evaluate {
		opt.Leaf, playouts.N = mcts.Evaluation{}, 1
	}
	if opt.Sharing == mcts.LeafPlayouts {
		opt.Workers = min(opt.Workers, max(1, playouts.N))
	}
}

func drawWild(t *rapid.T, most int) *wild {
	return newWild(rapid.Uint64().Draw(t, "game"), rapid.IntRange(1, 6).Draw(t, "depth"), rapid.IntRange(1, 4).Draw(t, "width"),
		most, rapid.Bool().Draw(t, "turns"), rapid.Bool().Draw(t, "merge"))
}

// TestProvenValues compares proofs at any time of the search with minimax.
func TestProvenValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 3).Draw(t, "most")
		g := drawWild(t, most)
		if len(g.Moves(nil)) == 0 {
			t.Skip("finished")
		}
		opt := drawOptions(t)
		if most > 1 {
			opt.Scale = most
		}
		want := float64(minimax(g)) / float64(most)
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 3, 20, 100, 1000, 4000} {
			r, err := tree.Search(context.Background(), ply.Limits{Nodes: n})
			if err != nil {
				t.Fatal(err)
			}
			if want < r.Low-1e-9 || want > r.High+1e-9 {
				t.Fatalf("after %d simulations: proven %v to %v, want %v", r.Visits(), r.Low, r.High, want)
			}
			if r.Status == ply.OutOfNodes && opt.Workers == 1 && r.Nodes != n {
				t.Fatalf("%d simulations, want %d", r.Nodes, n)
			}
			if r.Solved() != (r.Status == ply.Solved) {
				t.Fatalf("%v, proven %v to %v", r.Status, r.Low, r.High)
			}
			checkMoves(t, g, r, most)
			if r.Solved() {
				checkBest(t, g, r.Move, most, want)
				break
			}
		}
		if len(g.line) != 0 {
			t.Fatalf("the game is left after %v", g.line)
		}
	})
}

// checkMoves checks the proofs about the moves of the root.
func checkMoves(t *rapid.T, g *wild, r mcts.Result[int], most int) {
	if len(r.Moves) != len(g.Moves(nil)) {
		t.Fatalf("moves %v, want %v", r.Moves, g.Moves(nil))
	}
	for _, m := range r.Moves {
		want := valueOf(g, m.Move, most)
		if want < m.Low-1e-9 || want > m.High+1e-9 {
			t.Fatalf("move %d: proven %v to %v, want %v", m.Move, m.Low, m.High, want)
		}
	}
}

func checkBest(t *rapid.T, g *wild, m, most int, want float64) {
	if got := valueOf(g, m, most); math.Abs(got-want) > 1e-9 {
		t.Fatalf("move %d is worth %v, the position %v", m, got, want)
	}
}

// valueOf returns the value of a move for the side that plays it.
func valueOf(g *wild, m, most int) float64 {
	side := g.ToMove()
	g.Play(m)
	defer g.Undo(m)
	v := minimax(g)
	if g.ToMove() != side {
		v = -v
	}
	return float64(v) / float64(most)
}

// TestSolves checks that small games are solved in the end, with any options.
func TestSolves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newWild(rapid.Uint64().Draw(t, "game"), 4, 3, 1, true, rapid.Bool().Draw(t, "merge"))
		if len(g.Moves(nil)) == 0 {
			t.Skip("finished")
		}
		opt := drawOptions(t)
		opt.Memory = 0
		opt.MaxLength = 0
		opt.Bandit, opt.FirstPlay, opt.RAVE = nil, 0, mcts.RAVE{} // greedy ones can stay with a loser for long
		r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 100_000}, opt)
		if err != nil || !r.Solved() {
			t.Fatalf("%v, proven %v to %v, error %v", r.Status, r.Low, r.High, err)
		}
	})
}

// TestConverges checks that plain UCT, without proofs, comes to play a best move of random trees.
func TestConverges(t *testing.T) {
	right, games := 0, 0
	for seed := range long.Or(uint64(100), 30) {
		g := newWild(seed, 5, 4, 1, true, false)
		if len(g.Moves(nil)) < 2 {
			continue
		}
		games++
		r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, mcts.Options[int]{NoSolver: true})
		if err != nil {
			t.Fatal(err)
		}
		want := float64(minimax(g))
		if math.Abs(r.Value-want) > 0.2 {
			t.Errorf("seed %d: value %.3f, want %v", seed, r.Value, want)
		}
		if valueOf(g, r.Move, 1) == want {
			right++
		}
	}
	if right != games {
		t.Errorf("%d of %d best moves", right, games)
	}
}

// TestReproducible checks that the same seed gives the same tree, with all that is deterministic.
func TestReproducible(t *testing.T) {
	for _, parallel := range []mcts.Sharing{mcts.SharedTree, mcts.RootTrees, mcts.LeafPlayouts} {
		opt := mcts.Options[int]{RAVE: mcts.RAVE{Weight: 50, Reference: 20}, Leaf: mcts.Playouts{N: 4}, Sharing: parallel, Workers: 3}
		if parallel == mcts.SharedTree {
			opt.Workers = 1
		}
		search := func(seed uint64) mcts.Result[int] {
			opt.Random = rand.NewPCG(seed, 7)
			r, err := mcts.Search(t.Context(), newWild(5, 12, 6, 1, true, false), ply.Limits{Nodes: 3000}, opt)
			if err != nil {
				t.Fatal(err)
			}
			r.Elapsed = 0
			return r
		}
		a, b := search(1), search(1)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%v: different results of the same seed:\n%+v\n%+v", parallel, a, b)
		}
		if reflect.DeepEqual(a, search(2)) {
			t.Errorf("%v: the seed changes nothing", parallel)
		}
	}
}

// disguised is the bandit of Hoeffding as if it was another one.
type disguised struct{ mcts.Hoeffding }

// TestFastPath checks that the short way to choose by the bandit of Hoeffding chooses like the general one.
func TestFastPath(t *testing.T) {
	long.Checks(t, 100, 40)
	rapid.Check(t, func(t *rapid.T) {
		opt := drawOptions(t)
		opt.Workers, opt.RAVE.Reference = 1, 0
		seed := rapid.Uint64().Draw(t, "game")
		checkFastPath(t, seed, rapid.SampledFrom([]float64{0, 0.25, 1}).Draw(t, "K"), opt)
	})
	// Two scores differ by their rounding alone here.
	checkFastPath(t, 0x64dfc38403, 1, mcts.Options[int]{FirstPlay: 1.5, Transpositions: true, Memory: 20_000, Prune: true})
}

func checkFastPath(t rapid.TB, seed uint64, k float64, opt mcts.Options[int]) {
	h := mcts.Hoeffding{K: k}
	var results [2]mcts.Result[int]
	for i, bandit := range []mcts.Bandit{h, disguised{h}} {
		g := newWild(seed, 12, 6, 1, true, false)
		if len(g.Moves(nil)) == 0 {
			t.Skip("finished")
		}
		opt.Bandit, opt.Random = bandit, rand.NewPCG(1, 2)
		var err error
		if results[i], err = mcts.Search(context.Background(), g, ply.Limits{Nodes: 2000}, opt); err != nil {
			t.Fatal(err)
		}
		results[i].Elapsed = 0
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Fatalf("%+v\n%+v", results[0], results[1])
	}
}

// TestDecisive checks that with decisive moves three in a row keeps its value from every position, and is
// proven with fewer simulations.
func TestDecisive(t *testing.T) {
	total := [2]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := new(row)
		for range rapid.IntRange(long.Or(0, 1), 8).Draw(t, "moves") {
			if moves := g.Moves(nil); len(moves) > 0 {
				g.Play(rapid.SampledFrom(moves).Draw(t, "move"))
			}
		}
		if len(g.Moves(nil)) == 0 {
			t.Skip("finished")
		}
		want := float64(minimax(g))
		for i, decisive := range []mcts.Decisive{mcts.NoDecisive, mcts.DecisiveAlways} {
			r, err := mcts.Search(context.Background(), g, ply.Limits{Nodes: 1_000_000},
				mcts.Options[int]{Decisive: decisive, Transpositions: true, RAVE: mcts.RAVE{Weight: 1}})
			if err != nil || r.Low != want || r.High != want {
				t.Fatalf("%v, decisive %v: proven %v to %v, want %v, error %v", g, decisive, r.Low, r.High, want, err)
			}
			total[i] += r.Nodes
		}
	})
	if total[1] >= total[0] {
		t.Errorf("%d simulations with decisive moves, %d without", total[1], total[0])
	}
}

// TestDecisiveInTree checks that a search asks for decisive moves once for each node, and if they are for playouts, too,
// more often.
func TestDecisiveInTree(t *testing.T) {
	for _, decisive := range []mcts.Decisive{mcts.DecisiveInTree, mcts.DecisiveAlways} {
		g := &countingRow{}
		tree, err := mcts.New(g, mcts.Options[int]{Decisive: decisive})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 50}); err != nil {
			t.Fatal(err)
		}
		positions, _, _ := tree.Size()
		if onlyNodes := g.asked <= positions+1; onlyNodes != (decisive == mcts.DecisiveInTree) {
			t.Errorf("Decisive %v: asked %d times for %d nodes", decisive, g.asked, positions)
		}
	}
}

// countingRow counts the calls for decisive moves.
type countingRow struct {
	row
	asked int
}

func (g *countingRow) Decisive(dst []int) []int {
	g.asked++
	return g.row.Decisive(dst)
}

// TestKeepsTree plays a game and checks that the statistics of a position are kept after a move.
func TestKeepsTree(t *testing.T) {
	for _, opt := range []mcts.Options[int]{{}, {Memory: 60_000}, {Memory: 60_000, Prune: true}, {Transpositions: true, RAVE: mcts.RAVE{Weight: 10}}, {Workers: 2}} {
		opt.NoSolver = true
		g := newWild(5, 30, 5, 1, true, opt.Transpositions)
		tree, err := mcts.New(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for len(g.Moves(nil)) > 0 {
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: 2000})
			if err != nil {
				t.Fatal(err)
			}
			expected := 0
			for line, m := range tree.All(1) {
				if len(line) == 2 && line[0] == r.Move {
					expected += m.Visits
				}
			}
			if err := tree.Play(r.Move); err != nil {
				t.Fatal(err)
			}
			if len(g.Moves(nil)) == 0 {
				break
			}
			kept := 0
			for line, m := range tree.All(1) {
				if len(line) == 1 {
					kept += m.Visits
				}
			}
			if kept != expected {
				t.Errorf("%+v: %d simulations kept after move %d, want %d", opt, kept, r.Move, expected)
			}
		}
		if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 1}); !errors.Is(err, ply.ErrFinished) {
			t.Errorf("error %v at the end of the game", err)
		}
	}
}

// TestMemory checks that the tree stays within its limit, and reports reaching it.
func TestMemory(t *testing.T) {
	for _, prune := range []bool{false, true} {
		opt := mcts.Options[int]{Memory: 100_000, Prune: prune, NoSolver: true}
		tree, err := mcts.New(newWild(5, 40, 6, 1, true, false), opt)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Search(t.Context(), ply.Limits{Nodes: 50_000}); err != nil {
			t.Fatal(err)
		}
		_, memory, full := tree.Size()
		if memory > opt.Memory {
			t.Errorf("%d bytes, want %d at most", memory, opt.Memory)
		}
		if full == prune || (tree.Pruned() > 0) != prune {
			t.Errorf("prune %v: full %v, %d positions pruned", prune, full, tree.Pruned())
		}
	}
}

// TestNoAllocation checks that simulations allocate nothing once the tree is full.
func TestNoAllocation(t *testing.T) {
	opt := mcts.Options[int]{Memory: 200_000, RAVE: mcts.RAVE{Weight: 50, Reference: 10}, NoSolver: true}
	tree, err := mcts.New(newWild(5, 40, 6, 1, true, false), opt)
	if err != nil {
		t.Fatal(err)
	}
	limits := ply.Limits{Nodes: 20_000}
	search := func() { _, _ = tree.Search(t.Context(), limits) }
	search()
	long := testing.AllocsPerRun(3, search)
	limits.Nodes = 1
	if short := testing.AllocsPerRun(3, search); long > short+10 {
		t.Errorf("%v allocations in 20 000 simulations, %v in one", long, short)
	}
}

func TestErrors(t *testing.T) {
	game := func() *wild { return newWild(1, 5, 3, 1, true, false) }
	for name, opt := range map[string]mcts.Options[int]{
		"FirstPlay":      {FirstPlay: -1},
		"RAVE":           {RAVE: mcts.RAVE{Weight: math.NaN()}},
		"RAVE.Reference": {RAVE: mcts.RAVE{Reference: 3}},
		"Widening":       {Widening: mcts.Widening{Factor: 1}},
		"Decisive":       {Decisive: mcts.DecisiveAlways},
		"Decisive 3":     {Decisive: 3},
		"Scale":          {Scale: -1},
		"Playouts":       {Leaf: mcts.Playouts{N: -1}},
		"ExpandAfter":    {ExpandAfter: -1},
		"Memory":         {Memory: 10},
		"Workers":        {Workers: -1},
		"Sharing":        {Sharing: 9},
	} {
		if _, err := mcts.New(game(), opt); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := mcts.Search(t.Context(), game(), ply.Limits{Time: -1}, mcts.Options[int]{}); err == nil {
		t.Error("no error for a negative time")
	}
	if _, err := mcts.Search(context.Background(), game(), ply.Limits{}, mcts.Options[int]{}); err == nil {
		t.Error("no error for a search without an end")
	}
	if _, err := mcts.New(struct{ ply.AdversarialGame[int] }{game()}, mcts.Options[int]{Workers: 2}); err == nil || !strings.Contains(err.Error(), "Cloner") {
		t.Errorf("error %v for a game without clones", err)
	}
	tree, err := mcts.New(game(), mcts.Options[int]{})
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Play(99); err == nil {
		t.Error("no error for an illegal move")
	}
}

// panicking panics deep in the game.
type panicking struct{ *wild }

func (g panicking) Play(m int) {
	if len(g.line) == 6 {
		panic(errors.New("broken"))
	}
	g.wild.Play(m)
}
func (g panicking) Clone() panicking { return panicking{g.wild.Clone()} }

func TestPanicIsContained(t *testing.T) {
	for _, opt := range []mcts.Options[int]{
		{Workers: 2}, {Workers: 2, Sharing: mcts.RootTrees},
	} {
		g := panicking{newWild(5, 40, 6, 1, true, false)}
		_, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 10_000}, opt)
		var fault *ply.GamePanic
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), "broken") {
			t.Errorf("error %v", err)
		}
	}
}

// errBroken is what games panic with.
var errBroken = errors.New("broken")

func TestCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, opt := range ways {
		opt.Decisive = mcts.NoDecisive
		r, err := mcts.Search(ctx, newWild(5, 40, 6, 1, true, false), ply.Limits{}, opt)
		if err != nil || r.Status != ply.Cancelled || r.Nodes != 0 {
			t.Errorf("%s: %v after %d simulations, error %v", name, r.Status, r.Nodes, err)
		}
		r, err = mcts.Search(t.Context(), newWild(5, 40, 6, 1, true, false), ply.Limits{Time: 1}, opt)
		if err != nil || r.Status != ply.OutOfTime || r.Nodes != 0 {
			t.Errorf("%s: %v after %d simulations, error %v", name, r.Status, r.Nodes, err)
		}
	}
	var r mcts.Result[int]
	var err error
	for limit := 100 * time.Millisecond; limit < time.Minute; limit *= 2 { // on a busy machine nothing may be done in that time
		ctx, cancel := context.WithTimeout(t.Context(), limit) // which a search uses whole
		r, err = mcts.Search(ctx, newWild(5, 40, 6, 1, true, false), ply.Limits{}, mcts.Options[int]{NoSolver: true, Workers: 2})
		cancel()
		if err != nil || r.Status != ply.OutOfTime || r.Nodes > 0 {
			break
		}
	}
	if err != nil || r.Status != ply.OutOfTime || r.Nodes == 0 {
		t.Errorf("%v after %v and %d simulations, error %v", r.Status, r.Elapsed, r.Nodes, err)
	}
}

// ways are ways to search that between them call all methods of a bomb, on all kinds of goroutines.
var ways = map[string]mcts.Options[int]{
	"one worker":    {Transpositions: true, RAVE: mcts.RAVE{Weight: 10}, Decisive: mcts.DecisiveAlways},
	"shared tree":   {Transpositions: true, RAVE: mcts.RAVE{Weight: 10}, Decisive: mcts.DecisiveAlways, Workers: 4},
	"trees apart":   {RAVE: mcts.RAVE{Weight: 10}, Workers: 3, Sharing: mcts.RootTrees},
	"playouts":      {RAVE: mcts.RAVE{Weight: 10}, Workers: 3, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 6}},
	"plain, shared": {Workers: 2},
}

package expectimax_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

// Evaluations are thirds, so no two of them differ by a margin.
var filters = []expectimax.Filter{{Width: 1}, {Width: 2}, {Margin: 0.5}, {Margin: 2.1}, {Width: 3, Margin: 1.1}, {Width: 2, Margin: 3.1}}

// filteredValue finds the value of a position for side 0 by the definition of a filter.
func filteredValue(g *testgames.Gamble, depth int, f expectimax.Filter) float64 {
	own := func() float64 { // the evaluation for side 0
		if g.ToMove() == 1 {
			return -thirds{g}.Expectation()
		}
		return thirds{g}.Expectation()
	}
	moves, turn := g.Moves(nil), g.ToMove()
	if depth == 0 || len(moves) == 0 {
		return own()
	}
	after := func(m int, value func() float64) float64 {
		g.Play(m)
		defer g.Undo(m)
		return value()
	}
	if turn == ply.Chance {
		sum := 0.0
		for i, p := range g.Probabilities(moves, nil) {
			sum += p * after(moves[i], func() float64 { return filteredValue(g, depth-1, f) })
		}
		return sum
	}
	sign := float64(1 - 2*turn)
	if depth > 1 {
		evaluations := map[int]float64{}
		for _, m := range moves {
			evaluations[m] = sign * after(m, own)
		}
		slices.SortStableFunc(moves, func(m, n int) int { return cmp.Compare(evaluations[n], evaluations[m]) })
		if f.Width > 0 {
			moves = moves[:min(len(moves), f.Width)]
		}
		if best := evaluations[moves[0]]; f.Margin > 0 {
			moves = slices.DeleteFunc(moves, func(m int) bool { return best-evaluations[m] > f.Margin })
		}
	}
	best := math.Inf(-1)
	for _, m := range moves {
		best = max(best, sign*after(m, func() float64 { return filteredValue(g, depth-1, f) }))
	}
	return sign * best
}

// All searches with a filter find the value that its definition says, and the same value to the last bit, with or
// without a table, however positions are evaluated.
func TestFilter(t *testing.T) {
	evaluators := []func(ply.AdversarialGame[int]) expectimax.Evaluator{
		func(g ply.AdversarialGame[int]) expectimax.Evaluator { return thirds{g.(*testgames.Gamble)} },
		func(g ply.AdversarialGame[int]) expectimax.Evaluator {
			return expectation.Successors(g, thirds{g.(*testgames.Gamble)})
		},
		func(g ply.AdversarialGame[int]) expectimax.Evaluator {
			return expectation.Replies(g, thirds{g.(*testgames.Gamble)})
		},
	}
	bounds := map[ply.Bound]int{}
	for seed := range uint64(100) {
		g := gamble(seed, 20, seed%2 == 0)
		side := max(g.ToMove(), 0)
		sign := float64(1 - 2*side)
		for depth := 1; depth <= 5; depth++ {
			whole := sign * filteredValue(g, depth, expectimax.Filter{})
			for _, f := range filters {
				want := sign * filteredValue(g, depth, f)
				first := math.NaN()
				for _, s := range searches {
					for i, evaluator := range evaluators {
						opt := options{Depth: depth, Filter: f, Range: [2]float64{-3, 3}, Evaluator: evaluator}
						if i == 0 {
							opt.Table, opt.EqualDepth, opt.TableFrom = newTable(t, 64), true, 1
						}
						r, err := s.search(t.Context(), g, ply.Limits{}, opt)
						if err != nil || math.Abs(r.Value-want) > 1e-9 || first == first && r.Value != first {
							t.Fatalf("seed %d, %s to depth %d with %+v: %+v, %v; want %v", seed, s.name, depth, f, r, err, want)
						}
						first = r.Value
						bounds[r.Bound]++
						if r.Bound == ply.Exact && math.Abs(r.Value-whole) > 1e-9 || r.Bound == ply.AtLeast && r.Value > whole+1e-9 ||
							r.Bound == ply.AtMost && r.Value < whole-1e-9 || r.Final && r.Bound != ply.Exact {
							t.Fatalf("seed %d, %s to depth %d with %+v: %+v; the value of all moves is %v", seed, s.name, depth, f, r, whole)
						}
					}
				}
			}
		}
	}
	for b := ply.NoBound; b <= ply.Exact; b++ {
		if bounds[b] == 0 {
			t.Errorf("no bound %v", b)
		}
	}
}

// Entries of a table with and without a filter are told apart, and keep whether moves were left out.
func TestFilterInTable(t *testing.T) {
	table := newTable(t, 1024)
	for seed := range uint64(50) {
		table.Reset()
		g := gamble(seed, 20, true)
		for range 2 {
			for _, f := range append(filters, expectimax.Filter{}) {
				opt := options{Depth: 4, Filter: f, Table: table, EqualDepth: true}
				r, err := expectimax.Star2(t.Context(), g, ply.Limits{}, opt)
				opt.Table = nil
				want, _ := expectimax.Expectimax(t.Context(), g, ply.Limits{}, opt)
				if err != nil || r.Value != want.Value || f == (expectimax.Filter{}) && r.Bound != ply.Exact {
					t.Fatalf("seed %d, %+v: %+v, %v; want %+v", seed, f, r, err, want)
				}
				if whole := filteredWhole(t, g, 4); r.Bound == ply.Exact && math.Abs(r.Value-whole) > 1e-9 {
					t.Fatalf("seed %d, %+v: %+v is not exact: %v", seed, f, r, whole)
				}
			}
		}
	}
}

func filteredWhole(t *testing.T, g *testgames.Gamble, depth int) float64 {
	t.Helper()
	r, err := expectimax.Expectimax(t.Context(), g, ply.Limits{}, options{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return r.Value
}

// A search to the end of the game ends, although moves were left out. So does a search that is cut short.
func TestFilterWithLimits(t *testing.T) {
	g := newTree(1, 5, 6)
	opt := options{Filter: expectimax.Filter{Width: 2}, Range: [2]float64{-mostScore, mostScore}}
	whole := 0
	for name, search := range map[string]func(context.Context, *tree, ply.Limits, options) (result, error){
		"Search": expectimax.Search[*tree], "Expectimax": expectimax.Expectimax[*tree], "Star1": expectimax.Star1[*tree], "Star2": expectimax.Star2[*tree],
	} {
		r, err := search(t.Context(), g, unlimited, opt)
		if err != nil || r.Status != ply.Complete || r.Final || r.Bound != ply.NoBound {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		whole = max(whole, r.Nodes)
		for nodes := 1; nodes < r.Nodes; nodes *= 3 {
			r, err := search(t.Context(), g, ply.Limits{Nodes: nodes}, opt)
			if err != nil || r.Status != ply.OutOfNodes || len(r.Line) == 0 || r.Nodes > nodes+2*g.width || len(g.keys) != 1 {
				t.Errorf("%s, %d nodes: %+v, %v", name, nodes, r, err)
			}
		}
	}
	r, err := expectimax.Expectimax(t.Context(), g, unlimited, options{})
	if err != nil || r.Nodes < 2*whole {
		t.Errorf("%d nodes without a filter, up to %d with one, %v", r.Nodes, whole, err)
	}
}

func TestFilterErrors(t *testing.T) {
	g := gamble(3, 20, true)
	for _, f := range []expectimax.Filter{{Width: -1}, {Margin: -0.1}, {Margin: math.NaN()}} {
		r, err := expectimax.Search(t.Context(), g, ply.Limits{}, options{Filter: f})
		if err == nil || !strings.Contains(err.Error(), "Filter") || r.Status != ply.Failed {
			t.Errorf("%+v: %+v, %v", f, r, err)
		}
	}
	// Limits beyond all numbers leave out nothing.
	for _, f := range []expectimax.Filter{{Width: math.MaxInt}, {Margin: math.Inf(1)}, {Margin: math.MaxFloat64}} {
		r, err := expectimax.Search(t.Context(), g, ply.Limits{}, options{Filter: f, Depth: 4})
		if err != nil || r.Bound != ply.Exact || r.Value != filteredWhole(t, g, 4) {
			t.Errorf("%+v: %+v, %v", f, r, err)
		}
	}
	for _, s := range searches {
		failed := false
		for depth := 2; depth <= 4; depth++ {
			opt := options{Depth: depth, Filter: expectimax.Filter{Width: 1}, Range: [2]float64{-3, 3}}
			opt.Evaluator = func(g ply.AdversarialGame[int]) expectimax.Evaluator { return fewer{thirds{g.(*testgames.Gamble)}} }
			r, err := s.search(t.Context(), g, ply.Limits{}, opt)
			failed = failed || err != nil && strings.Contains(err.Error(), "EvaluateSuccessors") && r.Status == ply.Failed
		}
		if !failed {
			t.Errorf("%s: no error of EvaluateSuccessors", s.name)
		}
	}
}

// A player with a filter answers with the moves that are left, and with all of them if several lines are asked for.
func TestFilterOfPlayer(t *testing.T) {
	g := newTree(1, 5, 6)
	s, err := expectimax.NewSearcher(g, options{Depth: 3, Filter: expectimax.Filter{Width: 1}, Range: [2]float64{-mostScore, mostScore}})
	if err != nil {
		t.Fatal(err)
	}
	for lines := 1; lines <= 5; lines++ {
		a, err := s.Analyze(t.Context(), unlimited, engine.Question[int]{Lines: lines})
		if err != nil || len(a.Lines) != lines {
			t.Errorf("%d lines: %+v, %v", lines, a, err)
		}
	}
}

// Only the two plays with the best evaluations are searched.
func ExampleFilter() {
	g := newTree(7, 4, 6)
	opt := options{Depth: 5, Range: [2]float64{-mostScore, mostScore}}
	all, err := expectimax.Star2(context.Background(), g, ply.Limits{}, opt)
	if err != nil {
		fmt.Println(err)
	}
	opt.Filter.Width = 2
	some, err := expectimax.Star2(context.Background(), g, ply.Limits{}, opt)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("move %d, value %s %.2f, %d positions\n", all.Move, all.Bound, all.Value, all.Nodes)
	fmt.Printf("move %d, value %s %.2f, %d positions\n", some.Move, some.Bound, some.Value, some.Nodes)
	// Output:
	// move 0, value exact 2.65, 877 positions
	// move 0, value unknown 2.65, 336 positions
}

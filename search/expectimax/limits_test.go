package expectimax_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

// strange is a gamble with arbitrary capabilities.
type strange struct {
	*testgames.Gamble
	odds   func(moves []int, dst []float64) []float64
	turn   func() int
	panics bool
}

func (g *strange) Probabilities(moves []int, dst []float64) []float64 {
	if g.odds != nil {
		return g.odds(moves, dst)
	}
	return g.Gamble.Probabilities(moves, dst)
}

func (g *strange) ToMove() int {
	if g.turn != nil {
		return g.turn()
	}
	return g.Gamble.ToMove()
}

func (g *strange) Evaluate() int {
	if g.panics {
		panic("no evaluation")
	}
	return g.Gamble.Evaluate()
}

// silent is a gamble without its probabilities.
type silent struct{ ply.AdversarialGame[int] }

func TestErrors(t *testing.T) {
	start := gamble(3, 40, true)
	start.Nodes[0].Side, start.Odds[0] = 0, nil
	constant := func(odds ...float64) func([]int, []float64) []float64 {
		return func(_ []int, dst []float64) []float64 { return append(dst, odds...) }
	}
	for _, c := range []struct {
		name   string
		game   ply.AdversarialGame[int]
		limits ply.Limits
		opt    options
		says   string
	}{
		{"no game", nil, ply.Limits{}, options{}, "no game"},
		{"a nil game", (*strange)(nil), ply.Limits{}, options{}, "no game"},
		{"depth", start, ply.Limits{}, options{Depth: -1}, "Depth"},
		{"great depth", start, ply.Limits{}, options{Depth: 251}, "Depth"},
		{"unlikely", start, ply.Limits{}, options{Unlikely: math.NaN()}, "Unlikely"},
		{"certain", start, ply.Limits{}, options{Unlikely: 1}, "Unlikely"},
		{"range", start, ply.Limits{}, options{Range: [2]float64{1, -1}}, "Range"},
		{"infinite range", start, ply.Limits{}, options{Range: [2]float64{math.Inf(-1), 1}}, "Range"},
		{"NaN range", start, ply.Limits{}, options{Range: [2]float64{math.NaN(), 1}}, "Range"},
		{"nodes", start, ply.Limits{Nodes: -1}, options{}, "Limits.Nodes is -1"},
		{"time", start, ply.Limits{Time: -1}, options{}, "Limits.Time is -1ns"},
		{"a table of no size", start, ply.Limits{}, options{Table: transposition.NewTable(-1)}, "table"},
		{"table depth", start, ply.Limits{}, options{TableFrom: -1}, "TableFrom"},
		{"no hash", silent{start}, ply.Limits{}, options{Table: newTable(t, 4)}, "ply.Hasher"},
		{"no probabilities", silent{start}, ply.Limits{}, options{Depth: 6}, "chance"},
		{"cyclic", gamble(3, 10, false), ply.Limits{}, options{}, ply.ErrCyclic.Error()},
		{"small range", start, ply.Limits{}, options{Depth: 6, Range: [2]float64{-1, 1}}, "range"},
		{"no range", start, ply.Limits{}, options{Depth: 1, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return fixed(0) }}, "Range"},
		{"no evaluator", start, ply.Limits{}, options{Depth: 1, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return nil }}, "Evaluator"},
		{"not a number", start, ply.Limits{}, options{Depth: 1, Range: [2]float64{-1, 1}, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return fixed(math.NaN()) }}, "NaN"},
		{"few probabilities", &strange{Gamble: start, odds: constant()}, ply.Limits{}, options{Depth: 6}, "probabilities for"},
		{"negative", &strange{Gamble: start, odds: func(m []int, dst []float64) []float64 {
			dst = append(dst, -1)
			for range m[1:] {
				dst = append(dst, 2/float64(len(m)-1))
			}
			return dst
		}}, ply.Limits{}, options{Depth: 6}, "probabilit"},
		{"taken away", &strange{Gamble: start, odds: func([]int, []float64) []float64 { return nil }}, ply.Limits{}, options{Depth: 6}, "robabilities"},
		{"side 2", &strange{Gamble: start, turn: func() int { return 2 }}, ply.Limits{}, options{}, "ToMove is 2"},
		{"side -2", &strange{Gamble: start, turn: func() int { return -2 }}, ply.Limits{}, options{}, "ToMove is -2"},
		{"chance at the end", &strange{Gamble: gamble(3, 1, true), turn: func() int { return ply.Chance }}, ply.Limits{}, options{}, "no moves"},
		{"panic", &strange{Gamble: start, panics: true}, ply.Limits{}, options{Depth: 1}, "no evaluation"},
	} {
		for _, search := range []func(context.Context, ply.AdversarialGame[int], ply.Limits, options) (result, error){
			expectimax.Search[ply.AdversarialGame[int]], expectimax.Expectimax[ply.AdversarialGame[int]], expectimax.Star1[ply.AdversarialGame[int]], expectimax.Star2[ply.AdversarialGame[int]],
		} {
			r, err := search(t.Context(), c.game, c.limits, c.opt)
			if c.name == "no range" && err == nil {
				continue // what prunes nothing needs none
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || r.Status != ply.Failed {
				t.Errorf("%s: status %v, error %v; want one that says %q", c.name, r.Status, err, c.says)
			}
		}
	}
}

// fixed evaluates all positions alike.
type fixed float64

func (f fixed) Expectation() float64 { return float64(f) }

// An evaluator of the caller gives all values, also of finished positions, on its own scale.
func TestEvaluator(t *testing.T) {
	g := newTree(1, 3, 4)
	evaluator := func(game ply.AdversarialGame[int]) expectimax.Evaluator { return million{game.(*tree)} }
	for _, depth := range []int{0, 2, 3} {
		want, err := expectimax.Star2(t.Context(), g, ply.Limits{}, options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		r, err := expectimax.Star2(t.Context(), g, ply.Limits{}, options{Depth: depth, Evaluator: evaluator, Range: [2]float64{-1e6 * mostScore, 1e6 * mostScore}})
		if err != nil || math.Abs(r.Value-1e6*want.Value) > 1e-3 {
			t.Errorf("value %v, %v; want %v", r.Value, err, 1e6*want.Value)
		}
	}
}

type million struct{ *tree }

func (m million) Expectation() float64 { return 1e6 * float64(m.Evaluate()) }

func TestLimits(t *testing.T) {
	g := newTree(1, 5, 40)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		limits ply.Limits
		want   ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 10_000}, ply.OutOfNodes},
		{t.Context(), ply.Limits{Nodes: 1}, ply.OutOfNodes},
		{t.Context(), ply.Limits{Time: time.Millisecond}, ply.OutOfTime},
		{cancelled, ply.Limits{}, ply.Cancelled},
	} {
		for _, direct := range []bool{false, true} {
			r, err := expectimax.Star2(c.ctx, g, c.limits, options{Direct: direct})
			if err != nil || r.Status != c.want || len(r.Line) == 0 || len(g.keys) != 1 {
				t.Errorf("%+v: %+v, %v; %d moves left", c.limits, r, err, len(g.keys)-1)
			}
			if few := 2 * g.width; c.limits.Nodes > 0 && r.Nodes > c.limits.Nodes+few {
				t.Errorf("%d nodes, want at most %d and %d more", r.Nodes, c.limits.Nodes, few)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	var last result
	reports := 0
	opt := options{Progress: func(r result) {
		if last = r; r.Status == ply.InProgress {
			reports++
		}
	}}
	ctx, limits := stop.ReportEach(t.Context(), time.Nanosecond), ply.Limits{Nodes: 300_000}
	r, err := expectimax.Star2(ctx, newTree(1, 5, 40), limits, opt)
	if err != nil || reports == 0 || last.Status != r.Status || last.Value != r.Value || last.Nodes != r.Nodes {
		t.Errorf("%d reports, the last %+v; result %+v, %v", reports, last, r, err)
	}
	// A panic of a callback is the caller's.
	opt.Progress = func(result) { panic(errors.ErrUnsupported) }
	defer func() {
		if recover() != errors.ErrUnsupported {
			t.Error("the panic of Progress is lost")
		}
	}()
	expectimax.Star2(ctx, newTree(1, 5, 40), limits, opt)
}

// walk is a line of moves that alternate with outcomes, of which one goes on and the other ends the game.
type walk struct{ at, end int }

func (w *walk) Moves(dst []int) []int {
	switch {
	case w.at < 0 || w.at == w.end:
		return dst
	case w.ToMove() == ply.Chance:
		return append(dst, 0, 1)
	}
	return append(dst, 0)
}

func (w *walk) Play(m int) {
	if w.at++; m == 1 {
		w.at = -w.at
	}
}

func (w *walk) Undo(m int) {
	if m == 1 {
		w.at = -w.at
	}
	w.at--
}

func (w *walk) ToMove() int {
	if w.at > 0 && w.at < w.end && w.at%2 == 1 {
		return ply.Chance
	}
	return 0
}

func (w *walk) Outcome() int  { return 1 }
func (w *walk) Acyclic() bool { return true }
func (w *walk) Hash() uint64  { return transposition.Mix(uint64(w.at)) }

func (w *walk) Probabilities(_ []int, dst []float64) []float64 { return append(dst, 0.5, 0.5) }

// Lines may have a million moves.
func TestLongLines(t *testing.T) {
	for _, search := range []func(context.Context, *walk, ply.Limits, options) (result, error){expectimax.Search[*walk], expectimax.Expectimax[*walk], expectimax.Star1[*walk], expectimax.Star2[*walk]} {
		r, err := search(t.Context(), &walk{end: long.Or(1_000_000, 40_000)}, ply.Limits{}, options{})
		if err != nil || !r.Final || math.Abs(r.Value-1) > 1e-6 {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

// A corridor is a walk of two sides in turn who have no choice, with a throw of dice that decides nothing after each move.
type corridor struct{ at, end int }

func (c *corridor) Moves(dst []int) []int {
	if c.at == c.end {
		return dst
	}
	return append(dst, 0)
}

func (c *corridor) Play(int)                                       { c.at++ }
func (c *corridor) Undo(int)                                       { c.at-- }
func (c *corridor) Outcome() int                                   { return 0 }
func (c *corridor) Acyclic() bool                                  { return true }
func (c *corridor) Probabilities(_ []int, dst []float64) []float64 { return append(dst, 1) }

func (c *corridor) ToMove() int {
	if c.at%2 == 1 && c.at < c.end {
		return ply.Chance
	}
	return c.at / 2 % 2
}

// fork is a corridor that begins with a choice between two, so that there is a bound to prune by.
type fork struct {
	corridor
	chosen bool
}

func (f *fork) Moves(dst []int) []int {
	if !f.chosen {
		return append(dst, 0, 1)
	}
	return f.corridor.Moves(dst)
}

func (f *fork) Play(m int) {
	if f.chosen {
		f.corridor.Play(m)
	}
	f.chosen = true
}

func (f *fork) Undo(m int) {
	if f.chosen = f.at > 0; f.chosen {
		f.corridor.Undo(m)
	}
}

// Probing does not search a long line again and again.
func TestProbesOfLongLines(t *testing.T) {
	for _, end := range []int{30, 60, 1000} {
		r, err := expectimax.Star2(t.Context(), &fork{corridor: corridor{end: end}}, ply.Limits{Nodes: 1_000_000}, options{Direct: true, Range: [2]float64{-1, 1}})
		if err != nil || r.Status != ply.Complete || r.Nodes > 10*end {
			t.Errorf("%d moves: %d nodes, %v, %v", end, r.Nodes, r.Status, err)
		}
	}
}

// No search allocates memory for a node.
func TestNoAllocation(t *testing.T) {
	table := newTable(t, 1<<10)
	for name, search := range map[string]func(context.Context, *tree, ply.Limits, options) (result, error){
		"Search": expectimax.Search[*tree], "Expectimax": expectimax.Expectimax[*tree], "Star1": expectimax.Star1[*tree], "Star2": expectimax.Star2[*tree],
	} {
		for _, f := range []expectimax.Filter{{}, {Width: 3, Margin: 5}} {
			allocations := func(depth int) float64 {
				g := newTree(1, 4, 6)
				return testing.AllocsPerRun(2, func() {
					if _, err := search(t.Context(), g, ply.Limits{}, options{Depth: depth, Filter: f, Table: table, TableFrom: 1}); err != nil {
						t.Fatal(err)
					}
				})
			}
			if few, many := allocations(4), allocations(6); many > few+20 {
				t.Errorf("%s with %+v: %v allocations to depth 4, %v to depth 6", name, f, few, many)
			}
		}
	}
}

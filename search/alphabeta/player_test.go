package alphabeta_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// exact returns the value of a game of some depth for the side to move, looking at some moves of the start alone.
func exact(t *testing.T, g *testgames.Duel, depth int, only []int) int {
	t.Helper()
	best := -ply.MaxValue - 1
	me := g.ToMove()
	for _, m := range only {
		g.Play(m)
		value := 0
		switch {
		case len(g.Moves(nil)) == 0:
			value = g.Outcome()
		case depth == 1:
			value = g.Evaluate()
		default:
			r, err := alphabeta.Minimax(t.Context(), g, ply.Limits{}, depth-1)
			if err != nil {
				t.Fatal(err)
			}
			value = r.Value
		}
		if g.ToMove() != me {
			value = -value
		}
		g.Undo(m)
		best = max(best, value)
	}
	return best
}

// TestSearcher compares the values of some moves, and of the best lines, with minimax, by players with all kinds of
// options that keep their table from question to question.
func TestSearcher(t *testing.T) {
	random := rand.New(rand.NewPCG(45, 46))
	for range long.Or(100, 15) {
		g := testgames.RandomDuel(random, 5+random.IntN(40), 2+random.IntN(5), 1+random.IntN(30), random.IntN(2) == 0)
		depth := 1 + random.IntN(4)
		opt := alphabeta.Options[int]{Depth: depth, EqualDepth: true, Win: alphabeta.AnyDistance, TableFrom: random.IntN(3), Workers: random.IntN(3), Table: transposition.NewTable(1 << 16)}
		if random.IntN(2) == 0 {
			opt.Order = alphabeta.TableMove | alphabeta.Killers | alphabeta.History
		}
		s, err := alphabeta.NewSearcher(g, opt)
		if err != nil {
			t.Fatal(err)
		}
		for range 4 {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			only := moves[:1+random.IntN(len(moves))]
			lines := 1 + random.IntN(3)
			a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Moves: only, Lines: lines})
			if err != nil || a.Status != ply.Complete || len(a.Lines) != min(lines, len(only)) {
				t.Fatalf("%+v, error %v", a, err)
			}
			var values []int
			for _, m := range only {
				values = append(values, exact(t, g, depth, []int{m}))
			}
			slices.SortFunc(values, func(a, b int) int { return cmp.Compare(b, a) })
			for i, line := range a.Lines {
				if !slices.Contains(only, line.Move) || int(line.Value) != values[i] || line.Line[0] != line.Move ||
					exact(t, g, depth, []int{line.Move}) != values[i] {
					t.Fatalf("line %d of %v at depth %d with %+v: %+v, want value %d", i, only, depth, opt, line, values[i])
				}
			}
			if err := s.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		for err = nil; err == nil; err = s.Undo() {
		}
	}
}

// TestSearcherReports ends an analysis by its report.
func TestSearcherReports(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(1, 1)), 1000, 6, 100, false)
	for _, lines := range []int{1, 2} {
		s, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{})
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{Lines: lines, Report: func(a engine.Analysis[int]) bool {
			last = a.Lines[0].Depth
			return last < 3
		}})
		if err != nil || a.Status != ply.Decided || last != 3 || a.Lines[0].Depth != 3 || len(a.Lines) != lines {
			t.Errorf("%d lines: %+v after depth %d, error %v", lines, a, last, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if a, err := s.Analyze(ctx, ply.Limits{}, engine.Question[int]{Lines: lines}); err != nil || a.Status != ply.Cancelled {
			t.Errorf("%d lines, cancelled: %+v, error %v", lines, a, err)
		}
	}
	if _, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{Progress: func(alphabeta.Result[int]) {}}); err == nil {
		t.Error("Progress is accepted")
	}
	if _, err := alphabeta.NewSearcher(g, alphabeta.Options[int]{Depth: -1}); err == nil {
		t.Error("a negative Depth is accepted")
	}
}

// TestSearcherKeepsHistory asks the same question twice, without a table: the second search, which begins with the
// history of the first, needs fewer nodes. Another Searcher begins anew.
func TestSearcherKeepsHistory(t *testing.T) {
	random := rand.New(rand.NewPCG(47, 48))
	for _, order := range []alphabeta.Ordering{alphabeta.History, alphabeta.CounterMoves} {
		var nodes [3]int
		for range 20 {
			g := testgames.RandomDuel(random, 400, 6, 30, false)
			if len(g.Moves(nil)) == 0 {
				continue
			}
			opt := alphabeta.Options[int]{Depth: 5, Direct: true, OrderFrom: 1, Table: transposition.NewTable(0), Order: order}
			first, err := alphabeta.NewSearcher(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			other, err := alphabeta.NewSearcher(g, opt)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range []engine.Searcher[int]{first, first, other} {
				a, err := s.Analyze(t.Context(), ply.Limits{}, engine.Question[int]{})
				if err != nil || a.Status != ply.Complete {
					t.Fatalf("%+v, error %v", a, err)
				}
				nodes[i] += a.Nodes
			}
		}
		if nodes[1] >= nodes[0] || nodes[2] != nodes[0] {
			t.Errorf("order %d: %d nodes, then %d, and %d of another player", order, nodes[0], nodes[1], nodes[2])
		}
	}
}

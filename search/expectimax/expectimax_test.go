package expectimax_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

type (
	options = expectimax.Options[int]
	result  = expectimax.Result[int]
)

// The searches that find the same value, the reference first.
var searches = []struct {
	name   string
	search func(ctx context.Context, g *testgames.Gamble, limits ply.Limits, opt options) (result, error)
}{
	{"Expectimax", expectimax.Expectimax[*testgames.Gamble]},
	{"Star1", expectimax.Star1[*testgames.Gamble]},
	{"Star2", expectimax.Star2[*testgames.Gamble]},
	{"Search", expectimax.Search[*testgames.Gamble]},
}

func gamble(seed uint64, nodes int, acyclic bool) *testgames.Gamble {
	random := rand.New(rand.NewPCG(seed, 0))
	return testgames.RandomGamble(random, nodes, 4, 9, acyclic)
}

func newTable(t testing.TB, entries int) *transposition.Table {
	t.Helper()
	return transposition.NewTable(24 * int64(entries))
}

// unlimited are limits that let a search deepen, and do not end it.
var unlimited = ply.Limits{Nodes: 100_000_000}

// Values to the end of acyclic games are those found backwards from their ends.
func TestToTheEnd(t *testing.T) {
	for seed := range long.Or[uint64](150, 25) {
		g := gamble(seed, 30, true)
		want := g.Expectations()[0]
		if g.Nodes[0].Side == 1 {
			want = -want
		}
		for _, s := range searches {
			for _, table := range []*transposition.Table{nil, newTable(t, 64), newTable(t, 4)} {
				for _, direct := range []bool{true, false} {
					r, err := s.search(t.Context(), g, unlimited, options{Table: table, Direct: direct, Range: [2]float64{-9, 9}})
					if err != nil || r.Status != ply.Complete || !r.Final || r.Bound != ply.Exact || math.Abs(r.Value-want) > 1e-9 {
						t.Fatalf("seed %d, %s, table %v, direct %v: %+v, %v; want value %v", seed, s.name, table != nil, direct, r, err, want)
					}
					checkLine(t, g, r)
				}
			}
		}
	}
}

// checkLine checks that the line is one of best play.
func checkLine(t *testing.T, g *testgames.Gamble, r result) {
	t.Helper()
	values := g.Expectations()
	at := 0
	for i, m := range r.Line {
		if g.Nodes[at].Side == ply.Chance || g.Edges[m].From != at {
			t.Fatalf("move %d of line %v is not one of a side at node %d", i, r.Line, at)
		}
		if to := g.Edges[m].To; math.Abs(values[to]-values[at]) > 1e-9 {
			t.Fatalf("move %d of line %v leads from value %v to %v", i, r.Line, values[at], values[to])
		}
		at = g.Edges[m].To
	}
	if len(r.Line) == 0 && len(g.Nodes[0].Out) > 0 && g.Nodes[0].Side != ply.Chance {
		t.Fatal("no line")
	}
}

// Values to a depth are the same to the last bit, with a table that is held to its depth too, in games with cycles.
func TestEqualValues(t *testing.T) {
	for seed := range uint64(300) {
		g := gamble(seed, 20, seed%2 == 0)
		for depth := 1; depth <= 5; depth++ {
			want, err := expectimax.Expectimax(t.Context(), g, ply.Limits{}, options{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range searches {
				for _, opt := range []options{{}, {Range: [2]float64{-9, 9}}, {Table: newTable(t, 64), EqualDepth: true, TableFrom: 1, Range: [2]float64{-9, 9}}} {
					opt.Depth = depth
					r, err := s.search(t.Context(), g, ply.Limits{}, opt)
					if err != nil || r.Value != want.Value || r.Depth != depth {
						t.Fatalf("seed %d, %s to depth %d: %v, %v; want %v", seed, s.name, depth, r.Value, err, want.Value)
					}
				}
			}
		}
	}
}

// One table for two questions answers each.
func TestOneTableForTwoQuestions(t *testing.T) {
	table := newTable(t, 1024)
	for seed := range uint64(100) {
		table.Reset()
		g := gamble(seed, 20, true)
		for range 2 {
			for _, unlikely := range []float64{0, 0.3} {
				opt := options{Depth: 4, Unlikely: unlikely}
				want, err := expectimax.Expectimax(t.Context(), g, ply.Limits{}, opt)
				if err != nil {
					t.Fatal(err)
				}
				opt.Table, opt.EqualDepth = table, true
				if unlikely > 0 {
					opt.TableFrom = 4 // below, values depend on the line
				}
				if r, err := expectimax.Star1(t.Context(), g, ply.Limits{}, opt); err != nil || r.Value != want.Value {
					t.Fatalf("seed %d, unlikely %v: %v, %v; want %v", seed, unlikely, r.Value, err, want.Value)
				}
			}
		}
	}
}

// together makes an evaluator one of successors.
type together struct {
	fast.SuccessorExpectations[int]
	calls *int
}

func (e together) EvaluateSuccessors(moves []int, dst []float64) []float64 {
	*e.calls++
	return e.SuccessorExpectations.EvaluateSuccessors(moves, dst)
}

// replying makes an evaluator one of replies.
type replying struct {
	fast.ReplyExpectations[int]
	calls *int
}

func (e replying) EvaluateReplies(outcomes []int, dst []fast.Reply) []fast.Reply {
	n := len(dst)
	if dst = e.ReplyExpectations.EvaluateReplies(outcomes, dst); len(dst) > n {
		*e.calls++
	}
	return dst
}

// thirds evaluates positions by numbers that are rounded.
type thirds struct{ *testgames.Gamble }

func (g thirds) Expectation() float64 { return float64(g.Evaluate()) / 3 }

// Evaluations in one call change nothing but the time: not a bit of the value, and no count.
func TestEvaluatedTogether(t *testing.T) {
	var calls [3]int
	for seed := range uint64(300) {
		g := gamble(seed, 20, seed%2 == 0)
		for _, opt := range []options{
			{Depth: 1},
			{Depth: 2},
			{Depth: 4},
			{Depth: 5, Unlikely: 0.3},
			{Depth: 6, Unlikely: 0.1},
			{Depth: 5, Unlikely: 0.2, Table: newTable(t, 1<<12), TableFrom: 1},
		} {
			var results [3]result
			for i := range results {
				if opt.Table != nil {
					opt.Table = newTable(t, 1<<12)
				}
				opt.Evaluator = func(g ply.AdversarialGame[int]) expectimax.Evaluator {
					e := thirds{g.(*testgames.Gamble)}
					switch i {
					case 1:
						return together{expectation.Successors(g, e), &calls[1]}
					case 2:
						return replying{expectation.Replies(g, e), &calls[2]}
					}
					return e
				}
				var err error
				if results[i], err = expectimax.Expectimax(t.Context(), g, ply.Limits{}, opt); err != nil {
					t.Fatal(err)
				}
				results[i].Elapsed = 0
				if !reflect.DeepEqual(results[i], results[0]) {
					t.Fatalf("seed %d, %+v:\n%+v, together\n%+v", seed, opt, results[0], results[i])
				}
			}
		}
	}
	if calls[1] == 0 || calls[2] == 0 {
		t.Errorf("calls of EvaluateSuccessors and EvaluateReplies: %v", calls[1:])
	}
}

// Searches that prune find the value of Expectimax when they evaluate replies in one call, to the last bit.
func TestRepliesWithPruning(t *testing.T) {
	calls := map[string]int{}
	for seed := range uint64(300) {
		g := gamble(seed, 20, seed%2 == 0)
		for _, opt := range []options{
			{Depth: 2},
			{Depth: 4},
			{Depth: 5, Unlikely: 0.3},
			{Depth: 5, Table: newTable(t, 64), EqualDepth: true},
		} {
			opt.Range = [2]float64{-3, 3}
			reference := opt
			reference.Table = nil
			reference.Evaluator = func(g ply.AdversarialGame[int]) expectimax.Evaluator { return thirds{g.(*testgames.Gamble)} }
			want, err := expectimax.Expectimax(t.Context(), g, ply.Limits{}, reference)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range searches {
				n := 0
				opt.Evaluator = func(g ply.AdversarialGame[int]) expectimax.Evaluator {
					return replying{expectation.Replies(g, thirds{g.(*testgames.Gamble)}), &n}
				}
				if opt.Table != nil {
					opt.Table.Reset()
				}
				r, err := s.search(t.Context(), g, ply.Limits{}, opt)
				if err != nil || r.Value != want.Value || r.Bound != want.Bound {
					t.Fatalf("seed %d, %s, %+v: %+v, %v; want %+v", seed, s.name, opt, r, err, want)
				}
				calls[s.name] += n
			}
		}
	}
	for _, s := range searches {
		if calls[s.name] == 0 {
			t.Errorf("%s: no call of EvaluateReplies", s.name)
		}
	}
}

// Evaluators that do not keep to the number of moves.
type (
	fewer struct{ thirds }
	more  struct{ thirds }
)

func (fewer) EvaluateSuccessors([]int, []float64) []float64 { return nil }

func (more) EvaluateReplies(outcomes []int, dst []fast.Reply) []fast.Reply {
	return append(dst, make([]fast.Reply, len(outcomes)+1)...)
}

func TestWrongNumberOfValues(t *testing.T) {
	g := gamble(3, 20, true)
	for call, e := range map[string]expectimax.Evaluator{"EvaluateSuccessors": fewer{thirds{g}}, "EvaluateReplies": more{thirds{g}}} {
		for _, s := range searches {
			failed := false
			for depth := 1; depth <= 4; depth++ {
				r, err := s.search(t.Context(), g, ply.Limits{}, options{
					Depth: depth, Range: [2]float64{-3, 3}, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return e }})
				failed = failed || err != nil && strings.Contains(err.Error(), call) && r.Status == ply.Failed
			}
			if !failed && (call == "EvaluateReplies" || s.name == "Expectimax") {
				t.Errorf("%s: no error of %s", s.name, call)
			}
		}
	}
}

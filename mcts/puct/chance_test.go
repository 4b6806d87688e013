package puct_test

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/puct"
	"github.com/ply-search/ply/search/expectimax"
)

const mostPoints = 9

// gambles yields random acyclic games of chance in which the start has moves.
func gambles(count, nodes, moves int) []*testgames.Gamble {
	var all []*testgames.Gamble
	for seed := uint64(0); len(all) < count; seed++ {
		if g := testgames.RandomGamble(rand.New(rand.NewPCG(seed, 1)), nodes, moves, mostPoints, true); len(g.Nodes[0].Out) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// The values of small games of chance are found, by all ways to search them.
func TestValuesOfChance(t *testing.T) {
	for seed, g := range gambles(long.Or(20, 6), 25, 3) {
		values := g.Expectations()
		part := func(node int) float64 { // for the side to move at the start
			v := values[node]
			if g.Nodes[0].Side == 1 {
				v = -v
			}
			return v / mostPoints
		}
		for name, opt := range map[string]puct.Options[int]{
			"PUCT":              {},
			"no solver":         {NoSolver: true},
			"Gumbel":            {Selection: puct.Gumbel{}},
			"halving":           {Selection: puct.Halving{}},
			"bounds":            {Bounds: true},
			"batches":           {Batch: 4},
			"losses":            {Batch: 4, Selection: puct.PUCT{VirtualLoss: 1}},
			"asynchronous":      {Batch: 4, InFlight: 2, Workers: 2},
			"shared nodes":      {Transpositions: true, Batch: 2},
			"shared, no solver": {Transpositions: true, NoSolver: true},
		} {
			opt.Scale = mostPoints
			evaluate := uniform[*testgames.Gamble]
			if name == "Gumbel" { // below the root it hardly tries what the evaluator does not recommend
				evaluate = func(_ context.Context, leaves []*puct.Leaf[*testgames.Gamble, int]) error {
					for _, l := range leaves {
						at := l.Position.At
						if l.Value = max(-1, min(1, values[at]/mostPoints)); g.Nodes[at].Side == 1 {
							l.Value = -l.Value
						}
					}
					return nil
				}
			}
			r, err := puct.Search(t.Context(), g, evaluate, ply.Limits{Nodes: 10_000}, opt)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			want := part(0)
			if r.Low > want+1e-9 || r.High < want-1e-9 {
				t.Errorf("seed %d, %s: value %.4f is proven to be within %.4f and %.4f", seed, name, want, r.Low, r.High)
			}
			if g.Nodes[0].Side == ply.Chance {
				if len(r.Line) > 0 || math.Abs(r.Value-want) > 0.1 {
					t.Errorf("seed %d, %s: line %v and value %.4f where chance is to move, want %.4f", seed, name, r.Line, r.Value, want)
				}
				continue
			}
			if got := part(g.Edges[r.Move].To); got < want-0.05 {
				t.Errorf("seed %d, %s: move %d of value %.4f, want %.4f", seed, name, r.Move, got, want)
			}
			at := 0
			for _, m := range r.Line {
				if g.Nodes[at].Side == ply.Chance {
					t.Errorf("seed %d, %s: line %v goes on after chance", seed, name, r.Line)
				}
				at = g.Edges[m].To
			}
		}
	}
}

// Each outcome has at most one simulation more or less than its share, and an impossible outcome has none.
func TestOutcomesByProbability(t *testing.T) {
	for _, opt := range []puct.Options[int]{{NoSolver: true}, {NoSolver: true, Batch: 4}, {NoSolver: true, Selection: puct.Gumbel{}}} {
		for _, g := range gambles(40, 60, 6) {
			if g.Nodes[0].Side != ply.Chance {
				continue
			}
			const simulations = 1000
			r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: simulations}, opt)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range r.Moves {
				p := g.Odds[0][m.Move-g.Nodes[0].Out[0]]
				if far := math.Abs(float64(m.Visits) - p*simulations); far > 1 || p == 0 && m.Visits > 0 || math.Abs(r.Policy[i]-p) > 1e-6 {
					t.Errorf("outcome %d of probability %v (%v) has %d of %d simulations", m.Move, p, r.Policy[i], m.Visits, simulations)
				}
			}
		}
	}
}

// Distances through chance agree with brute force: a win counts the plies of its longest outcome.
func TestDistanceThroughChance(t *testing.T) {
	wins, losses := 0, 0
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 9))
		g := testgames.RandomGamble(random, 2+random.IntN(60), 1+random.IntN(4), 1, true)
		if len(g.Nodes[0].Out) == 0 {
			continue
		}
		for _, opt := range []puct.Options[int]{{}, {Batch: 3}, {Bounds: true}, {Transpositions: true}} {
			r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 2000}, opt)
			if err != nil {
				t.Fatal(err)
			}
			all := testgames.Endings(g.Duel, g.Odds)
			checkDistances(t, seed, &r, g.Duel, all)
			if r.Distance > 0 && r.Low == 1 {
				wins++
			} else if r.Distance > 0 {
				losses++
			}
			if r.Status == ply.Solved && all[0].Value == testgames.Undecided && r.Low != 0 {
				t.Errorf("seed %d: solved with %v, want %+v", seed, r.Value, all[0])
			}
		}
	}
	if wins == 0 || losses == 0 {
		t.Errorf("%d wins and %d losses are proven", wins, losses)
	}
}

// In Pig the search takes every decision right where it matters by more than 0.04, with an evaluator that knows nothing.
func TestDecisionsOfPig(t *testing.T) {
	const target = 20
	solution, err := expectimax.ValueIteration(t.Context(), &testgames.Pig{Target: target}, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for g, best := range testgames.DecisionsOfPig(target, long.Or(7, 97), func(g *testgames.Pig) (float64, bool) {
		v, _, ok := solution.Value(g)
		return v, ok
	}) {
		r, err := puct.Search(t.Context(), g, uniform, ply.Limits{Nodes: 20_000}, puct.Options[int]{})
		if err != nil || r.Move != best.Move || math.Abs(r.Value-best.Value) > 0.4 {
			t.Errorf("%v: move %d of value %.3f, error %v, want %d of value %.3f", g, r.Move, r.Value, err, best.Move, best.Value)
		}
	}
}

func TestErrorsOfChance(t *testing.T) {
	g := gambles(1, 25, 3)[0]
	g.Nodes[0].Side, g.Odds[0] = ply.Chance, []float64{1, 0, 0}[:len(g.Nodes[0].Out)]
	for _, c := range []struct {
		game anyGame
		says string
	}{
		{testgames.Loaded{AdversarialGame: g, Odds: -1}, "probability -1"},
		{testgames.Loaded{AdversarialGame: g, Odds: math.NaN()}, "NaN"},
		{testgames.Loaded{AdversarialGame: g, Odds: 0.9}, "sum"},
		{testgames.Unsaid{AdversarialGame: g}, "not a ply.Stochastic"},
	} {
		r, err := puct.Search(t.Context(), c.game, uniform, ply.Limits{Nodes: 100}, puct.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), c.says) || r.Status != ply.Failed {
			t.Errorf("status %v, error %v, want one that says %q", r.Status, err, c.says)
		}
	}
}

// A tree is kept through throws, also a saved one, and an answer about some outcomes is an error.
func TestTreeThroughChance(t *testing.T) {
	for _, selection := range []puct.Selection{puct.PUCT{Noise: 0.25}, puct.Gumbel{}, puct.Halving{}} {
		g := &testgames.Pig{Target: 30}
		opt := puct.Options[int]{Selection: selection, Batch: 2}
		tree, err := puct.New(g, uniform, opt)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		byChance := 0
		for range 12 {
			r, err := tree.Search(t.Context(), ply.Limits{Nodes: 500})
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := tree.Save(&b); err != nil {
				t.Fatal(err)
			}
			loaded, err := puct.New(g.Clone(), uniform, opt)
			if err != nil {
				t.Fatal(err)
			}
			if err := loaded.Load(&b); err != nil {
				t.Fatal(err)
			}
			want, err := tree.Search(t.Context(), ply.Limits{Nodes: 200})
			if err != nil {
				t.Fatal(err)
			}
			got, err := loaded.Search(t.Context(), ply.Limits{Nodes: 200})
			if want.Elapsed, got.Elapsed = 0, 0; err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%+v, error %v, want %+v", got, err, want)
			}
			m := r.Move
			if g.ToMove() == ply.Chance {
				byChance++
				if m, err = ply.DrawOutcome(g, random); err != nil {
					t.Fatal(err)
				}
			}
			if err := tree.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if byChance == 0 {
			t.Error("no throws")
		}
	}
}

// A simulation of a game of chance allocates no memory.
func TestNoAllocationForChance(t *testing.T) {
	tree, err := puct.New(&testgames.Pig{Target: 20}, uniform, puct.Options[int]{Memory: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	checkNoAllocation(t, tree)
}

func BenchmarkPig(b *testing.B) {
	simulations := 0
	for b.Loop() {
		r, err := puct.Search(b.Context(), &testgames.Pig{Target: 50}, uniform, ply.Limits{Nodes: 10_000}, puct.Options[int]{})
		if err != nil {
			b.Fatal(err)
		}
		simulations += r.Nodes
	}
	b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
}

// checkNoAllocation checks that a simulation allocates no memory, once the tree is full.
func checkNoAllocation[G interface {
	ply.Game[M]
	ToMove() int
}, M comparable](t *testing.T, tree *puct.Tree[G, M]) {
	t.Helper()
	search := func(simulations int) func() {
		return func() {
			if _, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations}); err != nil {
				t.Fatal(err)
			}
		}
	}
	search(20_000)() // until the memory is used up
	if few, many := testing.AllocsPerRun(3, search(10)), testing.AllocsPerRun(3, search(2000)); many > few+10 {
		t.Errorf("%v allocations for 10 simulations, %v for 2000", few, many)
	}
}

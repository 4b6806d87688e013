package mcts_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sides"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/expectimax"
)

// gamblers is a gamble for two players.
type gamblers struct {
	*testgames.Gamble
	players ply.Multiplayer
}

func (g gamblers) Players() int          { return 2 }
func (g gamblers) Outcomes(values []int) { g.players.Outcomes(values) }
func (g gamblers) Clone() gamblers       { return asGamblers(g.Gamble.Clone()) }

func asGamblers(g *testgames.Gamble) gamblers { return gamblers{g, sides.MultiplayerOf(g)} }

// The values of small games of chance are found, by all ways to search them.
func TestValuesOfChance(t *testing.T) {
	const most = 9
	for seed := range long.Or[uint64](6, 1) {
		g := testgames.RandomGamble(rand.New(rand.NewPCG(seed, 1)), 25, 3, most, true)
		if len(g.Nodes[0].Out) == 0 {
			continue
		}
		values := g.Expectations()
		part := func(node int) float64 { // for the side to move at the start
			v := values[node]
			if g.Nodes[0].Side == 1 {
				v = -v
			}
			return v / most
		}
		for name, opt := range map[string]mcts.Options[int]{
			"UCT":            {},
			"no solver":      {NoSolver: true},
			"evaluation":     {Leaf: mcts.Evaluation{}},
			"transpositions": {Transpositions: true},
			"PUCT":           {Bandit: mcts.PUCT{}},
			"open loop":      {OpenLoop: true},
			"open trees":     {OpenLoop: true, Workers: 2, Sharing: mcts.RootTrees},
			"open leaves":    {OpenLoop: true, Workers: 2, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 4}},
			"open memory":    {OpenLoop: true, Memory: 1 << 12, Prune: true},
			"open PUCT":      {OpenLoop: true, Bandit: mcts.PUCT{}, ExpandAfter: 3},
			"workers":        {Workers: 2},
			"trees":          {Workers: 2, Sharing: mcts.RootTrees},
			"leaves":         {Workers: 2, Sharing: mcts.LeafPlayouts, Leaf: mcts.Playouts{N: 4}},
			"lanes":          {Leaf: mcts.Playouts{N: 8, Median: true}},
			"multiplayer":    {},
			"multi open":     {OpenLoop: true},
		} {
			opt.Scale = most
			limits := ply.Limits{Nodes: 30_000}
			var r mcts.Result[int]
			var err error
			if strings.HasPrefix(name, "multi") {
				r, err = mcts.Search(t.Context(), asGamblers(g), limits, opt)
			} else {
				r, err = mcts.Search(t.Context(), g, limits, opt)
			}
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, name, err)
			}
			want := part(0)
			if r.Low > want+1e-9 || r.High < want-1e-9 {
				t.Errorf("seed %d, %s: value %.4f is proven to be within %.4f and %.4f", seed, name, want, r.Low, r.High)
			}
			if g.Nodes[0].Side == ply.Chance {
				if len(r.Line) > 0 {
					t.Errorf("seed %d, %s: line %v where chance is to move", seed, name, r.Line)
				}
				continue
			}
			if got := part(g.Edges[r.Move].To); got < want-0.1 {
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

// Outcomes get simulations by their probabilities, and with probability 0 none.
func TestOutcomesByProbability(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(1, 1)), 60, 6, 9, true)
	start := 0
	for n := range g.Nodes {
		if g.Nodes[n].Side == ply.Chance && len(g.Nodes[n].Out) > len(g.Nodes[start].Out) {
			start = n
		}
	}
	g.At = start
	g.Odds[start][1] = 0
	g.Odds[start][0] = 1
	for _, p := range g.Odds[start][1:] {
		g.Odds[start][0] -= p
	}
	const simulations = 40_000
	tree, err := mcts.New(g, mcts.Options[int]{NoSolver: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Moves {
		p := g.Odds[start][m.Move-g.Nodes[start].Out[0]]
		if far := 5 * math.Sqrt(p*(1-p)*simulations); math.Abs(float64(m.Visits)-p*simulations) > far || math.Abs(tree.Prior(m.Move)-p) > 1e-6 {
			t.Errorf("outcome %d of probability %v (%v) has %d of %d simulations", m.Move, p, tree.Prior(m.Move), m.Visits, simulations)
		}
	}
}

// A tiny is a gamble of nodes that are given one by one.
type tiny struct{ testgames.Gamble }

// add adds a node where a side or chance, by its odds, moves to one of the nodes out. A node without any ends with an
// outcome.
func (g *tiny) add(side, outcome int, odds []float64, out ...int) {
	if g.Duel == nil {
		g.Duel = &testgames.Duel{NoCycle: true}
	}
	n := testgames.DuelNode{Side: side, Outcome: outcome, Static: outcome, PassTo: -1, Low: -1, High: 1}
	for _, to := range out {
		n.Out = append(n.Out, len(g.Edges))
		g.Edges = append(g.Edges, testgames.Edge{From: len(g.Nodes), To: to})
	}
	g.Nodes = append(g.Nodes, n)
	g.Odds = append(g.Odds, odds)
}

func (g *tiny) game() *testgames.Gamble { return &g.Gamble }

// A proven draw is the value of a position, also in the expectation above it, although the position has a worse move of
// which nothing is proven.
func TestExpectationOfProvenMoves(t *testing.T) {
	for name, opt := range map[string]mcts.Options[int]{
		"UCT":      {},
		"Greedy":   {Bandit: mcts.Greedy{}, FirstPlay: 0.5},
		"PUCT":     {Bandit: mcts.PUCT{}},
		"widening": {Widening: mcts.Widening{Factor: 1, Power: 0.5}},
		"workers":  {Workers: 2},
	} {
		var g tiny
		g.add(ply.Chance, 0, []float64{0.5, 0.5}, 1, 2)
		g.add(0, 0, nil, 2, 3)
		g.add(0, 0, nil)
		g.add(ply.Chance, 0, []float64{0.9, 0.1}, 4, 5)
		g.add(0, -1, nil)
		g.add(0, 1, nil)
		r, err := mcts.Search(t.Context(), g.game(), ply.Limits{Nodes: 10_000}, opt)
		if err != nil || math.Abs(r.Value) > 0.03 {
			t.Errorf("%s: value %v, error %v, want 0", name, r.Value, err)
		}
	}
}

// A win with all dice is proven, but not with a chance to lose.
func TestProofThroughChance(t *testing.T) {
	for _, c := range []struct {
		last int
		want ply.Status
	}{{1, ply.Solved}, {-1, ply.OutOfNodes}} {
		// Side 0 plays, and chance decides between three ends, where side 0 is named.
		var g tiny
		g.add(0, 0, nil, 1)
		g.add(ply.Chance, 0, []float64{0.2, 0.3, 0.5}, 2, 3, 4)
		g.add(0, 1, nil)
		g.add(0, 1, nil)
		g.add(0, c.last, nil)
		r, err := mcts.Search(t.Context(), g.game(), ply.Limits{Nodes: 1000}, mcts.Options[int]{})
		if err != nil || r.Status != c.want {
			t.Errorf("last outcome %d: status %v, %v; want %v", c.last, r.Status, err, c.want)
		}
		if c.last == -1 && math.Abs(r.Value) > 0.16 {
			t.Errorf("value %v, want 0", r.Value)
		}
	}
}

// In Pig to 20 the search takes every decision right where it matters by more than 0.04.
func TestDecisionsOfPig(t *testing.T) {
	pig := &testgames.Pig{Target: 20}
	s, err := expectimax.ValueIteration(t.Context(), pig, ply.Limits{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	decisionsOfPig(t, s, long.Or(7, 97), func(g *testgames.Pig, best int, value float64) {
		r, err := mcts.Search(t.Context(), g, ply.Limits{Nodes: 20_000}, mcts.Options[int]{})
		if err != nil || r.Move != best || math.Abs(r.Value-value) > 0.4 {
			t.Errorf("%v: move %d of value %.3f, %v; want %d", g, r.Move, r.Value, err, best)
		}
		checked++
	})
	t.Logf("%d decisions", checked)
}

// decisionsOfPig calls check for every n-th decision that matters by more than 0.04, with the best move and its value.
func decisionsOfPig(t *testing.T, s *expectimax.Solution[int], every int, check func(g *testgames.Pig, best int, value float64)) {
	t.Helper()
	for g, best := range testgames.DecisionsOfPig(20, every, func(g *testgames.Pig) (float64, bool) {
		v, _, ok := s.Value(g)
		return v, ok
	}) {
		check(g, best.Move, best.Value)
	}
}

func TestErrorsOfChance(t *testing.T) {
	g := testgames.RandomGamble(rand.New(rand.NewPCG(2, 1)), 25, 3, 9, true)
	g.Nodes[0].Side, g.Odds[0] = ply.Chance, []float64{1, 0, 0}[:len(g.Nodes[0].Out)]
	limits := ply.Limits{Nodes: 100}
	for _, c := range []struct {
		name   string
		game   ply.AdversarialGame[int]
		limits ply.Limits
		opt    mcts.Options[int]
		says   string
	}{
		{"negative", testgames.Loaded{AdversarialGame: g, Odds: -1}, limits, mcts.Options[int]{}, "probability -1"},
		{"NaN", testgames.Loaded{AdversarialGame: g, Odds: math.NaN()}, limits, mcts.Options[int]{}, "NaN"},
		{"sum", testgames.Loaded{AdversarialGame: g, Odds: 0.9}, limits, mcts.Options[int]{}, "sum"},
		{"not stochastic", testgames.Unsaid{AdversarialGame: g}, limits, mcts.Options[int]{}, "not a ply.Stochastic"},
		{"RAVE", g, limits, mcts.Options[int]{RAVE: mcts.RAVE{Weight: 100}}, "RAVE"},
	} {
		r, err := mcts.Search(t.Context(), c.game, c.limits, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.says) || r.Status != ply.Failed {
			t.Errorf("%s: status %v, error %v; want one that says %q", c.name, r.Status, err, c.says)
		}
	}
}

// A simulation of a game of chance allocates no memory.
func TestNoAllocationForChance(t *testing.T) {
	tree, err := mcts.New(&testgames.Pig{Target: 20}, mcts.Options[int]{Memory: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	search := func(simulations int) func() {
		return func() {
			if _, err := tree.Search(t.Context(), ply.Limits{Nodes: simulations}); err != nil {
				t.Fatal(err)
			}
		}
	}
	search(10_000)() // until the memory is used up
	if few, many := testing.AllocsPerRun(3, search(10)), testing.AllocsPerRun(3, search(2000)); many > few+10 {
		t.Errorf("%v allocations for 10 simulations, %v for 2000", few, many)
	}
}

func BenchmarkPig(b *testing.B) { benchmarkPig(b, mcts.Options[int]{}) }

func benchmarkPig(b *testing.B, opt mcts.Options[int]) {
	b.ReportAllocs()
	simulations := 0
	for b.Loop() {
		r, err := mcts.Search(b.Context(), &testgames.Pig{Target: 50}, ply.Limits{Nodes: 10_000}, opt)
		if err != nil {
			b.Fatal(err)
		}
		simulations += r.Nodes
	}
	b.ReportMetric(float64(simulations)/b.Elapsed().Seconds(), "simulations/s")
}

// certain is a game that knows chance and never meets it.
type certain struct{ *wild }

func (certain) Probabilities(_ []int, dst []float64) []float64 { return dst }

// TestRAVEWithoutChance checks that RAVE is refused only where a position of chance is met.
func TestRAVEWithoutChance(t *testing.T) {
	opt, limits := mcts.Options[int]{RAVE: mcts.RAVE{Weight: 50}, NoSolver: true}, ply.Limits{Nodes: 500}
	want, err := mcts.Search(t.Context(), newWild(5, 12, 4, 1, true, false), limits, opt)
	if err != nil {
		t.Fatal(err)
	}
	got, err := mcts.Search(t.Context(), certain{newWild(5, 12, 4, 1, true, false)}, limits, opt)
	if err != nil || got.Move != want.Move || got.Nodes != want.Nodes || got.Value != want.Value {
		t.Errorf("%d of value %v, want %d of value %v, error %v", got.Move, got.Value, want.Move, want.Value, err)
	}
}

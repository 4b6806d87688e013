package proof_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/proof"
	"github.com/ply-search/ply/transposition"
)

var background = context.Background()

// newTable returns a table for a number of positions.
func newTable(entries int) *transposition.Table { return transposition.NewTable(16 * int64(entries)) }

// valueAfter returns the value of playing m.
func valueAfter(g *testgames.Duel, m int) int {
	me := g.ToMove()
	g.Play(m)
	defer g.Undo(m)
	if g.ToMove() != me {
		return -g.Values()[g.At]
	}
	return g.Values()[g.At]
}

// A guesser guesses how hard positions are, and knows some of their values.
type guesser struct{ *testgames.Duel }

func (g guesser) FirstNumbers() (proof, disproof int) {
	x := transposition.Mix(g.Hash())
	switch value := g.Values()[g.At]; {
	case x%5 == 0 && value > 0:
		return 0, 1 + int(x>>60)
	case x%5 == 1 && value < 0:
		return 1 + int(x>>60), 0
	case x%5 == 2:
		return math.MaxInt, 1 + int(x>>60)
	}
	return 1 + int(x>>60), 1 + int(x>>50&63)
}

// Both searches agree with the values of the game, for every question, with forgetful tables.
func TestProofsEqualValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.RandomDuel(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
			rapid.IntRange(1, 60).Draw(t, "nodes"), rapid.IntRange(1, 6).Draw(t, "moves"),
			rapid.SampledFrom([]int{1, 3, 50, ply.MaxValue}).Draw(t, "most"), true)
		table := newTable(rapid.IntRange(1, 40).Draw(t, "entries"))
		opt := proof.Options[int]{Above: rapid.IntRange(-4, 4).Draw(t, "above"), Table: table}
		plain := hashed{g, g} // without bounds
		want := proof.Disproved
		if g.Values()[0] > opt.Above {
			want = proof.Proved
		}
		var results []proof.Result[int]
		for _, search := range []func() (proof.Result[int], error){
			func() (proof.Result[int], error) {
				return proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{Above: opt.Above})
			},
			func() (proof.Result[int], error) {
				return proof.BestFirst(background, plain, ply.Limits{}, proof.Options[int]{Above: opt.Above})
			},
			func() (proof.Result[int], error) { return proof.Search(background, g, ply.Limits{}, opt) },
			func() (proof.Result[int], error) { return proof.Search(background, plain, ply.Limits{}, opt) },
		} {
			r, err := search()
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		// Options that change the order of the search do not change the answer, and the table may be shared.
		ordered := opt
		ordered.Sum = rapid.SampledFrom([]float64{0, 1e-9, 0.3, 0.7, 1}).Draw(t, "sum")
		ordered.Widen = rapid.SampledFrom([]float64{0, 0.01, 0.25, 3}).Draw(t, "widen")
		for i := range 6 {
			if rapid.Bool().Draw(t, "fresh table") {
				if err := table.Reset(); err != nil {
					t.Fatal(err)
				}
			}
			ordered.Mobility = i%2 == 1
			var r proof.Result[int]
			var err error
			switch i / 2 {
			case 0:
				r, err = proof.Search(background, g, ply.Limits{}, ordered)
			case 1:
				r, err = proof.Search(background, plain, ply.Limits{}, ordered)
			case 2:
				r, err = proof.Search(background, guesser{g}, ply.Limits{}, ordered)
			}
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r)
		}
		for _, got := range results {
			if got.Status != ply.Complete || got.Answer != want {
				t.Fatalf("%+v, want %v", got, want)
			}
			if (len(got.Line) > 0) != (want == proof.Proved && len(g.Moves(nil)) > 0) {
				t.Fatalf("%+v: a line is wanted exactly if the answer is yes and there are moves", got)
			}
			if len(got.Line) > 0 && valueAfter(g, got.Line[0]) <= opt.Above {
				t.Fatalf("%+v: the move does not reach what was asked", got)
			}
			testgames.Replay(t, g, got.Line, func() {})
		}
		if g.At != 0 {
			t.Fatalf("the game is left in node %d", g.At)
		}
	})
}

// Once it has the memory of a line, depth-first proof-number search allocates nothing per node.
func TestProofsAllocateNothingPerNode(t *testing.T) {
	g := testgames.Layers(rand.New(rand.NewPCG(1, 1)), 80, 4, 2)
	opt := proof.Options[int]{Table: newTable(16)}
	allocs := func(nodes int) float64 {
		return testing.AllocsPerRun(3, func() {
			if err := opt.Table.Reset(); err != nil {
				t.Fatal(err)
			}
			if r, err := proof.Search(background, g, ply.Limits{Nodes: nodes}, opt); err != nil || r.Status != ply.OutOfNodes {
				t.Fatalf("%+v, error %v", r, err)
			}
		})
	}
	if few, many := allocs(5_000), allocs(100_000); many > few+20 {
		t.Errorf("%v allocations in 100 000 nodes, %v in 5 000", many, few)
	}
}

func TestProofsCutShort(t *testing.T) {
	g := testgames.RandomDuel(rand.New(rand.NewPCG(3, 1)), 2000, 6, 100, true)
	plain := hashed{g, g}
	opt := proof.Options[int]{Above: g.Values()[0], Table: newTable(64)}
	limits := ply.Limits{Nodes: 50}
	tree, err := proof.BestFirst(background, plain, limits, proof.Options[int]{Above: opt.Above})
	if err != nil || tree.Status != ply.OutOfNodes || tree.Answer != proof.Unknown || tree.Nodes != 50 || g.At != 0 {
		t.Errorf("%+v, error %v", tree, err)
	}
	dfpn, err := proof.Search(background, plain, limits, opt)
	if err != nil || dfpn.Status != ply.OutOfNodes || dfpn.Answer != proof.Unknown || dfpn.Nodes != 50 || g.At != 0 {
		t.Errorf("%+v, error %v", dfpn, err)
	}
	if _, err := dfpn.Claim("duel"); err == nil {
		t.Error("a claim of nothing")
	}
	if _, err := proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{Above: 40_000}); err == nil {
		t.Error("a value out of range is accepted")
	}
	if r, err := proof.BestFirst(background, g, ply.Limits{Nodes: -1}, proof.Options[int]{}); err == nil || !strings.Contains(err.Error(), "Limits.Nodes is -1") || r.Status != ply.Failed {
		t.Errorf("a negative number of nodes: %v, error %v", r.Status, err)
	}
	for name, opt := range map[string]proof.Options[int]{
		"Sum is NaN":           {Sum: math.NaN()},
		"Sum is -1":            {Sum: -1},
		"Widen is -1":          {Widen: -1},
		"Widen is +Inf":        {Widen: math.Inf(1)},
		"Workers is -1":        {Workers: -1},
		"above is 32001":       {Above: ply.MaxValue + 1},
		"ply.Cloner, which":    {Workers: 2},
		"a table of 0 entries": {Table: newTable(-1)},
	} {
		if r, err := proof.Search(background, plain, ply.Limits{}, opt); err == nil || !strings.Contains(err.Error(), name) || r.Status != ply.Failed {
			t.Errorf("%s: %v, error %v", name, r.Status, err)
		}
	}
	g.NoCycle = false
	if _, err := proof.BestFirst(background, g, limits, proof.Options[int]{}); err != ply.ErrCyclic {
		t.Errorf("error %v of a game with cycles", err)
	}
}

// Bounds of the game that answer the question spare the search, after the start.
func TestBoundsAreUsed(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	nodes := [2]int{}
	for range 10 {
		g := testgames.RandomDuel(random, 2000, 6, 100, true)
		above := g.Values()[0]
		with, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{Above: above, Table: transposition.NewTable(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		without, err := proof.Search(background, hashed{g, g}, ply.Limits{}, proof.Options[int]{Above: above, Table: transposition.NewTable(1 << 20)})
		if err != nil {
			t.Fatal(err)
		}
		nodes[0], nodes[1] = nodes[0]+with.Nodes, nodes[1]+without.Nodes
	}
	if 2*nodes[0] > nodes[1] {
		t.Errorf("%d nodes with bounds, %d without", nodes[0], nodes[1])
	}
}

// A corridor is a game of one line, whose moves the sides make in turn and which side 0 wins.
type corridor struct{ at, moves int }

func (c *corridor) Moves(dst []int) []int {
	if c.at == c.moves {
		return dst
	}
	return append(dst, 0)
}

func (c *corridor) Play(int)      { c.at++ }
func (c *corridor) Undo(int)      { c.at-- }
func (c *corridor) ToMove() int   { return c.at & 1 }
func (c *corridor) Outcome() int  { return 1 - 2*(c.at&1) }
func (c *corridor) Acyclic() bool { return true }

func TestProofTreeIsBounded(t *testing.T) {
	proof.SetMostNodes(t, 1000)
	for _, moves := range []int{998, 999, 1000} {
		g := &corridor{moves: moves}
		r, err := proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{})
		switch {
		case err != nil || g.at != 0:
			t.Errorf("error %v, after %d moves", err, g.at)
		case moves < 1000 && r.Answer != proof.Proved, moves == 1000 && (r.Answer != proof.Unknown || r.Status != ply.OutOfMemory):
			t.Errorf("a line of %d moves: %v, %v", moves, r.Answer, r.Status)
		}
	}
}

// chancy is a corridor where chance is to move from some move on.
type chancy struct {
	corridor
	from int
}

func (c *chancy) ToMove() int {
	if c.at >= c.from {
		return -1
	}
	return c.corridor.ToMove()
}

func (c *chancy) Hash() uint64 { return transposition.Mix(uint64(c.at)) }

// Searches that know no chance say so, wherever they meet it, and leave the game as it was.
func TestChanceIsRefused(t *testing.T) {
	for _, from := range []int{0, 1, 7} {
		g := &chancy{corridor{moves: 10}, from}
		tree, err := proof.BestFirst(background, g, ply.Limits{}, proof.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), "chance") || tree.Status != ply.Failed || g.at != 0 {
			t.Errorf("best-first, chance from %d: %v, error %v, at %d", from, tree.Status, err, g.at)
		}
		dfpn, err := proof.Search(background, g, ply.Limits{}, proof.Options[int]{})
		if err == nil || !strings.Contains(err.Error(), "chance") || dfpn.Status != ply.Failed || g.at != 0 {
			t.Errorf("depth-first, chance from %d: %v, error %v, at %d", from, dfpn.Status, err, g.at)
		}
	}
}

// The last report of progress is the result, and those before count up to it.
func TestProgress(t *testing.T) {
	g := &corridor{moves: 2000}
	var reports []proof.Result[int]
	got, err := proof.Search(stop.ReportEach(background, 1), g, ply.Limits{}, proof.Options[int]{
		Progress: func(r proof.Result[int]) { reports = append(reports, r) },
	})
	if err != nil || len(reports) < 2 {
		t.Fatalf("%d reports, error %v", len(reports), err)
	}
	for i, r := range reports[:len(reports)-1] {
		if r.Status != ply.InProgress || i > 0 && r.Nodes < reports[i-1].Nodes || r.Answer != proof.Unknown {
			t.Errorf("report %d: %+v", i, r)
		}
	}
	if last := reports[len(reports)-1]; last.Status != got.Status || last.Nodes != got.Nodes || last.Answer != got.Answer {
		t.Errorf("the last report is %+v, want %+v", last, got)
	}
}

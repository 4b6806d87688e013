package search_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Both searches answer as the values of the game do, for every question, whatever the table forgets.
func TestProofsEqualValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawDuel(t, true)
		opt := search.ProofOptions{Above: rapid.IntRange(-4, 4).Draw(t, "above"), Bounds: rapid.Bool().Draw(t, "bounds")}
		table, err := transposition.NewTable[search.ProofNumbers](rapid.IntRange(1, 40).Draw(t, "entries"), transposition.TwoBig)
		if err != nil {
			t.Fatal(err)
		}
		want := search.Disproved
		if g.Values()[0] > opt.Above {
			want = search.Proved
		}
		tree, err := search.ProofNumber(background, g, opt)
		if err != nil {
			t.Fatal(err)
		}
		dfpn, err := search.DepthFirstProofNumber(background, g, table, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []search.ProofResult[int]{tree, dfpn} {
			if got.Status != ply.Complete || got.Answer != want {
				t.Fatalf("%+v, want %v", got, want)
			}
			if (len(got.Line) > 0) != (want == search.Proved && len(g.Moves(nil)) > 0) {
				t.Fatalf("%+v: a line is wanted exactly if the answer is yes and there are moves", got)
			}
			if len(got.Line) > 0 && valueOf(t, g, got.Line[0], 0) <= opt.Above {
				t.Fatalf("%+v: the move does not reach what was asked", got)
			}
			replay(t, g, got.Line, func() {})
		}
		if g.At != 0 {
			t.Fatalf("the game is left in node %d", g.At)
		}
	})
}

// Once it has the memory of a line, depth-first proof-number search allocates nothing per node.
func TestProofsAllocateNothingPerNode(t *testing.T) {
	g := layers(rand.New(rand.NewPCG(1, 1)), 80, 4, 2)
	table, err := transposition.NewTable[search.ProofNumbers](16, transposition.TwoBig)
	if err != nil {
		t.Fatal(err)
	}
	allocs := func(nodes int) float64 {
		return testing.AllocsPerRun(3, func() {
			table.Reset()
			if r, err := search.DepthFirstProofNumber(background, g, table, search.ProofOptions{MaxNodes: nodes}); err != nil || r.Status != ply.OutOfNodes {
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
	opt := search.ProofOptions{Above: g.Values()[0], MaxNodes: 50}
	table, err := transposition.NewTable[search.ProofNumbers](64, transposition.TwoBig)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := search.ProofNumber(background, g, opt)
	if err != nil || tree.Status != ply.OutOfNodes || tree.Answer != search.Unknown || tree.Nodes != 50 || g.At != 0 {
		t.Errorf("%+v, error %v", tree, err)
	}
	dfpn, err := search.DepthFirstProofNumber(background, g, table, opt)
	if err != nil || dfpn.Status != ply.OutOfNodes || dfpn.Answer != search.Unknown || dfpn.Nodes != 50 || g.At != 0 {
		t.Errorf("%+v, error %v", dfpn, err)
	}
	if _, err := search.ProofNumber(background, g, search.ProofOptions{Above: 40_000}); err == nil {
		t.Error("a value out of range is accepted")
	}
	if _, err := search.DepthFirstProofNumber[int](background, g, nil, opt); err == nil {
		t.Error("no table is accepted")
	}
	g.NoCycle = false
	if _, err := search.ProofNumber(background, g, opt); err != search.ErrCyclic {
		t.Errorf("error %v of a game with cycles", err)
	}
}

package montecarlo_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/montecarlo"
)

// A copied is a graph that can be copied in place, and counts how often it was.
type copied struct {
	graph
	fills *int
}

func (g *copied) Clone() *copied {
	c := *g.Graph
	return &copied{graph{&c}, g.fills}
}

func (g *copied) CopyFrom(other *copied) {
	*g.fills++
	*g.Graph = *other.Graph
}

// TestCopier checks that searches whose playouts are played on a copy find the same as those that take moves back.
func TestCopier(t *testing.T) {
	copies := searchesOf[*copied]()
	for i, plain := range searches() {
		for seed := range uint64(4) {
			g := randomGraph(seed)
			fills := 0
			twin := &copied{g.Clone(), &fills}
			opt := options{MaxRuns: 3}
			want, err := plain.run(t.Context(), g, ply.Limits{Nodes: 300}, rand.NewPCG(seed, 1), opt)
			if err != nil {
				t.Fatal(err)
			}
			got, err := copies[i].run(t.Context(), twin, ply.Limits{Nodes: 300}, rand.NewPCG(seed, 1), opt)
			if err != nil {
				t.Fatal(err)
			}
			want.Elapsed, got.Elapsed = 0, 0
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, by copies: %+v\nwant %+v", plain.name, got, want)
			}
			if fills == 0 && plain.name != "discrepancy in order" {
				t.Errorf("%s: no copy was made", plain.name)
			}
			if g.At != 0 || twin.At != 0 {
				t.Errorf("%s: the games end at nodes %d and %d", plain.name, g.At, twin.At)
			}
		}
	}
}

// The position of a sampler whose game its caller plays on is the one that the game is in.
func TestSamplerOfCopier(t *testing.T) {
	g := randomGraph(7)
	fills := 0
	twin := &copied{g.Clone(), &fills}
	one, err := montecarlo.NewSampler(g, rand.NewPCG(1, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	other, err := montecarlo.NewSampler(twin, rand.NewPCG(1, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
		for range 10 {
			if want, got := one.Random(), other.Random(); got != want || !reflect.DeepEqual(other.Line(), one.Line()) {
				t.Fatalf("score %v by %d, want %v by %d", got, other.Line(), want, one.Line())
			}
		}
		if twin.At != g.At {
			t.Fatalf("at node %d, want %d", twin.At, g.At)
		}
		g.Play(moves[0])
		twin.Play(moves[0])
	}
	if fills == 0 {
		t.Error("no copy was made")
	}
}

var _ fast.Copier[*copied] = new(copied)

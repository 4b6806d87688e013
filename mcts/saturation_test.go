package mcts

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/transposition"
)

// A climb is a game of steps of 1 or 2 up to the top, by two sides in turn. Who is to move at the top has won by 127.
type climb struct{ at, moves, top int }

func (c *climb) Moves(dst []int) []int {
	for m := 1; m <= 2 && c.at+m <= c.top; m++ {
		dst = append(dst, m)
	}
	return dst
}
func (c *climb) Play(m int)       { c.at += m; c.moves++ }
func (c *climb) Undo(m int)       { c.at -= m; c.moves-- }
func (c *climb) ToMove() int      { return c.moves & 1 }
func (c *climb) Outcome() int     { return 127 }
func (c *climb) Acyclic() bool    { return true }
func (c *climb) Hash() uint64     { return transposition.Mix(uint64(c.at)<<1 | uint64(c.moves&1)) }
func (c *climb) Numbers() int     { return 3 }
func (c *climb) Number(m int) int { return m }
func (c *climb) Clone() *climb    { d := *c; return &d }

// fill gives a position as many simulations as given, of which the move most visited before has all but 10, all won, and
// the others share the rest, all lost. It returns that move.
func fill(s *store[int], id, visits uint32) *arc[int] {
	n, best := s.Nodes.At(id), mostVisited(s, id)
	n.visits = visits
	arcs := s.arcsOf(n)
	for i := range arcs {
		arcs[i].visits, arcs[i].points = uint32(10/(len(arcs)-1)), 0
	}
	best.visits, best.points = visits-10, 254*(visits-10)
	for i := range s.raves.of(n) {
		s.raves.of(n)[i] = count(arcs[i].visits, arcs[i].points)
	}
	return best
}

// mostVisited returns the move of a node with the most simulations.
func mostVisited(s *store[int], id uint32) *arc[int] {
	arcs := s.arcsOf(s.Nodes.At(id))
	best := &arcs[0]
	for i := range arcs {
		if arcs[i].visits > best.visits {
			best = &arcs[i]
		}
	}
	return best
}

// TestCountsDoNotOverflow checks that a position below the root that has about as many simulations as can be counted
// is counted right further on: over other lines (Transpositions), from earlier roots, it may have more than the root.
func TestCountsDoNotOverflow(t *testing.T) {
	for name, opt := range map[string]Options[int]{
		"one worker":    {},
		"RAVE":          {RAVE: RAVE{Weight: 10}},
		"three workers": {RAVE: RAVE{Weight: 10}, Workers: 3},
	} {
		t.Run(name, func(t *testing.T) {
			opt.Transpositions, opt.NoSolver, opt.Scale = true, true, 127
			tree, err := New(&climb{top: 12}, opt)
			if err != nil {
				t.Fatal(err)
			}
			search := func(simulations int) Result[int] {
				r, err := tree.Search(context.Background(), ply.Limits{Nodes: simulations})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			search(5000)
			s := tree.stores[0]
			won := fill(s, mostVisited(s, mostVisited(s, s.Root).node).node, math.MaxUint32/254-200)
			if r := search(20_000); r.Status != ply.OutOfNodes || r.Nodes != 20_000 {
				t.Errorf("%v after %d simulations", r.Status, r.Nodes)
			}
			checkCounts(t, tree)
			if mean := tree.workers[0].mean(uint64(won.points), int(won.visits)); mean < 0.98 {
				t.Errorf("mean %v of a move that was won nearly always", mean)
			}
			// At the root, the search ends, and goes on ending however often it is tried.
			fill(s, s.Root, math.MaxUint32/254-100)
			for range 50 {
				if r := search(1000); r.Status != ply.OutOfNodes || r.Nodes >= 1000 {
					t.Fatalf("%v after %d simulations", r.Status, r.Nodes)
				}
			}
			checkCounts(t, tree)
		})
	}
}

// checkCounts checks that the counts of all positions add up, with no more points than there can be.
func checkCounts[M comparable](t *testing.T, tree *Tree[M]) {
	t.Helper()
	checkStore(t, tree)
	s := tree.stores[0]
	full := 2 * uint64(tree.workers[0].utility) * tree.workers[0].perStep
	check := func(what string, id, i int, visits, points uint32) {
		if uint64(points) > full*uint64(visits) {
			t.Fatalf("node %d, move %d: %s of %d points in %d simulations", id, i, what, points, visits)
		}
	}
	for id := firstNode; id < s.NodesUsed; id++ {
		n := s.Nodes.At(uint32(id))
		for i, a := range s.arcsOf(n) {
			check("count", id, i, a.visits, a.points)
		}
		for i, all := range s.raves.of(n) {
			visits, points := halves(all)
			check("RAVE", id, i, visits, points)
		}
	}
}

func TestHalf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := rapid.SampledFrom([]uint32{2, 254}).Draw(t, "full")
		visits := rapid.Uint32Range(0, math.MaxUint32/full).Draw(t, "visits")
		points := rapid.Uint32Range(0, full*visits).Draw(t, "points")
		fewer, left := half(visits, points)
		if fewer != (visits+1)/2 || left > full*fewer {
			t.Fatalf("%d points in %d simulations, of %d in %d", left, fewer, points, visits)
		}
		// The mean is kept to half a point, in whole numbers: a float64 does not hold the products.
		if off := int64(left)*int64(visits) - int64(points)*int64(fewer); 2*max(off, -off) > int64(visits) {
			t.Fatalf("%d points in %d simulations, of %d in %d", left, fewer, points, visits)
		}
	})
}

// TestSaturation plays a game in which each position saturates before its move is played, so that positions which
// several lines lead to would be counted beyond their bound.
func TestSaturation(t *testing.T) {
	long.Only(t)
	tree, err := New(&climb{top: 6}, Options[int]{Transpositions: true, NoSolver: true, Scale: 127})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r, err := tree.Search(context.Background(), ply.Limits{Nodes: 100_000_000})
		if err != nil || r.Status != ply.OutOfNodes || r.Nodes >= 100_000_000 {
			t.Fatalf("%v, error %v", r.Status, err)
		}
		checkCounts(t, tree)
		if err := tree.Play(r.Moves[len(r.Moves)-1].Move); err != nil {
			t.Fatal(err)
		}
	}
}

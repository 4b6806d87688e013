package dependency_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Ladders are rules that generate their moves: in each cell a climber goes up a rung, but not while
// the next cell's climber is higher up. A move is a number, as in other tests, whose searches are then compiled once.
type ladders struct{ rungs int32 }

// climb is the move of a climber from a rung while the next climber is on another.
func climb(cell, rung, next int32) int { return int(cell<<16 | rung<<8 | next) }

func (l ladders) Candidates(cells []int32, dst []int) []int {
	for c, rung := range cells {
		if next := cells[(c+1)%len(cells)]; rung < l.rungs {
			dst = append(dst, climb(int32(c), rung, next))
		}
	}
	return dst
}

func (l ladders) Footprint(m int, dst ply.Footprint) ply.Footprint {
	cell, rung, next := int32(m>>16), int32(m>>8&0xff), int32(m&0xff)
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: cell, Value: rung}, ply.Condition{Cell: (cell + 1) % 3, Value: next})
	if next <= rung {
		dst.Modifications = append(dst.Modifications, ply.Condition{Cell: cell, Value: rung + 1})
	} else {
		dst.Preconditions[len(dst.Preconditions)-1].Value = -1 // holds nowhere
	}
	return dst
}

func (l ladders) Needing(c ply.Condition, dst []int) []int {
	for other := range l.rungs + 1 {
		if other <= c.Value && c.Value < l.rungs {
			dst = append(dst, climb(c.Cell, c.Value, other))
		}
		if c.Value <= other && other < l.rungs {
			dst = append(dst, climb((c.Cell+2)%3, other, c.Value))
		}
	}
	return dst
}

func TestGeneratedRules(t *testing.T) {
	g, err := dependency.New(make([]int32, 3), ladders{4}, dependency.GameOptions{Acyclic: true})
	if err != nil {
		t.Fatal(err)
	}
	// By hand: the positions in which climbers can be.
	seen := map[[3]int32]bool{}
	var visit func([3]int32)
	visit = func(p [3]int32) {
		if seen[p] {
			return
		}
		seen[p] = true
		for c := range p {
			if p[c] < 4 && p[(c+1)%3] <= p[c] {
				p[c]++
				visit(p)
				p[c]--
			}
		}
	}
	visit([3]int32{})
	for name, space := range map[string]search.Space[int]{
		"exact": search.ExactGraph(g, new(transposition.Set)),
		"both":  search.IncrementalGraph(g, nil),
	} {
		result, err := search.DepthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{})
		if err != nil || result.Nodes != len(seen) {
			t.Errorf("%s: %d positions, error %v, want %d", name, result.Nodes, err, len(seen))
		}
	}
}

func TestGameKeepsItsHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.Operators(t, false)
		var line []int
		for range 20 {
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			after := g.HashAfter(m)
			g.Play(m)
			line = append(line, m)
			if g.Hash() != after || g.Hash() != g.Rehash() {
				t.Fatalf("after %v: hash %x, announced %x, anew %x", line, g.Hash(), after, g.Rehash())
			}
		}
		c := g.Clone()
		for _, m := range slices.Backward(line) {
			g.Undo(m)
		}
		if len(line) > 0 && c.Hash() != c.Rehash() || g.Hash() != g.Rehash() {
			t.Fatal("hash lost on the way back")
		}
	})
}

// TestCommute compares the test on footprints with the definition of Helmstetter 2007, section 2.1.4: both orders are legal.
func TestCommute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := testgames.Operators(t, false)
		legalAfter := func(a, b int) bool {
			g.Play(a)
			defer g.Undo(a)
			return slices.Contains(g.Moves(nil), b)
		}
		for range 10 {
			moves := g.Moves(nil)
			for _, a := range moves {
				for _, b := range moves {
					if a != b && g.Commute(a, b) != (legalAfter(a, b) && legalAfter(b, a)) {
						t.Fatalf("in %v: Commute(%v, %v) = %v", g, a, b, g.Commute(a, b))
					}
				}
			}
			if len(moves) == 0 {
				break
			}
			g.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	})
}

func TestWrongRules(t *testing.T) {
	at := func(c ...int32) []ply.Condition {
		var list []ply.Condition
		for i := 0; i < len(c); i += 2 {
			list = append(list, ply.Condition{Cell: c[i], Value: c[i+1]})
		}
		return list
	}
	lists := []struct {
		cells    int
		pre, mod []ply.Condition
		want     string
	}{
		{0, nil, nil, "0 cells"},
		{2, at(2, 0), nil, "move 1: precondition {2 0}"},
		{2, at(-1, 0), nil, "precondition {-1 0}"},
		{2, at(0, -1), nil, "precondition {0 -1}"},
		{2, at(0, 1, 0, 2), nil, "two preconditions on cell 0"},
		{2, at(0, 1), at(1, 1), "cell 1 is modified without being a precondition"},
		{2, at(0, 1), at(0, 1), "cell 0 is modified to the value 1 that it has"},
		{2, at(0, 1), at(0, -1), "modification {0 -1}"},
		{2, at(0, 1), at(0, 2, 0, 3), "two modifications of cell 0"},
	}
	for _, l := range lists {
		_, err := dependency.List(l.cells, []ply.Footprint{{}, {Preconditions: l.pre, Modifications: l.mod}})
		if err == nil || !strings.Contains(err.Error(), l.want) {
			t.Errorf("%v → %v: error %v, want %q", l.pre, l.mod, err, l.want)
		}
	}
	rules, err := dependency.List(2, nil)
	if err != nil {
		t.Fatal(err)
	}
	games := []struct {
		start []int32
		rules dependency.Rules[int]
		goal  []ply.Condition
		want  string
	}{
		{nil, rules, nil, "without cells"},
		{[]int32{0}, nil, nil, "without rules"},
		{[]int32{0, -3}, rules, nil, "cell 1 has value -3"},
		{[]int32{0, 0}, rules, at(5, 1), "goal: precondition {5 1}"},
	}
	for _, g := range games {
		if _, err := dependency.New(g.start, g.rules, dependency.GameOptions{Goal: g.goal}); err == nil || !strings.Contains(err.Error(), g.want) {
			t.Errorf("%v: error %v, want %q", g.start, err, g.want)
		}
	}
}

func TestNothingIsAllocatedPerNode(t *testing.T) {
	g, _, err := river()
	if err != nil {
		t.Fatal(err)
	}
	count := func(depth int) float64 {
		return testing.AllocsPerRun(5, func() {
			if _, err := search.DepthFirst(context.Background(), search.Tree(g).MaxDepth(depth), ply.Limits{}, search.Options[int]{}); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, many := count(4), count(16); many > few+5 {
		t.Errorf("%v allocations for short lines, %v for long ones", few, many)
	}
}

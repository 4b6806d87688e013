package layered

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// random returns a graph with nodes in and out of groups, with cycles, loops, labels and parallel arcs.
func random(seed uint64) *Graph {
	r := rand.New(rand.NewPCG(seed, 0))
	g := &Graph{NodeSpace: 10, LayerSpace: 20, Margin: 8}
	groups := r.IntN(5)
	n := 1 + r.IntN(40)
	used := make(map[int]int)
	for range n {
		node := Node{Width: 5 + 60*r.Float64(), Height: 5 + 30*r.Float64()}
		if group := r.IntN(groups + 1); group > 0 {
			if used[group] == 0 { // groups are counted from 1, without gaps
				used[group] = len(used) + 1
				g.Groups = append(g.Groups, Group{LabelWidth: 50 * r.Float64(), LabelHeight: 12})
			}
			node.Group = used[group]
		}
		g.Nodes = append(g.Nodes, node)
	}
	labels := r.IntN(2) == 0
	for range r.IntN(2 * n) {
		a := Arc{From: r.IntN(n), To: r.IntN(n)}
		if r.IntN(4) > 0 && a.From > a.To {
			a.From, a.To = a.To, a.From
		}
		if labels && r.IntN(2) == 0 {
			a.LabelWidth, a.LabelHeight = 20, 10
		}
		g.Arcs = append(g.Arcs, a)
	}
	return g
}

type box struct{ left, top, right, bottom float64 }

func around(p Point, width, height float64) box {
	return box{p.X - width/2, p.Y - height/2, p.X + width/2, p.Y + height/2}
}

const tolerance = 1e-6

// apart returns how far two boxes are apart, below 0 if they overlap.
func (b box) apart(c box) float64 {
	return max(b.left-c.right, c.left-b.right, b.top-c.bottom, c.top-b.bottom)
}

func (b box) holds(c box) bool {
	return b.left <= c.left+tolerance && b.top <= c.top+tolerance && b.right >= c.right-tolerance && b.bottom >= c.bottom-tolerance
}

func TestLayout(t *testing.T) {
	for seed := range uint64(300) {
		g := random(seed)
		if err := Layout(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		var nodes, groups []box
		for _, n := range g.Nodes {
			nodes = append(nodes, around(n.Center, n.Width, n.Height))
		}
		for _, group := range g.Groups {
			groups = append(groups, box{group.Min.X, group.Min.Y, group.Max.X, group.Max.Y})
		}
		picture := box{0, 0, g.Width, g.Height}
		for i, b := range nodes {
			if !picture.holds(b) {
				t.Errorf("seed %d: node %d at %v is outside of the picture", seed, i, b)
			}
			for j, other := range nodes[:i] {
				if b.apart(other) < -tolerance {
					t.Errorf("seed %d: nodes %d and %d overlap", seed, j, i)
				}
			}
			for j, group := range groups {
				switch {
				case g.Nodes[i].Group == j+1 && !group.holds(b):
					t.Errorf("seed %d: node %d is outside of its group", seed, i)
				case g.Nodes[i].Group != j+1 && b.apart(group) < -tolerance:
					t.Errorf("seed %d: node %d is in group %d", seed, i, j+1)
				}
			}
		}
		for i, b := range groups {
			if !picture.holds(b) || b.right-b.left < g.Groups[i].LabelWidth {
				t.Errorf("seed %d: group %d at %v", seed, i+1, b)
			}
			for j, other := range groups[:i] {
				if b.apart(other) < -tolerance {
					t.Errorf("seed %d: groups %d and %d overlap", seed, j+1, i+1)
				}
			}
		}
		checkArcs(t, seed, g)
	}
}

func checkArcs(t *testing.T, seed uint64, g *Graph) {
	t.Helper()
	var labels []box
	for i, a := range g.Arcs {
		if len(a.Way)%3 != 1 || len(a.Way) < 4 || a.Way[0] != g.Nodes[a.From].Center || a.Way[len(a.Way)-1] != g.Nodes[a.To].Center {
			t.Errorf("seed %d: arc %d from %v to %v has the way %v", seed, i, g.Nodes[a.From].Center, g.Nodes[a.To].Center, a.Way)
		}
		downwards := g.Nodes[a.From].Center.Y < g.Nodes[a.To].Center.Y
		for k := range len(a.Way) - 1 {
			if math.IsNaN(a.Way[k].X) || g.Nodes[a.From].Center.Y != g.Nodes[a.To].Center.Y && a.Way[k].Y != a.Way[k+1].Y && (a.Way[k].Y < a.Way[k+1].Y) != downwards {
				t.Errorf("seed %d: arc %d turns: %v", seed, i, a.Way)
			}
		}
		if a.LabelWidth > 0 && g.Nodes[a.From].Center.Y != g.Nodes[a.To].Center.Y {
			label := around(a.Label, a.LabelWidth, a.LabelHeight)
			for _, other := range labels {
				if label.apart(other) < -tolerance {
					t.Errorf("seed %d: labels of arcs overlap", seed)
				}
			}
			for _, n := range g.Nodes {
				if label.apart(around(n.Center, n.Width, n.Height)) < -tolerance {
					t.Errorf("seed %d: the label of arc %d is on a node", seed, i)
				}
			}
			labels = append(labels, label)
		}
	}
}

// Without cycles all arcs lead downwards.
func TestArcsLeadDownwards(t *testing.T) {
	for seed := range uint64(100) {
		g := random(seed)
		g.Arcs = slices.DeleteFunc(g.Arcs, func(a Arc) bool { return a.From >= a.To })
		if err := Layout(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		for i, a := range g.Arcs {
			if g.Nodes[a.From].Center.Y >= g.Nodes[a.To].Center.Y {
				t.Errorf("seed %d: arc %d does not lead downwards", seed, i)
			}
		}
	}
}

func TestCrossings(t *testing.T) {
	for seed := range uint64(100) {
		l := &layout{Graph: random(seed)}
		if err := l.assign(t.Context()); err != nil {
			t.Fatal(err)
		}
		l.begin()
		want := 0
		for _, layer := range l.layers {
			for i, v := range layer {
				for _, w := range layer[i+1:] {
					now, _ := l.cross(l.vertices[v].down, l.vertices[w].down)
					want += now
				}
			}
		}
		if got := l.crossings(); got != want {
			t.Errorf("seed %d: %d crossings, want %d", seed, got, want)
		}
		if err := l.sort(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.crossings(); got > want {
			t.Errorf("seed %d: %d crossings after sorting, %d before", seed, got, want)
		}
	}
}

// A tree and a ladder can be drawn without crossings.
func TestNoCrossings(t *testing.T) {
	tree, ladder := &Graph{NodeSpace: 10, LayerSpace: 20}, &Graph{NodeSpace: 10, LayerSpace: 20}
	for i := range 60 {
		tree.Nodes = append(tree.Nodes, Node{Width: 10, Height: 10})
		ladder.Nodes = append(ladder.Nodes, Node{Width: 10, Height: 10})
		if i > 0 {
			tree.Arcs = append(tree.Arcs, Arc{From: (i * i) % 7 * i / 7, To: i})
		}
		if i >= 2 {
			ladder.Arcs = append(ladder.Arcs, Arc{From: i - 2, To: i})
		}
	}
	for name, g := range map[string]*Graph{"tree": tree, "ladder": ladder} {
		l := &layout{Graph: g}
		if err := l.assign(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := l.sort(t.Context()); err != nil || l.crossings() > 0 {
			t.Errorf("%s: %d crossings, error %v", name, l.crossings(), err)
		}
	}
}

func TestLayoutIsTheSameEachTime(t *testing.T) {
	one, other := random(7), random(7)
	for _, g := range []*Graph{one, other} {
		if err := Layout(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(one, other) {
		t.Error("the same graph was laid out in two ways")
	}
}

func TestLayoutStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Layout(ctx, random(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := Layout(t.Context(), new(Graph)); err != nil {
		t.Errorf("an empty graph: error %v", err)
	}
}

// BenchmarkLayout lays out a graph of 500 nodes in 20 layers with 1000 labelled arcs, many groups or none.
func BenchmarkLayout(b *testing.B) {
	for name, groups := range map[string]int{"groups": 20, "none": 0} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			g := &Graph{NodeSpace: 10, LayerSpace: 20, Margin: 8, Groups: make([]Group, groups)}
			for i := range 500 {
				n := Node{Width: 10, Height: 10}
				if groups > 0 {
					n.Group = 1 + i%groups
				}
				g.Nodes = append(g.Nodes, n)
			}
			for range 1000 {
				from := r.IntN(475)
				g.Arcs = append(g.Arcs, Arc{From: from, To: (from/25+1)*25 + r.IntN(25), LabelWidth: 10, LabelHeight: 10})
			}
			for b.Loop() {
				if err := Layout(b.Context(), g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

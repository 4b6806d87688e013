package graph_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/graph"
	"github.com/ply-search/ply/internal/long"
)

type lines = iter.Seq2[[]int, ply.Choice[int]]

// listed yields the given lines, each with as many visits as its last move says.
func listed(all ...[]int) lines {
	return func(yield func([]int, ply.Choice[int]) bool) {
		for _, line := range all {
			c := ply.Choice[int]{Low: -1, High: 1}
			if len(line) > 0 {
				c.Move, c.Visits = line[len(line)-1], line[len(line)-1]
			}
			if !yield(line, c) {
				return
			}
		}
	}
}

// grown yields the lines of a random tree with at most n nodes, whose moves are the numbers of the nodes. The visits of a
// node are at most those of its parent.
func grown(random *rand.Rand, n int) (visits []int, parents []int, all lines) {
	visits, parents = []int{1000}, []int{-1}
	for len(visits) < n {
		parent := random.IntN(len(visits))
		visits, parents = append(visits, random.IntN(visits[parent]+1)), append(parents, parent)
	}
	return visits, parents, func(yield func([]int, ply.Choice[int]) bool) {
		var walk func(at int, line []int) bool
		walk = func(at int, line []int) bool {
			for child := at + 1; child < n; child++ {
				if parents[child] != at {
					continue
				}
				here := append(line, child)
				if !yield(here, ply.Choice[int]{Move: child, Visits: visits[child], Low: -1, High: 1}) || !walk(child, here) {
					return false
				}
			}
			return true
		}
		walk(0, nil)
	}
}

func TestFromTreeKeepsTheMostVisited(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + random.IntN(60)
		visits, parents, all := grown(random, n)
		most := 1 + random.IntN(70)
		g, err := graph.FromTree(all, 0, most, func(line []int) string { return fmt.Sprint(line[len(line)-1]) })
		if err != nil || len(g.Nodes) != min(n, most) || len(g.Arcs) != len(g.Nodes)-1 {
			t.Fatalf("%d nodes, %d arcs of %d, at most %d, error %v", len(g.Nodes), len(g.Arcs), n, most, err)
		}
		numbers := []int{0}
		var kept []int
		for _, node := range g.Nodes[1:] {
			var m int
			fmt.Sscan(node.Label, &m)
			numbers, kept = append(numbers, m), append(kept, visits[m])
		}
		for _, a := range g.Arcs {
			if parents[numbers[a.To]] != numbers[a.From] {
				t.Fatalf("%d is below %d, want below %d", numbers[a.To], numbers[a.From], parents[numbers[a.To]])
			}
		}
		want := slices.Clone(visits[1:])
		slices.Sort(kept)
		slices.Sort(want)
		if want = want[n-len(g.Nodes):]; !slices.Equal(kept, want) {
			t.Fatalf("visits %v, want %v", kept, want)
		}
	}
}

func TestFromTreeNodes(t *testing.T) {
	for _, test := range []struct {
		choice         ply.Choice[int]
		label, classes string
		numbers        int
	}{
		{ply.Choice[int]{Move: 7, Visits: 12, Value: 0.256, Low: -1, High: 1}, "7\n12\n+0.26", "[]", 5},
		{ply.Choice[int]{Move: 7, Low: -1, High: 1}, "7", "[]", 5},
		{ply.Choice[int]{Move: 7, Visits: 12, Low: 1, High: 1, Distance: 3}, "7\n12\nwon in 3", "[won]", 5},
		{ply.Choice[int]{Move: 7, Low: -1, High: -1}, "7\nlost", "[lost]", 5},
		{ply.Choice[int]{Move: 7, Visits: 1}, "7\n1\ndrawn", "[drawn]", 5},
		{ply.Choice[int]{Move: 7, Visits: 1, Value: math.NaN(), Low: math.Inf(-1), High: math.Inf(1)}, "7\n1\n+NaN", "[]", 2},
	} {
		g, err := graph.FromTree(func(yield func([]int, ply.Choice[int]) bool) { yield([]int{7}, test.choice) }, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := g.Nodes[1]; n.Label != test.label || fmt.Sprint(n.Classes) != test.classes || len(n.Numbers) != test.numbers {
			t.Errorf("%+v: node %+v", test.choice, n)
		}
		if err := g.WriteJSON(io.Discard); err != nil {
			t.Error(err)
		}
	}
}

func TestFromTreeDepth(t *testing.T) {
	all := listed([]int{9}, []int{9, 8}, []int{9, 8, 7}, []int{9, 6}, []int{5})
	for depth, want := range []int{6, 3, 5, 6, 6} {
		g, err := graph.FromTree(all, depth, 0, nil)
		if err != nil || len(g.Nodes) != want {
			t.Errorf("depth %d: %d nodes, error %v, want %d", depth, len(g.Nodes), err, want)
		}
	}
	if g, err := graph.FromTree(listed(), 0, 0, nil); err != nil || len(g.Nodes) != 1 || !g.Nodes[0].Is("start") {
		t.Errorf("an empty tree: %+v, error %v", g, err)
	}
}

func TestFromTreeRefuses(t *testing.T) {
	for _, test := range []struct {
		lines           lines
		depth, maxNodes int
		want            string
	}{
		{listed(), -1, 0, "depth of -1"},
		{listed(), 0, -1, "at most -1 nodes"},
		{listed([]int{}), 0, 0, "a line of 0 moves"},
		{listed([]int{1, 2}), 0, 0, "a line of 2 moves follows one of 0"},
		{listed([]int{1}, []int{1, 2}, []int{3}, []int{3, 4, 5}), 0, 0, "a line of 3 moves follows one of 1"},
	} {
		if _, err := graph.FromTree(test.lines, test.depth, test.maxNodes, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

func TestFromTreeLabels(t *testing.T) {
	all := [][]int{{9}, {9, 8}, {9, 8, 7}, {9, 6}, {5}, {5, 4}}
	g, err := graph.FromTree(listed(all...), 0, 6, func(line []int) string { return fmt.Sprint(line) })
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range g.Nodes[1:] {
		if name, _, _ := strings.Cut(n.Label, "\n"); name != fmt.Sprint(all[i]) {
			t.Errorf("node %d is %q, want %v", i+1, n.Label, all[i])
		}
	}
}

// chain yields the lines of a tree with one move in each position.
func chain(length int) lines {
	return func(yield func([]int, ply.Choice[int]) bool) {
		var line []int
		for i := range length {
			line = append(line, i)
			if !yield(line, ply.Choice[int]{Visits: length - i, Low: -1, High: 1}) {
				return
			}
		}
	}
}

// Neither many lines nor long ones take much time or stack.
func TestFromTreeOfMany(t *testing.T) {
	wide := func(yield func([]int, ply.Choice[int]) bool) {
		for i := range 1_000_000 {
			if !yield([]int{i}, ply.Choice[int]{Visits: i, Low: -1, High: 1}) {
				return
			}
		}
	}
	g, err := graph.FromTree(wide, 0, 10, nil)
	if err != nil || len(g.Nodes) != 10 || g.Nodes[9].Label != "999999\n999999\n+0.00" {
		t.Errorf("%d nodes, error %v", len(g.Nodes), err)
	}
	moves := long.Or(100_000, 1000)
	if g, err = graph.FromTree(chain(moves), 0, 2*moves, nil); err != nil || len(g.Nodes) != moves+1 {
		t.Fatalf("%d nodes, error %v", len(g.Nodes), err)
	}
	if err := g.WriteDOT(io.Discard, nil); err != nil {
		t.Error(err)
	}
	if err := g.WriteJSON(io.Discard); err != nil {
		t.Error(err)
	}
	if g, err = graph.FromTree(chain(moves), 0, 0, nil); err != nil || len(g.Nodes) != 500 {
		t.Fatalf("%d nodes, error %v", len(g.Nodes), err)
	}
	if err := g.WriteSVG(t.Context(), io.Discard, graph.DefaultStyle()); err != nil {
		t.Error(err)
	}
}

// JSON is read into the same graph.
func TestJSON(t *testing.T) {
	g := &graph.Graph{
		Nodes: []graph.Node{
			{Label: "a \"b\"\n</script>&\u2028", Classes: []string{"start", "x"}, Numbers: map[string]float64{"n": -1e300}},
			{Group: "g", Level: 2},
		},
		Arcs: []graph.Arc{{From: 1, To: 0, Label: "<", Classes: []string{"cut"}}, {}},
	}
	for _, g := range []*graph.Graph{g, {Nodes: []graph.Node{}, Arcs: []graph.Arc{}}} {
		var out bytes.Buffer
		if err := g.WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		read := new(graph.Graph)
		if err := json.Unmarshal(out.Bytes(), read); err != nil || !reflect.DeepEqual(read, g) {
			t.Errorf("got %+v, error %v, want %+v, from %s", read, err, g, &out)
		}
	}
	g.Nodes[1].Numbers = map[string]float64{"n": math.NaN()}
	if err := g.WriteJSON(io.Discard); err == nil || !strings.Contains(err.Error(), "node 1: ") {
		t.Errorf("error %v", err)
	}
	full := errors.New("full")
	if err := picture().WriteJSON(failing{full}); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func BenchmarkFromTree(b *testing.B) {
	for b.Loop() {
		if _, err := graph.FromTree(chain(10_000), 0, 500, nil); err != nil {
			b.Fatal(err)
		}
	}
}

package graph

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/ply-search/ply"
)

// FromTree returns a graph of a search tree. The argument lines yields the lines of the tree from its root, in
// depth-first order, each with the statistics of its last move. The method All of [github.com/ply-search/ply/mcts.Tree]
// and of the trees of packages puct, joint and proof returns such an iterator. Moves with few visits may be left out.
//
// The argument depth is the greatest number of moves of a line in the graph; 0 means no limit. The graph has at most
// maxNodes nodes; maxNodes 0 means 500. If the tree has more nodes, the graph contains the nodes with the most visits,
// together with their ancestors. FromTree reads all lines, but stores no more than maxNodes nodes.
//
// The first node, of class "start", is the root. The label of any other node contains the name of its move, the visits,
// and the value for the side that plays the move. The function label returns the name of the last move of a line. If
// this function is nil, the name is the move as printed by [fmt.Sprint]. The field Numbers of the node contains the
// visits, value, low, high and distance of the [ply.Choice], except infinite numbers and NaN.
//
// If Low and High of the Choice are equal, the value of the move is proven. The node then has the class "won", "lost"
// or "drawn". Its label contains this word and the distance to the end, such as "won in 5", instead of the value.
//
// FromTree returns an error if depth or maxNodes is negative, if a line is empty, or if a line of two or more moves is
// not preceded by the same line without its last move.
func FromTree[M comparable](lines iter.Seq2[[]M, ply.Choice[M]], depth, maxNodes int, label func(line []M) string) (*Graph, error) {
	if depth < 0 || maxNodes < 0 {
		return nil, fmt.Errorf("graph: a depth of %d and at most %d nodes, want numbers from 0", depth, maxNodes)
	}
	t := mostVisited[M]{most: cmp.Or(maxNodes, defaultMaxNodes)}
	t.add(twig[M]{parent: beyond, visits: math.MaxInt})
	path := []twig[M]{t.twigs[0]}
	for line, c := range lines {
		if depth > 0 && len(line) > depth {
			continue
		}
		if len(line) == 0 || len(line) > len(path) {
			return nil, fmt.Errorf("graph: a line of %d moves follows one of %d: want each line after the line without its last move",
				len(line), len(path)-1)
		}
		above := path[len(line)-1]
		n := twig[M]{depth: len(line), choice: c, parent: above.at, visits: min(c.Visits, above.visits)}
		n.choice.Move = line[len(line)-1]
		path = append(path[:len(line)], t.add(n))
	}
	return t.graph(label), nil
}

// A twig is a node of a tree.
type twig[M comparable] struct {
	choice ply.Choice[M]
	depth  int
	at     int // its place in mostVisited.twigs, as long as it is there
	parent int // the place of its parent
	visits int // at most the visits of its parent
	order  int // among all nodes of the tree
}

// A mostVisited keeps the most visited nodes of a tree; of those with equal visits, the first. Nodes are added after their
// parents and have no more visits. A node in the heap therefore leaves it after its descendants, and nodes that are added
// below a node outside are not kept.
type mostVisited[M comparable] struct {
	most  int
	next  int // the order of the next node
	twigs []twig[M]
	heap  []int // places, the least visited first
}

func (t *mostVisited[M]) Len() int      { return len(t.heap) }
func (t *mostVisited[M]) Swap(i, j int) { t.heap[i], t.heap[j] = t.heap[j], t.heap[i] }
func (t *mostVisited[M]) Push(at any)   { t.heap = append(t.heap, at.(int)) }
func (t *mostVisited[M]) Pop() any      { panic("not used") }

func (t *mostVisited[M]) Less(i, j int) bool {
	a, b := &t.twigs[t.heap[i]], &t.twigs[t.heap[j]]
	return cmp.Or(cmp.Compare(a.visits, b.visits), cmp.Compare(b.order, a.order)) < 0
}

// add adds a node, unless it is among the least visited, and returns it with its place and order.
func (t *mostVisited[M]) add(n twig[M]) twig[M] {
	n.order = t.next
	t.next++
	if len(t.twigs) < t.most {
		n.at = len(t.twigs)
		t.twigs = append(t.twigs, n)
		heap.Push(t, n.at)
		return n
	}
	if least := t.heap[0]; n.visits > t.twigs[least].visits {
		n.at = least
		t.twigs[least] = n
		heap.Fix(t, 0)
	}
	return n
}

func (t *mostVisited[M]) graph(label func([]M) string) *Graph {
	slices.SortFunc(t.heap, func(a, b int) int { return cmp.Compare(t.twigs[a].order, t.twigs[b].order) })
	g := new(Graph)
	nodes := make([]int, len(t.twigs)) // by place
	var line []M
	for _, at := range t.heap {
		n := &t.twigs[at]
		if n.parent == beyond {
			nodes[at] = g.Add(Node{Classes: []string{classStart}})
			continue
		}
		line = append(line[:n.depth-1], n.choice.Move)
		name := ""
		if label != nil {
			name = label(line)
		} else {
			name = fmt.Sprint(n.choice.Move)
		}
		nodes[at] = g.Add(nodeOf(name, n.choice))
		g.Connect(nodes[n.parent], nodes[at], "")
	}
	return g
}

func nodeOf[M comparable](name string, c ply.Choice[M]) Node {
	n := Node{Label: name, Numbers: make(map[string]float64)}
	if c.Visits != 0 {
		n.Label += fmt.Sprintf("\n%d", c.Visits)
	}
	switch {
	case c.Low == c.High:
		proven := [...]string{classLost, classDrawn, classWon}[1+cmp.Compare(c.Low, 0)]
		n.Mark(proven)
		if n.Label += "\n" + proven; c.Distance > 0 {
			n.Label += fmt.Sprintf(" in %d", c.Distance)
		}
	case c.Visits != 0:
		n.Label += fmt.Sprintf("\n%+.2f", c.Value)
	}
	for name, x := range map[string]float64{
		"visits": float64(c.Visits), "value": c.Value, "low": c.Low, "high": c.High, "distance": float64(c.Distance),
	} {
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			n.Numbers[name] = x
		}
	}
	return n
}

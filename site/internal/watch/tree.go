package watch

import (
	"strings"

	"github.com/ply-search/ply/site/internal/svg"
)

// A tree is drawn with its root at the top. Nodes are numbered in the order of their addition; parents precede
// children.
type tree struct {
	parents []int
	depths  []int
	at      []svg.Point // set by arrange
	deepest int
}

// add adds a node and returns its number. The parent of the root is -1.
func (t *tree) add(parent int) int {
	depth := 0
	if parent >= 0 {
		depth = t.depths[parent] + 1
	}
	t.parents, t.depths, t.deepest = append(t.parents, parent), append(t.depths, depth), max(t.deepest, depth)
	return len(t.parents) - 1
}

// Size of a drawn tree.
const (
	treeWidth  = 100.0
	treeHeight = 60.0
	treeMargin = 3.0
)

// arrange places leaves side by side and other nodes above the middle of their children. The places do not depend on
// the number of nodes drawn.
func (t *tree) arrange() {
	children := make([][]int, len(t.parents))
	leaves := 0
	for n, p := range t.parents {
		if p >= 0 {
			children[p] = append(children[p], n)
		}
	}
	for _, c := range children {
		if len(c) == 0 {
			leaves++
		}
	}
	t.at = make([]svg.Point, len(t.parents))
	next := 0.0
	var place func(n int) float64
	place = func(n int) float64 {
		var x float64
		if c := children[n]; len(c) == 0 {
			x, next = next+0.5, next+1
		} else {
			first := place(c[0])
			x = first
			for _, other := range c[1:] {
				x = place(other)
			}
			x = (first + x) / 2
		}
		t.at[n] = svg.Point{
			X: treeMargin + x/float64(leaves)*(treeWidth-2*treeMargin),
			Y: treeMargin + float64(t.depths[n])/float64(max(1, t.deepest))*(treeHeight-2*treeMargin),
		}
		return x
	}
	place(0)
}

// radius returns a radius with which neighbours hardly overlap.
func (t *tree) radius() float64 { return min(1.5, max(0.45, 60/float64(len(t.parents)))) }

// paint draws the first nodes. class returns the style class of a node, or "" to omit it. Each class is one path,
// because thousands of elements would be slow.
func (t *tree) paint(d *svg.Drawing, nodes int, class func(n int) string) {
	lines := map[string]*strings.Builder{} // by class
	dots := map[string]*strings.Builder{}
	var order []string
	for n := range nodes {
		c := class(n)
		if c == "" {
			continue
		}
		if dots[c] == nil {
			dots[c], lines[c] = new(strings.Builder), new(strings.Builder)
			order = append(order, c)
		}
		to := svg.Number(t.at[n].X) + " " + svg.Number(t.at[n].Y)
		dots[c].WriteString("M" + to + "h0")
		if p := t.parents[n]; p >= 0 {
			lines[c].WriteString("M" + svg.Number(t.at[p].X) + " " + svg.Number(t.at[p].Y) + "L" + to)
		}
	}
	for _, c := range order {
		d.Path("arc "+c, lines[c].String(), t.radius()/5)
	}
	for _, c := range order {
		d.Path("node "+c, dots[c].String(), 2*t.radius())
	}
}

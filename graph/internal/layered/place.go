package layered

import (
	"context"
	"math"
	"slices"
)

// step is the unit of x coordinates, which are computed as integers.
const step = 0.5

func steps(length float64) int { return int(math.Ceil(length / step)) }

// place computes the x coordinates. It minimizes the weighted horizontal lengths of the arcs between adjacent layers. The
// weight is greatest where an arc passes two layers, which makes long arcs straight. The sides of each frame are variables
// too, with the vertices of the group between them and all others outside.
func (l *layout) place(ctx context.Context) error {
	p := &program{next: len(l.vertices)}
	l.left, l.right = make([]int, len(l.Groups)+1), make([]int, len(l.Groups)+1)
	for group := 1; group <= len(l.Groups); group++ {
		l.left[group], l.right[group] = p.variable(), p.variable()
		p.add(l.left[group], l.right[group], steps(l.Groups[group-1].LabelWidth+2*l.Margin), 128)
	}
	for _, layer := range l.layers {
		for i, v := range layer {
			l.separate(p, layer, i, v)
		}
	}
	for v := range l.vertices {
		for _, w := range l.vertices[v].down {
			// |v - w| is the least value of (v - between) + (w - between) for a variable between <= min(v, w).
			between, weight := p.variable(), l.steepness(v, w)
			p.add(between, v, 0, weight)
			p.add(between, w, 0, weight)
		}
	}
	x, err := solve(ctx, p.next, p.constraints)
	if err != nil {
		return err
	}
	for v := range l.vertices {
		l.vertices[v].x = x[v]
	}
	for group := 1; group <= len(l.Groups); group++ {
		l.left[group], l.right[group] = x[l.left[group]], x[l.right[group]]
	}
	return nil
}

// separate adds the constraints that keep a vertex apart from its left neighbour and from frames.
func (l *layout) separate(p *program, layer []int, i, v int) {
	this := &l.vertices[v]
	border := func(v int, frames []int, width float64) (variable int, length float64) {
		if group := l.vertices[v].group; group > 0 {
			return frames[group], 0
		}
		return v, width
	}
	if this.group > 0 && (i == 0 || l.vertices[layer[i-1]].group != this.group) {
		p.add(l.left[this.group], v, steps(this.left+l.Margin), 0)
	}
	if i > 0 {
		u := layer[i-1]
		from, right, to, left := u, l.vertices[u].right, v, this.left
		if l.vertices[u].group != this.group {
			from, right = border(u, l.right, right)
			to, left = border(v, l.left, left)
		}
		p.add(from, to, steps(right+l.NodeSpace+left), 0)
	}
	if this.group > 0 && (i == len(layer)-1 || l.vertices[layer[i+1]].group != this.group) {
		p.add(v, l.right[this.group], steps(this.right+l.Margin), 0)
	}
}

// steepness is the weight of the horizontal distance of two vertices that an arc connects.
func (l *layout) steepness(v, w int) int {
	switch passes := l.vertices[v].kind == pass; {
	case passes && l.vertices[w].kind == pass:
		return 8
	case passes || l.vertices[w].kind == pass:
		return 2
	}
	return 1
}

type program struct {
	next        int // the next variable
	constraints []constraint
}

func (p *program) variable() int {
	p.next++
	return p.next - 1
}

func (p *program) add(tail, head, length, weight int) {
	p.constraints = append(p.constraints, constraint{tail, head, length, weight})
}

// route computes the y coordinates, and from these the results.
func (l *layout) route() {
	top, bottom := l.heights()
	at := func(v int) Point {
		vertex := &l.vertices[v]
		return Point{step * float64(vertex.x), (top[vertex.layer] + bottom[vertex.layer]) / 2}
	}
	for v := range l.Nodes {
		l.Nodes[v].Center = at(v)
	}
	for i := range l.Arcs {
		a, chain := &l.Arcs[i], l.chains[i]
		if chain == nil {
			l.bend(a)
			continue
		}
		points := []Point{at(chain[0])}
		for _, v := range chain[1 : len(chain)-1] {
			p := at(v)
			layer := l.vertices[v].layer
			switch {
			case l.vertices[v].right > 0:
				a.Label = Point{p.X + a.LabelWidth/2 + labelSpace, p.Y}
				points = append(points, p)
			case l.labels && layer%2 == 1:
				points = append(points, p)
			default: // vertical across the layer, to touch no node there
				points = append(points, Point{p.X, top[layer]}, Point{p.X, bottom[layer]})
			}
		}
		a.Way = descend(append(points, at(chain[len(chain)-1])))
		if l.turned[i] {
			slices.Reverse(a.Way)
		}
	}
	l.enclose(top, bottom)
}

// descend returns a curve through points from top to bottom, vertical at inner points; through two points a straight line.
func descend(points []Point) []Point {
	last := len(points) - 1
	if p, q := points[0], points[last]; last == 1 {
		return []Point{p, p.towards(q), q.towards(p), q}
	}
	way := points[:1:1]
	for i, q := range points[1:] {
		p := points[i]
		half := (q.Y - p.Y) / 2
		from, to := Point{p.X, p.Y + half}, Point{q.X, q.Y - half}
		if i == 0 {
			from = p.towards(to)
		}
		if i+1 == last {
			to = q.towards(from)
		}
		way = append(way, from, to, q)
	}
	return way
}

func (p Point) towards(q Point) Point { return Point{p.X + (q.X-p.X)/3, p.Y + (q.Y-p.Y)/3} }

const labelSpace = 2 // between an arc and its label

func (l *layout) heights() (top, bottom []float64) {
	height := make([]float64, len(l.layers))
	above, below := make([]float64, len(l.layers)), make([]float64, len(l.layers)) // for frames
	for i, v := range l.vertices[:len(l.Nodes)] {
		height[v.layer] = max(height[v.layer], l.Nodes[i].Height)
	}
	for i, a := range l.Arcs {
		for _, v := range l.chains[i] {
			if vertex := &l.vertices[v]; vertex.kind == pass && vertex.right > 0 {
				height[vertex.layer] = max(height[vertex.layer], a.LabelHeight)
			}
		}
	}
	for group := range l.Groups {
		first, last := l.span(group + 1)
		above[first] = max(above[first], l.Margin+l.Groups[group].LabelHeight)
		below[last] = max(below[last], l.Margin)
	}
	top, bottom = make([]float64, len(l.layers)), make([]float64, len(l.layers))
	y, space := 0.0, l.LayerSpace
	if l.labels {
		space /= 2
	}
	for i := range l.layers {
		top[i] = y + above[i]
		bottom[i] = top[i] + height[i]
		y = bottom[i] + space + below[i]
	}
	return top, bottom
}

func (l *layout) span(group int) (first, last int) {
	first, last = len(l.layers), 0
	for _, v := range l.vertices {
		if v.group == group {
			first, last = min(first, v.layer), max(last, v.layer)
		}
	}
	return first, last
}

// bend routes an arc from a node to itself, to the right of the node.
func (l *layout) bend(a *Arc) {
	p := l.Nodes[a.From].Center
	side := p.X + l.Nodes[a.From].Width/2 + loopWidth
	a.Way = []Point{p, {side, p.Y - loopWidth}, {side, p.Y + loopWidth}, p}
	a.Label = Point{side + a.LabelWidth/2 + labelSpace, p.Y}
}

func (l *layout) enclose(top, bottom []float64) {
	for i := range l.Groups {
		group := &l.Groups[i]
		first, last := l.span(i + 1)
		group.Min = Point{step * float64(l.left[i+1]), top[first] - l.Margin - group.LabelHeight}
		group.Max = Point{step * float64(l.right[i+1]), bottom[last] + l.Margin}
	}
	var least, most Point
	var points []*Point
	include := func(center *Point, width, height float64) {
		least = Point{min(least.X, center.X-width/2), min(least.Y, center.Y-height/2)}
		most = Point{max(most.X, center.X+width/2), max(most.Y, center.Y+height/2)}
		points = append(points, center)
	}
	for i := range l.Nodes {
		include(&l.Nodes[i].Center, l.Nodes[i].Width, l.Nodes[i].Height)
	}
	for i := range l.Groups {
		include(&l.Groups[i].Min, 0, 0)
		include(&l.Groups[i].Max, 0, 0)
	}
	for i := range l.Arcs {
		a := &l.Arcs[i]
		for k := range a.Way {
			include(&a.Way[k], 0, 0)
		}
		if a.LabelWidth > 0 {
			include(&a.Label, a.LabelWidth, a.LabelHeight)
		}
	}
	for _, p := range points {
		p.X, p.Y = p.X-least.X, p.Y-least.Y
	}
	l.Width, l.Height = most.X-least.X, most.Y-least.Y
}

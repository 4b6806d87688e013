package layered

import (
	"context"
	"math"
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

// A program is a linear program for solve that is being built.
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

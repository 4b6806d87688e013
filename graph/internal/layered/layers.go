package layered

import "context"

const loopWidth = 14

// assign chooses the layers of the nodes such that arcs are short and lead downwards, except some arcs of each cycle, and
// adds the vertices of arcs and frames.
func (l *layout) assign(ctx context.Context) error {
	l.vertices = make([]vertex, len(l.Nodes))
	for i, n := range l.Nodes {
		l.vertices[i] = vertex{left: n.Width / 2, right: n.Width / 2, group: n.Group}
	}
	l.turn()
	var constraints []constraint
	for i, a := range l.Arcs {
		from, to := a.From, a.To
		if l.turned[i] {
			from, to = to, from
		}
		if from != to {
			constraints = append(constraints, constraint{from, to, 1, 1})
		}
	}
	layers, err := solve(ctx, len(l.Nodes), constraints)
	if err != nil {
		return err
	}
	for v, layer := range layers {
		l.vertices[v].layer = layer
	}
	l.spread()
	for i := range l.Arcs {
		l.subdivide(i)
	}
	l.frames()
	return nil
}

// turn marks the arcs that close cycles in a depth-first search.
func (l *layout) turn() {
	l.turned = make([]bool, len(l.Arcs))
	out := make([][]int, len(l.Nodes))
	for i, a := range l.Arcs {
		out[a.From] = append(out[a.From], i)
	}
	const (
		unknown = iota
		onLine
		done
	)
	state := make([]uint8, len(l.Nodes))
	var visit func(v int)
	visit = func(v int) {
		state[v] = onLine
		for _, i := range out[v] {
			switch to := l.Arcs[i].To; state[to] {
			case unknown:
				visit(to)
			case onLine:
				l.turned[i] = true
			}
		}
		state[v] = done
	}
	for v := range l.Nodes {
		if state[v] == unknown {
			visit(v)
		}
	}
}

// spread inserts a layer between any two if an arc has a label, which is placed there, or if two arcs connect the same nodes
// and need vertices that keep them apart.
func (l *layout) spread() {
	seen := make(map[[2]int]bool)
	for _, a := range l.Arcs {
		ends := [2]int{min(a.From, a.To), max(a.From, a.To)}
		if a.From != a.To && (a.LabelWidth > 0 || seen[ends]) {
			l.labels = true
			for v := range l.vertices {
				l.vertices[v].layer *= 2
			}
			return
		}
		seen[ends] = true
	}
}

// subdivide adds a vertex for each layer that an arc passes. One of them has room for the label to its right.
func (l *layout) subdivide(i int) {
	a := &l.Arcs[i]
	from, to := a.From, a.To
	if l.vertices[from].layer > l.vertices[to].layer {
		from, to = to, from
	}
	l.turned[i] = from != a.From
	l.chains = append(l.chains, nil)
	if a.From == a.To {
		l.vertices[from].right += loopWidth + a.LabelWidth
		return
	}
	first, last := l.vertices[from].layer, l.vertices[to].layer
	group := l.vertices[from].group
	if group != l.vertices[to].group {
		group = 0
	}
	middle := (first+last)/2 | 1 // a layer for labels
	chain := []int{from}
	for layer := first + 1; layer < last; layer++ {
		pass := vertex{layer: layer, group: group, kind: pass}
		if layer == middle && a.LabelWidth > 0 {
			pass.right = a.LabelWidth + labelSpace
		}
		chain = append(chain, len(l.vertices))
		l.vertices = append(l.vertices, pass)
	}
	chain = append(chain, to)
	for k := 1; k < len(chain); k++ {
		upper, lower := chain[k-1], chain[k]
		l.vertices[upper].down = append(l.vertices[upper].down, lower)
		l.vertices[lower].up = append(l.vertices[lower].up, upper)
	}
	l.chains[i] = chain
}

// frames adds a vertex for each layer between the nodes of a group in which the group has none.
func (l *layout) frames() {
	for group := 1; group <= len(l.Groups); group++ {
		first, last := l.span(group)
		in := make([]bool, last+1)
		for _, v := range l.vertices {
			if v.group == group {
				in[v.layer] = true
			}
		}
		for layer := first; layer < last; layer++ {
			if !in[layer] {
				l.vertices = append(l.vertices, vertex{layer: layer, group: group, kind: frame})
			}
		}
	}
}

package layered

import (
	"cmp"
	"context"
	"slices"
)

const (
	sweeps    = 24 // the most sweeps
	patience  = 8  // the sweeps without a better order after which sort ends
	exchanges = 12 // the most passes that exchange neighbours after a sweep
)

// sort orders the vertices of each layer such that few arcs cross. The vertices of a group are contiguous in each layer, and
// groups have the same order in all layers, to leave room for frames. Vertices are sorted by the median position of their
// neighbours in the previous layer, alternately from the first layer downwards and from the last upwards; then neighbours
// are exchanged as long as that removes crossings.
func (l *layout) sort(ctx context.Context) error {
	l.begin()
	best, crossings, waited := l.snapshot(), l.crossings(), 0
	for sweep := 0; sweep < sweeps && waited < patience && crossings > 0; sweep++ {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.sweep(sweep%2 == 0)
		for range exchanges {
			if !l.exchange() {
				break
			}
		}
		waited++
		if now := l.crossings(); now < crossings {
			best, crossings, waited = l.snapshot(), now, 0
		}
	}
	l.layers = best
	l.number(l.layers...)
	return nil
}

// begin sorts the vertices of each layer by a depth-first search, which draws a tree without crossings.
func (l *layout) begin() {
	deepest := 0
	for _, v := range l.vertices {
		deepest = max(deepest, v.layer)
	}
	l.layers = make([][]int, deepest+1)
	met := make([]bool, len(l.vertices))
	var visit func(v int)
	visit = func(v int) {
		met[v] = true
		l.layers[l.vertices[v].layer] = append(l.layers[l.vertices[v].layer], v)
		for _, to := range l.vertices[v].down {
			if !met[to] {
				visit(to)
			}
		}
	}
	for v := range l.vertices {
		if !met[v] && len(l.vertices[v].up) == 0 {
			visit(v)
		}
	}
	l.number(l.layers...)
	l.keep()
	groups := l.groupKeys()
	for layer := range l.layers {
		l.arrange(layer, groups)
	}
}

func (l *layout) snapshot() [][]int {
	copied := make([][]int, len(l.layers))
	for i, layer := range l.layers {
		copied[i] = slices.Clone(layer)
	}
	return copied
}

func (l *layout) number(layers ...[]int) {
	for _, layer := range layers {
		for i, v := range layer {
			l.vertices[v].position = i
		}
	}
}

func (l *layout) centered(v int) float64 {
	vertex := &l.vertices[v]
	return float64(vertex.position) - float64(len(l.layers[vertex.layer])-1)/2
}

func (l *layout) keep() {
	for v := range l.vertices {
		l.vertices[v].key = l.centered(v)
	}
}

// sweep sorts each layer by the layer above it, or by the layer below it.
func (l *layout) sweep(downwards bool) {
	l.keep()
	groups := l.groupKeys()
	for i := range l.layers {
		layer := i
		if !downwards {
			layer = len(l.layers) - 1 - i
		}
		for _, v := range l.layers[layer] {
			neighbours := l.vertices[v].up
			if !downwards {
				neighbours = l.vertices[v].down
			}
			if len(neighbours) > 0 {
				l.vertices[v].key = l.median(neighbours)
			}
		}
		l.arrange(layer, groups)
	}
}

func (l *layout) median(vertices []int) float64 {
	at := make([]float64, len(vertices))
	for i, v := range vertices {
		at[i] = l.centered(v)
	}
	slices.Sort(at)
	return (at[(len(at)-1)/2] + at[len(at)/2]) / 2
}

// groupKeys returns a key for each group in all layers: the mean position of its vertices and their neighbours.
func (l *layout) groupKeys() []float64 {
	keys := make([]float64, len(l.Groups)+1)
	counts := make([]float64, len(keys))
	for v := range l.vertices {
		vertex := &l.vertices[v]
		for _, near := range [][]int{{v}, vertex.up, vertex.down} {
			for _, w := range near {
				keys[vertex.group] += l.centered(w)
				counts[vertex.group]++
			}
		}
	}
	for group, count := range counts {
		if count > 0 {
			keys[group] /= count
		}
	}
	return keys
}

// arrange sorts a layer by the keys of its vertices; the vertices of a group share the key of the group.
func (l *layout) arrange(layer int, groups []float64) {
	outer := func(v *vertex) float64 {
		if v.group > 0 {
			return groups[v.group]
		}
		return v.key
	}
	slices.SortStableFunc(l.layers[layer], func(i, j int) int {
		v, w := &l.vertices[i], &l.vertices[j]
		return cmp.Or(cmp.Compare(outer(v), outer(w)), cmp.Compare(v.group, w.group), cmp.Compare(v.key, w.key))
	})
	l.number(l.layers[layer])
}

// exchange exchanges neighbours of the same group, or without one, if that removes crossings. It reports whether it has.
func (l *layout) exchange() bool {
	found := false
	for _, layer := range l.layers {
		for i := 1; i < len(layer); i++ {
			v, w := &l.vertices[layer[i-1]], &l.vertices[layer[i]]
			if v.group != w.group {
				continue
			}
			now, then := l.cross(v.up, w.up)
			a, b := l.cross(v.down, w.down)
			if then+b < now+a {
				layer[i-1], layer[i] = layer[i], layer[i-1]
				v.position, w.position = i, i-1
				found = true
			}
		}
	}
	return found
}

// cross counts the crossings between the arcs of two adjacent vertices with neighbours v and w, now and after an exchange.
func (l *layout) cross(v, w []int) (now, then int) {
	for _, a := range v {
		for _, b := range w {
			switch p, q := l.vertices[a].position, l.vertices[b].position; {
			case p > q:
				now++
			case p < q:
				then++
			}
		}
	}
	return now, then
}

// crossings counts all crossings: for each arc below each layer, from left to right, the earlier arcs that end further right.
func (l *layout) crossings() int {
	total := 0
	var ends []int // of the earlier arcs, sorted
	for _, layer := range l.layers {
		ends = ends[:0]
		for _, v := range layer {
			for _, w := range l.vertices[v].down {
				at, _ := slices.BinarySearch(ends, l.vertices[w].position+1)
				total += len(ends) - at
			}
			for _, w := range l.vertices[v].down {
				at, _ := slices.BinarySearch(ends, l.vertices[w].position)
				ends = slices.Insert(ends, at, l.vertices[w].position)
			}
		}
	}
	return total
}

package circuit

import (
	"maps"
	"slices"
)

// factor replaces (a∧b)∨(a∧c) by a∧(b∨c), and the dual: Vittaut 2017, section 2.3.2.2 and algorithm 2.1. It greedily takes
// the a that most alternatives share. Only gates with one successor are factored, so each step saves a gate of two inputs
// for each alternative but the first.
func (g *Graph) factor() bool {
	succs := g.successors()
	changed := false
	for node := 0; node < len(g.gates); node++ { // including added gates
		gate := g.gates[node]
		if gate != And && gate != Or {
			continue
		}
		f := factorer{g: g, sum: int32(node), sumGate: gate, productGate: And + Or - gate}
		if f.collect(succs) && f.run() {
			changed = true
			for len(succs) < len(g.gates) {
				succs = append(succs, 1)
			}
		}
	}
	return changed
}

// A factorer works on one sum of products.
type factorer struct {
	g                    *Graph
	sum                  int32
	sumGate, productGate Gate
	products             map[int32][]int32 // those that have a factor
	count                map[int32]int     // the number of them that are left
}

// collect finds the products and their factors, and reports whether two products share a factor.
func (f *factorer) collect(succs []int32) bool {
	alternatives := 0
	for _, p := range f.g.preds[f.sum] {
		if f.isProduct(p, succs) {
			alternatives++
		}
	}
	if alternatives < 2 {
		return false
	}
	f.products = make(map[int32][]int32)
	f.count = make(map[int32]int)
	shared := false
	for _, p := range f.g.preds[f.sum] {
		if !f.isProduct(p, succs) {
			continue
		}
		for _, a := range f.g.preds[p] {
			f.products[a] = append(f.products[a], p)
			f.count[a]++
			shared = shared || f.count[a] > 1
		}
	}
	return shared
}

func (f *factorer) isProduct(p int32, succs []int32) bool {
	return p != f.sum && f.g.gates[p] == f.productGate && succs[p] == 1
}

// run factors as long as two products share a factor. Counts only fall, so factors wait in a bucket for each count.
func (f *factorer) run() bool {
	most := 0
	for _, n := range f.count {
		most = max(most, n)
	}
	buckets := make([][]int32, most+1)
	for _, a := range slices.Sorted(maps.Keys(f.count)) {
		buckets[f.count[a]] = append(buckets[f.count[a]], a)
	}
	taken := make(map[int32]bool)
	var sums []int32
	for n := most; n >= 2; n-- {
		for _, a := range buckets[n] {
			switch left := f.count[a]; {
			case left == n:
				sums = append(sums, f.extract(a, taken))
			case left >= 2:
				buckets[left] = append(buckets[left], a)
			}
		}
	}
	g := f.g
	rest := slices.DeleteFunc(g.preds[f.sum], func(p int32) bool { return taken[p] })
	g.preds[f.sum] = append(rest[:len(rest):len(rest)], sums...)
	g.tidy(f.sum)
	return len(sums) > 0
}

// extract returns a product of a and the sum of the rests of the products that have a.
func (f *factorer) extract(a int32, taken map[int32]bool) int32 {
	g := f.g
	rests := make([]int32, 0, f.count[a])
	for _, p := range f.products[a] {
		if taken[p] {
			continue
		}
		taken[p] = true
		rests = append(rests, p)
		for _, b := range g.preds[p] {
			f.count[b]--
		}
		g.preds[p] = slices.DeleteFunc(g.preds[p], func(b int32) bool { return b == a })
	}
	slices.Sort(rests)
	t := g.add(f.sumGate, rests)
	return g.add(f.productGate, []int32{a, t}) // t is the newest node, so the order is right
}

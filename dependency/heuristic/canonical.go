package heuristic

import (
	"context"
	"slices"
)

const mostCliques = 1000

func (t *cellTask) canonical(ctx context.Context, patterns [][]int32) *databases {
	additive := t.additive()
	groups := canonical(len(patterns), func(a, b int) bool { return additive(patterns[a], patterns[b]) })
	numbers := make(map[int]int32) // of the patterns that are used
	var projections []*projection
	var tables [][]int32
	sums := make([][]sumOf, len(groups))
	for i, group := range groups {
		for _, clique := range undominated(group, patterns) {
			var sum sumOf
			for _, pattern := range clique {
				number, used := numbers[pattern]
				if !used {
					number = int32(len(projections))
					numbers[pattern] = number
					p := t.project(patterns[pattern])
					projections, tables = append(projections, p), append(tables, p.distances(ctx, t.costs()))
				}
				sum = append(sum, term{number, tables[number]})
			}
			sums[i] = append(sums[i], sum)
		}
	}
	return newDatabases(t, projections, sums)
}

// undominated returns the sets of patterns whose estimate can exceed all others. A set is dominated if another set
// has, for each of its patterns, the same pattern or a larger one.
func undominated(group [][]int, patterns [][]int32) (kept [][]int) {
	dominates := func(by, set []int) bool {
		return !slices.ContainsFunc(set, func(pattern int) bool {
			return !slices.ContainsFunc(by, func(other int) bool { return subset(patterns[pattern], patterns[other]) })
		})
	}
	for i, set := range group {
		dominated := false
		for j, by := range group {
			dominated = dominated || i != j && dominates(by, set) && (i > j || !dominates(set, by))
		}
		if !dominated {
			kept = append(kept, set)
		}
	}
	return kept
}

// subset reports whether a sorted list contains another.
func subset(list, of []int32) bool {
	for _, i := range list {
		if _, in := slices.BinarySearch(of, i); !in {
			return false
		}
	}
	return true
}

// canonical returns the canonical combination (Haslum, Botea, Helmert, Bonet and Koenig 2007) of n patterns: all
// maximal sets of pairwise additive patterns. Patterns of different groups are always additive, so the combination is
// the sum of the best set of each group. If a group has too many sets, some are left out.
func canonical(n int, additive func(a, b int) bool) (groups [][][]int) {
	grouped := make([]bool, n)
	for first := range n {
		if grouped[first] {
			continue
		}
		grouped[first] = true
		group := []int{first}
		for i := 0; i < len(group); i++ {
			for other := range n {
				if !grouped[other] && !additive(group[i], other) {
					grouped[other] = true
					group = append(group, other)
				}
			}
		}
		c := cliques{additive: additive}
		c.extend(nil, group, nil)
		groups = append(groups, c.found)
	}
	return groups
}

// cliques finds cliques by the algorithm of Bron and Kerbosch (1973), with the pivot of Tomita, Tanaka and Takahashi (2006).
type cliques struct {
	additive func(a, b int) bool
	found    [][]int
}

// extend finds the maximal cliques that consist of chosen and some candidates, and that none of the others extends.
func (c *cliques) extend(chosen, candidates, others []int) {
	if len(c.found) >= mostCliques {
		return
	}
	if len(candidates) == 0 {
		if len(others) == 0 {
			c.found = append(c.found, slices.Clone(chosen))
		}
		return
	}
	pivot, most := 0, -1
	for _, list := range [][]int{candidates, others} {
		for _, p := range list {
			if n := len(c.with(p, candidates)); n > most {
				pivot, most = p, n
			}
		}
	}
	candidates, others = slices.Clone(candidates), slices.Clone(others)
	for i := 0; i < len(candidates); {
		p := candidates[i]
		if p != pivot && c.additive(p, pivot) {
			i++
			continue
		}
		c.extend(append(chosen, p), c.with(p, candidates), c.with(p, others))
		candidates = append(candidates[:i], candidates[i+1:]...)
		others = append(others, p)
	}
}

func (c *cliques) with(p int, list []int) (with []int) {
	for _, q := range list {
		if q != p && c.additive(p, q) {
			with = append(with, q)
		}
	}
	return with
}

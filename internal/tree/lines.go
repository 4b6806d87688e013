package tree

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ply-search/ply"
)

// A Reader reads the lines of a tree. Its functions belong to the package of the tree.
type Reader[N, A any, M comparable] struct {
	Visits  func(a *A) uint32
	Choice  func(at uint32) ply.Choice[M] // the statistics of an arc, by its number
	Through func(n *N, a *A) bool         // the arc of the node is no move; nil if all arcs are moves
}

// All yields the lines from the root, depth first, as [github.com/ply-search/ply/mcts.Tree.All] does.
func (r Reader[N, A, M]) All(s *Store[N, A], atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		var line []M
		var stack []branch
		var nodes []uint32
		expand := func(id uint32, depth int) {
			base := len(stack)
			nodes = append(nodes[:0], id) // and those reached from it by arcs that are no moves
			for i := 0; i < len(nodes); i++ {
				n := s.Nodes.At(nodes[i])
				arcs := *s.Span(n)
				for at := arcs.First; at < arcs.First+arcs.Count; at++ {
					switch a := s.Arcs.At(at); {
					case r.Through != nil && r.Through(n, a):
						if next := *s.Next(a); next >= s.First {
							nodes = append(nodes, next)
						}
					case int64(r.Visits(a)) >= int64(atLeast):
						stack = append(stack, branch{at, r.Visits(a), depth + 1})
					}
				}
			}
			slices.Reverse(stack[base:]) // of arcs with equal visits, the first one is yielded first
			slices.SortStableFunc(stack[base:], func(a, b branch) int { return cmp.Compare(a.visits, b.visits) })
		}
		if s.Root != 0 {
			expand(s.Root, 0)
		}
		for len(stack) > 0 {
			b := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			c := r.Choice(b.arc)
			line = append(line[:b.depth-1], c.Move)
			if !yield(line, c) {
				return
			}
			// Positions that differ but have the same hash can form a cycle.
			if next := *s.Next(s.Arcs.At(b.arc)); next >= s.First && b.depth < s.NodesUsed {
				expand(next, b.depth)
			}
		}
	}
}

// A branch is an arc that All has still to yield.
type branch struct {
	arc    uint32
	visits uint32
	depth  int // of the lines that end with the arc
}

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
	Through func(n *N) bool               // the arcs of the node are no moves; nil for no such nodes
}

// All yields the lines from the root, depth first, as [github.com/ply-search/ply/mcts.Tree.All] does.
func (r Reader[N, A, M]) All(s *Store[N, A], atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		var line []M
		var stack []branch
		expand := func(id uint32, depth int) {
			n := s.Nodes.At(id)
			arcs := *s.Span(n)
			base := len(stack)
			through := r.Through != nil && r.Through(n)
			for at := arcs.First + arcs.Count; at > arcs.First; at-- {
				a := s.Arcs.At(at - 1)
				switch next := *s.Next(a); {
				case through && next >= s.First:
					stack = append(stack, branch{number: next, depth: depth, node: true})
				case !through && int64(r.Visits(a)) >= int64(atLeast):
					stack = append(stack, branch{number: at - 1, depth: depth + 1, visits: r.Visits(a)})
				}
			}
			slices.SortStableFunc(stack[base:], func(a, b branch) int { return cmp.Compare(a.visits, b.visits) })
		}
		if s.Root != 0 {
			expand(s.Root, 0)
		}
		for len(stack) > 0 {
			b := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if b.node {
				expand(b.number, b.depth)
				continue
			}
			c := r.Choice(b.number)
			line = append(line[:b.depth-1], c.Move)
			if !yield(line, c) {
				return
			}
			// Positions that differ but have the same hash can form a cycle.
			if next := *s.Next(s.Arcs.At(b.number)); next >= s.First && b.depth < s.NodesUsed {
				expand(next, b.depth)
			}
		}
	}
}

// A branch is an arc that All has still to yield, or a node with such arcs.
type branch struct {
	number uint32 // of the arc or the node
	visits uint32
	depth  int // of the lines that end with the arc, or at the node
	node   bool
}

package proof

import (
	"cmp"
	"iter"
	"slices"

	"github.com/ply-search/ply"
)

// All yields the lines of the tree of [BestFirst] from its root, depth first, each with the statistics of its last
// move. Each line is followed by the lines that begin with it. The moves of a position come in descending order of
// visits. Moves with fewer than atLeast visits are skipped, together with all lines that contain them. If
// [Options].KeepTree was not set, All yields nothing.
//
// In the statistics of a move, Visits is the number of positions that the search has expanded after the move. The side
// to move at the root aims at the answer yes, and the other side at the answer no. Value is 1 if the search has proved
// that the side that plays the move reaches this aim, -1 if it has proved that this side fails, and 0 if neither is
// proved. Low and High are both equal to Value if Value is 1 or -1, and otherwise -1 and 1.
//
// A line is valid until the next line is yielded. All takes time and memory in proportion to the whole tree.
func (r Result[M]) All(atLeast int) iter.Seq2[[]M, ply.Choice[M]] {
	return func(yield func([]M, ply.Choice[M]) bool) {
		if len(r.tree) == 0 {
			return
		}
		t := reading[M]{nodes: r.tree, visits: make([]int32, len(r.tree)), depths: make([]int32, len(r.tree))}
		for n := len(t.nodes) - 1; n > 0; n-- { // children follow their parents
			if here := &t.nodes[n]; here.moves > 0 || here.numbers != unknown {
				t.visits[n]++
			}
			t.visits[t.nodes[n].parent] += t.visits[n]
		}
		var line []M
		for stack := t.push(nil, 0, atLeast); len(stack) > 0; {
			n := stack[len(stack)-1]
			line = append(line[:t.depths[n]-1], t.nodes[n].move)
			if !yield(line, t.choice(n)) {
				return
			}
			stack = t.push(stack[:len(stack)-1], n, atLeast)
		}
	}
}

// A reading reads a tree.
type reading[M comparable] struct {
	nodes  []proofNode[M]
	visits []int32
	depths []int32 // of the nodes that were pushed
}

// push pushes the children of a node, the most visited last.
func (t *reading[M]) push(stack []int32, n int32, atLeast int) []int32 {
	here, base := &t.nodes[n], len(stack)
	for child := here.first + here.moves - 1; child >= here.first && here.moves > 0; child-- {
		if int(t.visits[child]) >= atLeast {
			t.depths[child] = t.depths[n] + 1
			stack = append(stack, child)
		}
	}
	slices.SortStableFunc(stack[base:], func(a, b int32) int { return cmp.Compare(t.visits[a], t.visits[b]) })
	return stack
}

func (t *reading[M]) choice(n int32) ply.Choice[M] {
	here := &t.nodes[n]
	c := ply.Choice[M]{Move: here.move, Visits: int(t.visits[n]), Low: -1, High: 1}
	switch here.as(t.nodes[here.parent].choice).answer() {
	case Proved:
		c.Value, c.Low = 1, 1
	case Disproved:
		c.Value, c.High = -1, -1
	}
	return c
}

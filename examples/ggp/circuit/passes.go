package circuit

import (
	"slices"

	"github.com/ply-search/ply/transposition"
)

// absorb simplifies a∨(a∧b) to a and a∨(¬a∧b) to a∨b, and their duals. The second changes the inner gate, which must
// therefore have no other successor.
func (g *Graph) absorb() bool {
	succs := g.successors()
	among := make([]int32, len(g.gates))  // 1 + the last gate of which this node is a predecessor
	denied := make([]int32, len(g.gates)) // 1 + the last gate of which this node's complement is a predecessor
	negation := make([]int32, len(g.gates))
	for node, gate := range g.gates {
		if gate == Not {
			negation[g.preds[node][0]] = int32(node) // a Not is never node 0 if there is an input
		}
	}
	changed := false
	for i, gate := range g.gates {
		if gate != And && gate != Or {
			continue
		}
		node := int32(i)
		inner := And + Or - gate
		some := false
		for _, p := range g.preds[node] {
			among[p] = node + 1
			if g.gates[p] == Not {
				denied[g.preds[p][0]] = node + 1
			} else if n := negation[p]; n != 0 {
				denied[n] = node + 1
			}
			some = some || g.gates[p] == inner
		}
		if !some {
			continue
		}
		absorbed := func(p int32) bool {
			return g.gates[p] == inner && !g.onCycle(p) &&
				slices.ContainsFunc(g.preds[p], func(q int32) bool { return among[q] == node+1 })
		}
		changed = g.cut(node, absorbed) || changed
		for _, p := range g.preds[node] {
			if g.gates[p] == inner && succs[p] == 1 {
				changed = g.cut(p, func(q int32) bool { return denied[q] == node+1 }) || changed
			}
		}
	}
	return changed
}

// cutConstants removes true from And and false from Or, and negates constants (Vittaut 2017, section 2.3.2.2).
func (g *Graph) cutConstants() bool {
	changed := false
	for _, node := range g.order() {
		switch gate, preds := g.gates[node], g.preds[node]; {
		case gate == And:
			changed = g.cut(node, g.isTrue) || changed
		case gate == Or:
			changed = g.cut(node, g.isFalse) || changed
		case gate == Not && g.isConstant(preds[0]):
			g.set(node, g.isFalse(preds[0]))
			changed = true
		}
	}
	return changed
}

// absorbConstants makes an And with a false predecessor false, and an Or with a true one true.
func (g *Graph) absorbConstants() bool {
	changed := false
	for _, node := range g.order() {
		gate, decides := g.gates[node], g.isFalse
		if gate == Or {
			decides = g.isTrue
		}
		if (gate == And || gate == Or) && slices.ContainsFunc(g.preds[node], decides) {
			g.set(node, gate == Or)
			changed = true
		}
	}
	return changed
}

// removeDoubleNegations replaces ¬¬a by a.
func (g *Graph) removeDoubleNegations() bool {
	s := g.newSubstitution()
	for node, gate := range g.gates {
		if gate != Not {
			continue
		}
		if p := g.preds[node][0]; g.gates[p] == Not {
			s[node] = g.preds[p][0]
		}
	}
	return g.apply(s)
}

// cutComplements makes an And of a and ¬a false, and such an Or true.
func (g *Graph) cutComplements() bool {
	changed := false
	for node, gate := range g.gates {
		preds := g.preds[node]
		complement := func(p int32) bool { return g.gates[p] == Not && contains(preds, g.preds[p][0]) }
		if (gate == And || gate == Or) && slices.ContainsFunc(preds, complement) {
			g.set(int32(node), gate == Or)
			changed = true
		}
	}
	return changed
}

func contains(sorted []int32, node int32) bool {
	_, found := slices.BinarySearch(sorted, node)
	return found
}

// bypassRedundant replaces each And and Or of one predecessor by the predecessor.
func (g *Graph) bypassRedundant() bool {
	s := g.newSubstitution()
	changed := false
	for node, gate := range g.gates {
		if gate != And && gate != Or || len(g.preds[node]) != 1 {
			continue
		}
		if p := s.of(g.preds[node][0]); p != int32(node) {
			s[node] = p
		} else {
			g.set(int32(node), false) // a cycle of such gates, which nothing supports
			changed = true
		}
	}
	return g.apply(s) || changed
}

// fuse merges each And into its only successor if that is an And, and the same for Or.
func (g *Graph) fuse() bool {
	succs := g.successors()
	changed := false
	for _, node := range g.order() {
		gate := g.gates[node]
		if gate != And && gate != Or {
			continue
		}
		merges := func(p int32) bool { return p != node && g.gates[p] == gate && succs[p] == 1 && len(g.preds[p]) > 0 }
		if !slices.ContainsFunc(g.preds[node], merges) {
			continue
		}
		var preds []int32
		for _, p := range g.preds[node] {
			if merges(p) {
				preds = append(preds, g.preds[p]...)
				g.remove(p)
			} else {
				preds = append(preds, p)
			}
		}
		g.preds[node] = preds
		g.tidy(node)
		changed = true
	}
	return changed
}

// removeUseless removes the gates that no output depends on.
func (g *Graph) removeUseless() bool {
	used := g.reach(g.outputs)
	changed := false
	for node, gate := range g.gates {
		if !used[node] && gate != None && gate != Input {
			g.gates[node], g.preds[node] = None, nil
			changed = true
		}
	}
	return changed
}

// reach returns the given nodes and all that they depend on.
func (g *Graph) reach(from []int32) []bool {
	return g.flood(from, func(node int32) []int32 { return g.preds[node] })
}

// flood returns the given nodes and all that they lead to.
func (g *Graph) flood(from []int32, next ...func(int32) []int32) []bool {
	reached := make([]bool, len(g.gates))
	var open []int32
	visit := func(nodes []int32) {
		for _, node := range nodes {
			if !reached[node] {
				reached[node] = true
				open = append(open, node)
			}
		}
	}
	visit(from)
	for len(open) > 0 {
		node := open[len(open)-1]
		open = open[:len(open)-1]
		for _, f := range next {
			visit(f(node))
		}
	}
	return reached
}

// mergeEquivalent merges nodes of equal type and predecessors. Visited in the order of dependencies, all are merged in
// one pass, except on cycles. Hashes of the logical function itself are poor (Vittaut 2017, section 2.3.2.2).
func (g *Graph) mergeEquivalent() bool {
	s := g.newSubstitution()
	order := g.order()
	table := make(nodeTable, len(order))
	for _, node := range order {
		if g.gates[node] != Input {
			g.redirect(node, s)
			s[node] = table.insert(g, node)
		}
	}
	return g.apply(s)
}

// A nodeTable finds nodes by type and predecessors: it holds them at their hashes, or at the next free numbers.
type nodeTable map[uint64]int32

// insert returns the equal node in the table, or inserts node.
func (t nodeTable) insert(g *Graph, node int32) int32 {
	for hash := hashNodes(uint64(g.gates[node]), g.preds[node]); ; hash++ {
		switch same, known := t[hash]; {
		case !known:
			t[hash] = node
			return node
		case g.gates[same] == g.gates[node] && slices.Equal(g.preds[same], g.preds[node]):
			return same
		}
	}
}

func hashNodes(hash uint64, nodes []int32) uint64 {
	for _, n := range nodes {
		hash = transposition.Mix(hash ^ uint64(n)<<8)
	}
	return hash
}

// split replaces gates of more than most inputs by balanced trees of smaller gates, and merges equal nodes. With two inputs
// it is the last transformation of Vittaut 2017, section 2.3.2.2.
func (g *Graph) split(most int) {
	table := make(nodeTable, len(g.gates))
	s := g.newSubstitution()
	for _, node := range g.order() {
		gate := g.gates[node]
		if gate == Input {
			continue
		}
		g.redirect(node, s)
		if gate == And || gate == Or {
			g.preds[node] = g.tree(table, gate, g.preds[node], most)
		}
		if !g.onCycle(node) {
			s[node] = table.insert(g, node)
		}
		for len(s) < len(g.gates) {
			s = append(s, int32(len(s)))
		}
	}
	g.apply(s)
	g.updateCycles()
}

// tree returns at most most nodes whose And or Or equals the And or Or of preds.
func (g *Graph) tree(table nodeTable, gate Gate, preds []int32, most int) []int32 {
	if len(preds) <= most {
		return preds
	}
	halves := make([]int32, 0, most)
	for i := range most {
		halves = append(halves, g.branch(table, gate, preds[i*len(preds)/most:(i+1)*len(preds)/most], most))
	}
	slices.Sort(halves)
	return slices.Compact(halves)
}

// branch returns a node for the And or Or of preds.
func (g *Graph) branch(table nodeTable, gate Gate, preds []int32, most int) int32 {
	if len(preds) == 1 {
		return preds[0]
	}
	node := g.add(gate, slices.Clone(g.tree(table, gate, preds, most)))
	same := table.insert(g, node)
	if same != node {
		g.remove(node)
	}
	return same
}

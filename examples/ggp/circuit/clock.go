package circuit

import "slices"

// Clock returns the facts that do nothing but end the match after a number of steps, such as the number of the step. It
// returns none if the graph does not show that.
//
// The facts of a clock change whatever is played ([Counter]). No legal move, no goal, no percept and no other fact of
// the next state depends on them. The end of the match is an OR in which each alternative depends on them and on other
// facts that change whatever is played, or not on them at all. So of two states that differ in the clock alone, the one
// of the smaller step can do whatever the other can, with the same results, until the match ends.
//
// The time is in proportion to the size of the graph, times the number of alternatives for the end.
func (g *Graph) Clock() []int {
	timed := g.timed()
	constant := g.constantFacts()
	// What other things depend on stays, and what that depends on. The other timed facts are the clock.
	rest := slices.Clone(timed)
	from, to := g.span(partNext)
	var wanted []int32
	for output, node := range g.outputs {
		if output != 0 && (output < from || output >= to || !timed[output-from]) {
			wanted = append(wanted, node)
		}
	}
	for before := -1; before < len(wanted); {
		before = len(wanted)
		stays := g.reach(wanted)
		for fact := range g.Facts {
			if stays[fact] && rest[fact] {
				wanted = append(wanted, g.outputs[from+fact])
				rest[fact] = false
			}
		}
	}
	var clock []int
	for fact := range g.Facts {
		if rest[fact] && !constant[fact] {
			clock = append(clock, fact)
		}
	}
	if len(clock) == 0 {
		return nil
	}
	for _, alternative := range g.alternatives(g.outputs[0], make(map[int32]bool)) {
		reached := g.reach([]int32{alternative})
		ticks, other := slices.ContainsFunc(clock, func(fact int) bool { return reached[fact] }), false
		for input := range g.inputs {
			other = other || reached[input] && !timed[input]
		}
		if ticks && other {
			return nil
		}
	}
	return clock
}

// alternatives returns the nodes of which a node is an OR, directly or by other OR gates, unless they were seen.
func (g *Graph) alternatives(node int32, seen map[int32]bool) (all []int32) {
	switch {
	case seen[node]:
		return nil
	case g.gates[node] != Or || g.onCycle(node):
		all = append(all, node)
	}
	if seen[node] = true; len(all) == 0 {
		for _, p := range g.preds[node] {
			all = append(all, g.alternatives(p, seen)...)
		}
	}
	return all
}

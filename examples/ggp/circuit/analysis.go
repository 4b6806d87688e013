package circuit

import (
	"slices"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// An Analysis describes the structure of a game that shows in its graph: Vittaut 2017, section 2.3.4, who names
// these features without algorithms. A game can have independent parts that its description ties together.
type Analysis struct {
	// SetLatches are facts that hold to the end once they hold, UnsetLatches facts that never hold again once they do not.
	// Facts that never change are both.
	SetLatches, UnsetLatches []int

	Counters []Counter
	Parts    []Part
}

// A Counter is a set of facts that change with time alone, such as a step number or whose turn it is. It runs through
// Prefix steps that never come back and then repeats Period steps. Period is 0 if it is longer than [MaxCount] steps.
type Counter struct {
	Facts          []int
	Prefix, Period int
}

// MaxCount is the number of steps for which counters are run.
const MaxCount = 1 << 16

// A Part is a set of facts and moves that do not influence the facts and legal moves of other parts, except through
// counters and because a role makes only one move at a time.
type Part struct {
	Facts    []int
	Moves    [][]int // of each role
	Terminal bool    // whether the end of the match depends on the part
	Goals    []bool  // whether the goals of each role do
}

// Analyze analyzes a program in time proportional to the size of the graph times the number of facts, plus the time of
// [Graph.Simplify].
func Analyze(p *ground.Program) (*Analysis, error) {
	g, err := New(p)
	if err != nil {
		return nil, err
	}
	// That a role makes only one move would tie all its moves together.
	g.Simplify(AllPasses &^ Exclusive)
	a := new(Analysis)
	a.SetLatches, a.UnsetLatches = g.latches()
	timed := g.timed()
	if a.Counters, err = g.counters(timed); err != nil {
		return nil, err
	}
	a.Parts = g.independent(timed)
	return a, nil
}

// timed marks the nodes that depend neither on moves, over any number of steps, nor on a cycle of gates.
func (g *Graph) timed() []bool {
	// Mark the others: follow successors, and facts from one state to the next.
	feeds := make(map[int32][]int32)
	from, to := g.span(partNext)
	for fact, node := range g.outputs[from:to] {
		feeds[node] = append(feeds[node], int32(fact))
	}
	var moves []int32
	for node := len(g.Facts); node < g.inputs; node++ {
		moves = append(moves, int32(node))
	}
	timed := g.flood(moves, g.successorLists().of, func(node int32) []int32 { return feeds[node] })
	for node := range timed {
		timed[node] = !timed[node]
	}
	return timed
}

// unite joins the sets of two nodes (R. Tarjan, Efficiency of a Good But Not Linear Set Union Algorithm, J. ACM 22, 1975).
func (s substitution) unite(a, b int32) { s[s.of(a)] = s.of(b) }

// numbers returns a function that numbers the sets of nodes in the order of its first calls.
func (s substitution) numbers() func(node int32) int {
	number := make(map[int32]int)
	return func(node int32) int {
		root := s.of(node)
		if _, known := number[root]; !known {
			number[root] = len(number)
		}
		return number[root]
	}
}

// connect unites the wanted nodes that next facts and legal moves depend on with their predecessors, and inputs with the
// outputs that feed them. A move without influence on the state ties nothing together.
func (g *Graph) connect(wanted func(node int32) bool) substitution {
	connected := g.newSubstitution()
	used := g.successors()
	var relevant []int32
	for output, node := range g.outputs {
		input := g.feeds(output)
		if input < 0 || int(input) >= len(g.Facts) && used[input] == 0 {
			continue
		}
		relevant = append(relevant, node)
		if wanted(node) && wanted(input) {
			connected.unite(node, input)
		}
	}
	for node, reached := range g.reach(relevant) {
		if !reached || !wanted(int32(node)) {
			continue
		}
		for _, pred := range g.preds[node] {
			if wanted(pred) {
				connected.unite(int32(node), pred)
			}
		}
	}
	return connected
}

// constantFacts marks the facts that never change.
func (g *Graph) constantFacts() []bool {
	from, to := g.span(partNext)
	constant := make([]bool, len(g.Facts))
	for fact, node := range g.outputs[from:to] {
		constant[fact] = g.Initial.Has(fact) && g.isTrue(node) || !g.Initial.Has(fact) && g.isFalse(node)
	}
	return constant
}

// counters returns the connected sets of timed facts that change.
func (g *Graph) counters(timed []bool) ([]Counter, error) {
	number := g.connect(func(node int32) bool { return timed[node] && !g.isConstant(node) }).numbers()
	var counters []Counter
	constant := g.constantFacts()
	for fact := range g.Facts {
		if !timed[fact] || constant[fact] {
			continue
		}
		i := number(int32(fact))
		if i == len(counters) {
			counters = append(counters, Counter{})
		}
		counters[i].Facts = append(counters[i].Facts, fact)
	}
	return counters, g.runCounters(counters)
}

// runCounters measures the counters by stepping without moves, on which they do not depend.
func (g *Graph) runCounters(counters []Counter) error {
	c, err := g.Clone().Compile()
	if err != nil {
		return err
	}
	m := c.NewMachine()
	state := c.NewState()
	seen := make([]map[string]int, len(counters))
	for i := range seen {
		seen[i] = make(map[string]int)
	}
	var key []byte
	for step, running := 0, len(counters); running > 0 && step <= MaxCount; step++ {
		m.Save(state)
		for i := range counters {
			k := &counters[i]
			if k.Period > 0 {
				continue
			}
			key = key[:0]
			for _, fact := range k.Facts {
				key = append(key, m.v[firstInput+fact])
			}
			if before, known := seen[i][string(key)]; known {
				k.Prefix, k.Period = before, step-before
				running--
			}
			seen[i][string(key)] = step
		}
		m.play(nil)
	}
	return nil
}

// independent returns the parts: the connected sets of inputs, without counters and constants.
func (g *Graph) independent(timed []bool) []Part {
	number := g.connect(func(node int32) bool { return !timed[node] }).numbers()
	var found []Part
	at := func(input int32) *Part {
		i := number(input)
		if i == len(found) {
			found = append(found, Part{Moves: make([][]int, len(g.Roles)), Goals: make([]bool, len(g.Roles))})
		}
		return &found[i]
	}
	for fact := range g.Facts {
		if !timed[fact] {
			p := at(int32(fact))
			p.Facts = append(p.Facts, fact)
		}
	}
	// A move without influence belongs to no part.
	used := g.successors()
	input := int32(len(g.Facts))
	for role, moves := range g.Moves {
		for move := range moves {
			if used[input] > 0 {
				p := at(input)
				p.Moves[role] = append(p.Moves[role], move)
			}
			input++
		}
	}
	tell := func(output int, note func(*Part)) {
		for node, reached := range g.reach(g.outputs[output : output+1])[:len(g.Facts)] {
			if reached && !timed[node] {
				note(at(int32(node)))
			}
		}
	}
	tell(0, func(p *Part) { p.Terminal = true })
	from, _ := g.span(partGoal)
	for i, goal := range g.Goals {
		tell(from+i, func(p *Part) { p.Goals[goal.Role] = true })
	}
	return found
}

// Clock returns the facts that do nothing but end the match after a number of steps, or nil if the graph does not show
// that there are any.
//
// The facts of a clock change with time alone ([Counter]). No legal move, goal, percept or other next fact depends on
// them. The end is an OR of alternatives that depend either on facts changing with time alone, or not on the clock. Of two
// states that differ only in the clock, the earlier can therefore do all that the later can, with the same results.
//
// The time is proportional to the size of the graph times the number of alternatives for the end.
func (g *Graph) Clock() []int {
	timed := g.timed()
	constant := g.constantFacts()
	// The clock is the timed facts that no other output depends on, directly or by way of other facts.
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

// alternatives returns the nodes of which a node is an OR, also through other OR gates, unless seen.
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

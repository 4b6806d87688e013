package circuit

import "github.com/ply-search/ply/examples/ggp/ground"

// An Analysis is what the graph of a game tells of its structure: Vittaut 2017, section 2.3.4, who names these features
// without giving algorithms for them. It finds only what shows in the graph: a game can have independent parts whose
// description ties them together.
type Analysis struct {
	// SetLatches are facts that hold to the end once they hold, and UnsetLatches those that never hold again once they do
	// not. Facts that never change are both. [Graph.From] uses them.
	SetLatches, UnsetLatches []int

	Counters []Counter
	Parts    []Part
}

// A Counter is a set of facts that change as time passes, whatever the roles do: the number of the step, for instance,
// or whose turn it is. It makes Prefix steps that never come back, and then repeats the following Period steps. If it
// does not within [MaxCount] steps, Period is 0.
type Counter struct {
	Facts          []int
	Prefix, Period int
}

// MaxCount is the number of steps for which counters are followed.
const MaxCount = 1 << 16

// A Part is a set of facts and moves that have no influence on the facts and legal moves of other parts, except by
// counters, and because a role makes only one move at a time.
type Part struct {
	Facts    []int
	Moves    [][]int // of each role
	Terminal bool    // the end of the match depends on the part
	Goals    []bool  // the goals of each role do
}

// Analyze analyzes a program. It takes time in proportion to the size of the graph and the number of facts, besides
// that of [Graph.Simplify].
func Analyze(p *ground.Program) (*Analysis, error) {
	g, err := New(p)
	if err != nil {
		return nil, err
	}
	// That a role makes one move only would tie all its moves together.
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

// timed marks the nodes that do not depend on moves, over any number of steps, nor on a cycle of gates.
func (g *Graph) timed() []bool {
	// What does depend on them: follow successors, and facts from one state to the next.
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

// unite makes two nodes stand for one another: substitutions are the sets of R. Tarjan, "Efficiency of a Good But Not
// Linear Set Union Algorithm", Journal of the ACM 22, 1975.
func (s substitution) unite(a, b int32) { s[s.of(a)] = s.of(b) }

// numbers returns a function that numbers the sets of nodes in the order of its calls.
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

// connect unites the nodes of the next facts and of the legal moves with all nodes that they depend on, as far as those
// are wanted, and inputs with the outputs that feed them. A move without influence on the state ties nothing together.
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

// runCounters finds out how long counters run: it goes from state to state without any moves, as they change nothing.
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

// independent returns the parts of the game: what is connected, if counters and constants are left out.
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

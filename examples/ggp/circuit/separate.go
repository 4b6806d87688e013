package circuit

import "slices"

// Separate returns a graph for each independent part of a puzzle (a game of one role), in which only the moves of the
// part are legal, and the match ends with the best goal where the part is as that goal requires. Facts and moves keep
// their numbers. Separate returns nil unless the graph shows for two parts or more that
//
//   - the legal moves and next facts of a part depend on its own facts and moves alone,
//   - a part keeps its facts when a move of another part is made,
//   - the best goal is an AND of terms that each depend on facts of one part.
//
// Each solution of the puzzle then contains a solution of each part. If a part has no solution, neither has the puzzle.
// Solutions of the parts played one after the other solve the puzzle unless the match ends before, which callers must
// check.
//
// The graph must have been simplified without [Exclusive], which ties the moves of a role together.
func (g *Graph) Separate() []*Graph {
	if len(g.Roles) != 1 {
		return nil
	}
	timed := g.timed()
	found := g.independent(timed)
	if len(found) < 2 {
		return nil
	}
	s := separator{Graph: g.Clone(), partOf: make([]int, g.inputs), constant: g.constantFacts()}
	for input := range s.partOf {
		s.partOf[input] = -1
	}
	for i, p := range found {
		for _, fact := range p.Facts {
			s.partOf[fact] = i
		}
		for _, move := range p.Moves[0] {
			s.partOf[len(g.Facts)+move] = i
		}
	}
	terms := s.terms(len(found))
	var all []*Graph
	for i, p := range found {
		if len(terms[i]) == 0 {
			continue // the goal does not depend on it
		}
		if !s.alone(i, terms[i]) || !s.stays(p) {
			return nil
		}
		all = append(all, s.only(i, terms[i]))
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

type separator struct {
	*Graph
	partOf   []int // of each input, -1 for none
	constant []bool
}

// bestGoal returns the index of the greatest goal above 0, or -1.
func (g *Graph) bestGoal() int {
	best := -1
	for i, v := range g.Goals {
		if v.Value > 0 && (best < 0 || v.Value > g.Goals[best].Value) {
			best = i
		}
	}
	return best
}

func (s *separator) terms(count int) [][]int32 {
	terms := make([][]int32, count)
	best := s.bestGoal()
	if best < 0 {
		return terms
	}
	from, _ := s.span(partGoal)
	all := s.conjuncts(s.outputs[from+best])
	slices.Sort(all)
	for _, term := range slices.Compact(all) {
		part := -1
		for input, reached := range s.reach([]int32{term})[:s.inputs] {
			switch p := s.partOf[input]; {
			case !reached || input < len(s.Facts) && s.constant[input] || p == part && p >= 0:
			case part < 0 && p >= 0:
				part = p
			default:
				return make([][]int32, count)
			}
		}
		if part < 0 {
			return make([][]int32, count)
		}
		terms[part] = append(terms[part], term)
	}
	return terms
}

// conjuncts returns nodes whose AND is the node, with ¬(a∨b) as ¬a∧¬b.
func (s *separator) conjuncts(node int32) (all []int32) {
	preds := s.preds[node]
	switch {
	case s.onCycle(node):
	case s.gates[node] == And:
		for _, p := range preds {
			all = append(all, s.conjuncts(p)...)
		}
		return all
	case s.gates[node] == Not && s.gates[preds[0]] == Or && !s.onCycle(preds[0]):
		for _, p := range s.preds[preds[0]] {
			all = append(all, s.conjuncts(s.add(Not, []int32{p}))...)
		}
		return all
	case s.gates[node] == Not && s.gates[preds[0]] == Not:
		return s.conjuncts(s.preds[preds[0]][0])
	}
	return []int32{node}
}

// outputsOf returns the outputs that belong to the inputs of a part, and the terms of its goal.
func (s *separator) outputsOf(part int, terms []int32) []int32 {
	nodes := slices.Clone(terms)
	for output, node := range s.outputs {
		if input := s.feeds(output); input >= 0 && s.partOf[input] == part {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

func (s *separator) alone(part int, terms []int32) bool {
	for input, reached := range s.reach(s.outputsOf(part, terms))[:s.inputs] {
		if reached && s.partOf[input] != part && (input >= len(s.Facts) || !s.constant[input]) {
			return false
		}
	}
	return true
}

// stays reports whether a part keeps its facts if none of its moves is made.
func (s *separator) stays(p Part) bool {
	g := s.Clone()
	replace := g.newSubstitution()
	never := g.add(Or, nil)
	replace = append(replace, never)
	for _, move := range p.Moves[0] {
		replace[len(g.Facts)+move] = never
	}
	g.replaceInputs(replace)
	// Without Frozen, which would assume that nothing ever changes.
	g.Simplify(AllPasses &^ (Exclusive | Frozen))
	from, _ := g.span(partNext)
	return !slices.ContainsFunc(p.Facts, func(fact int) bool { return g.outputs[from+fact] != int32(fact) && !s.constant[fact] })
}

func (s *separator) only(part int, terms []int32) *Graph {
	g := s.Clone()
	reached := g.add(And, slices.Clone(terms))
	never := g.add(Or, nil)
	goals, _ := g.span(partGoal)
	next, _ := g.span(partNext)
	best := g.Goals[g.bestGoal()].Value
	for output := range g.outputs {
		switch input := g.feeds(output); {
		case input >= 0 && s.partOf[input] == part:
		case input >= 0 && output >= next:
			g.outputs[output] = input
		case output == 0 || output >= goals && output < next && g.Goals[output-goals].Value == best:
			g.outputs[output] = reached
		default:
			g.outputs[output] = never
		}
	}
	g.updateCycles()
	g.Simplify(AllPasses)
	return g
}

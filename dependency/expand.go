package dependency

import (
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
)

// expand adds the nodes that need node n and nodes expanded before.
func (s *searcher[M]) expand(n int32) {
	node := s.nodes.at(n)
	node.rank, s.expanded = s.expanded, s.expanded+1
	node.conflicts = s.newSet(len(s.occurring))
	work := 0
	for i := range node.needs.all() {
		conflicts := s.operators[s.occurring[i]].conflicts
		node.conflicts.unite(conflicts)
		work += 1 + len(conflicts)
	}
	if s.mustStop(work) {
		return
	}
	s.excluded = slices.AppendSeq(s.excluded[:0], node.conflicts.all())
	s.expanding = n
	makes := s.operators[node.operator].makes
	for _, c := range makes {
		s.ask(c)
	}
	if s.stopped || s.solvedBy(n) {
		return // no moves in a solved position
	}
	for _, c := range makes {
		if s.mustStop(len(s.conditions[c].users)) {
			return
		}
		for _, u := range s.conditions[c].users {
			if s.operators[u].seenBy != n {
				s.reach(n, u)
			}
			if s.stopped {
				return
			}
		}
	}
	for _, c := range makes {
		if condition := &s.conditions[c]; len(condition.users) > 0 {
			s.addMaker(condition, n)
		}
	}
}

// reach adds the nodes of an operator that need node n, which makes a precondition true, and nodes expanded before.
func (s *searcher[M]) reach(n, operator int32) {
	o, needs := &s.operators[operator], s.nodes.at(n).needs
	for i, c := range o.needs {
		if !s.possible[c] {
			o.needs[0], o.needs[i] = c, o.needs[0] // to be looked at first the next time
			return
		}
	}
	if o.excludedBy(needs) {
		return
	}
	o.seenBy = n
	s.open = s.open[:0]
	for _, c := range o.needs {
		if condition := &s.conditions[c]; !condition.initial && !needs.meets(condition.madeBy) {
			s.open = append(s.open, c)
		}
	}
	s.chosen = append(s.chosen[:0], n)
	s.unions[0] = append(s.unions[0][:0], needs...)
	s.choose(operator, 0)
}

// choose adds the operator as a node for each choice of nodes that make its preconditions from open[i] on true.
func (s *searcher[M]) choose(operator int32, i int) {
	if s.mustStop(1) {
		return
	}
	union := s.unions[len(s.chosen)-1]
	for i < len(s.open) && union.meets(s.conditions[s.open[i]].madeBy) {
		i++ // true by the needs of a chosen node
	}
	if i == len(s.open) {
		s.add(operator, s.chosen)
		return
	}
	o := &s.operators[operator]
	for _, f := range s.free(s.open[i]) {
		needs := s.nodes.at(f).needs
		if o.excludedBy(needs) || !s.freeOfChosen(f) {
			continue
		}
		if len(s.unions) == len(s.chosen) {
			s.unions = append(s.unions, nil)
		}
		next := append(s.unions[len(s.chosen)][:0], union...)
		next.unite(needs)
		s.unions[len(s.chosen)] = next
		s.chosen = append(s.chosen, f)
		s.choose(operator, i+1)
		s.chosen = s.chosen[:len(s.chosen)-1]
		if s.stopped {
			return
		}
	}
}

// free returns the nodes that make a condition true and do not conflict with the node being expanded.
func (s *searcher[M]) free(condition int32) []int32 {
	c := &s.conditions[condition]
	if c.freeOf == s.expanding {
		return c.free
	}
	c.freeOf, c.free = s.expanding, c.free[:0]
	if len(c.needing) == 0 {
		conflicts := s.nodes.at(s.expanding).conflicts
		for _, f := range c.makers {
			if !conflicts.meets(s.nodes.at(f).needs) {
				c.free = push(&s.memory, c.free, f)
			}
		}
		s.credit -= len(c.makers) * len(conflicts)
		return c.free
	}
	for i, needing := range c.needing {
		makers := c.makers[64*i:]
		free := ^uint64(0)
		if len(makers) < 64 {
			free = 1<<len(makers) - 1
		}
		// Low numbers come first: most nodes need those moves.
		for _, number := range s.excluded {
			if int(number) >= len(needing) {
				break
			}
			if free &^= needing[number]; free == 0 {
				break
			}
		}
		for ; free != 0; free &= free - 1 {
			c.free = push(&s.memory, c.free, makers[bits.TrailingZeros64(free)])
		}
	}
	s.credit -= len(c.needing) * (1 + len(s.excluded))
	return c.free
}

// freeOfChosen reports whether node f conflicts with none of the chosen nodes; the first is known not to.
func (s *searcher[M]) freeOfChosen(f int32) bool {
	b := s.nodes.at(f)
	for _, c := range s.chosen[1:] {
		// The node expanded later records the conflicts with moves that the other needs.
		a, b := s.nodes.at(c), b
		if a.rank > b.rank {
			a, b = b, a
		}
		if a.needs.meets(b.conflicts) {
			return false
		}
	}
	return true
}

// add adds the node of an operator with these parents, if any. Its needs are the last of unions.
func (s *searcher[M]) add(operator int32, parents []int32) {
	if s.stopped {
		return
	}
	var union bitSet
	if len(parents) > 0 {
		union = s.unions[len(parents)-1]
	}
	// Otherwise, moves without pairwise conflicts can be played together.
	if s.overwriting && len(parents) > 1 && !s.playable(union) {
		return
	}
	if operator == s.goal {
		s.solve(union)
		return
	}
	switch {
	case s.limits.Nodes > 0 && s.nodes.count >= s.limits.Nodes:
		s.stop(ply.OutOfNodes)
		return
	case s.isFull():
		return
	}
	o := &s.operators[operator]
	for _, c := range o.makes {
		if condition := &s.conditions[c]; condition.initial || union.meets(condition.madeBy) {
			if order, exists := s.unsolved(union); exists {
				s.fail(notMonotone(s.movesOf(order), s.moves[operator], condition.Condition))
			}
			return
		}
	}
	if o.number == none {
		s.occur(operator)
	}
	needs := s.newSet(len(s.occurring))
	copy(needs, union)
	needs.add(o.number)
	n := node{operator: operator, needs: needs, level: 1, parents: s.newList(len(parents))}
	for _, p := range parents {
		above := func(q int32) bool {
			return q != p && s.nodes.at(q).needs.has(s.operators[s.nodes.at(p).operator].number)
		}
		if !slices.ContainsFunc(parents, above) {
			n.parents = append(n.parents, p)
		}
		n.level = max(n.level, s.nodes.at(p).level)
	}
	slices.Sort(n.parents)
	id := int32(s.nodes.count)
	if len(n.parents) > 1 {
		n.level++
		s.next = push(&s.memory, s.next, id)
	} else {
		s.now = push(&s.memory, s.now, id)
	}
	s.memory += s.nodes.add(n)
}

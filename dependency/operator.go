package dependency

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

type operator struct {
	number      int32 // among the moves that occur in nodes, which are the members of sets; or none
	seenBy      int32 // the last node that it was tried with
	needs       []int32
	changes     []int32 // the needs that do not hold afterwards
	makes       []int32
	conflicts   bitSet // the moves that cannot be in a line with this one
	overwritten bitSet // the moves that change what this one only reads, and so must come later
}

// excludedBy reports whether a conflict, or a change of its preconditions, makes the operator illegal after a set of moves.
func (o *operator) excludedBy(set bitSet) bool {
	return set.meets(o.conflicts) || set.meets(o.overwritten)
}

type condition struct {
	ply.Condition
	initial   bool    // holds at the start
	asked     bool    // users are all operators that need it, not only some
	users     []int32 // operators
	madeBy    bitSet
	changedBy bitSet
	makers    []int32 // the nodes expanded that make it
	freeOf    int32   // the node that free is about
	free      []int32

	// For each 64 makers, by move, a bit for each maker that needs the move. Empty for a few makers.
	needing [][]uint64
}

// fewMakers is the number of makers that are examined one by one: an index by moves would save no time, and take much
// memory.
const fewMakers = 4

func (s *searcher[M]) addMaker(c *condition, n int32) {
	c.makers = push(&s.memory, c.makers, n)
	switch count := len(c.makers); {
	case count == fewMakers+1:
		for i := range c.makers {
			s.index(c, i)
		}
	case count > fewMakers:
		s.index(c, count-1)
	}
}

func (s *searcher[M]) index(c *condition, i int) {
	needs := s.nodes.at(c.makers[i]).needs
	if i%64 == 0 {
		c.needing = push(&s.memory, c.needing, nil)
	}
	needing := &c.needing[i/64]
	if more := 64*len(needs) - len(*needing); more > 0 {
		before := cap(*needing)
		*needing = append(*needing, make([]uint64, more)...)
		s.memory += 8 * (cap(*needing) - before)
	}
	for number := range needs.all() {
		(*needing)[number] |= 1 << (i % 64)
	}
}

func (s *searcher[M]) ask(condition int32) {
	if s.conditions[condition].asked {
		return
	}
	s.conditions[condition].asked = true
	s.scratch = s.needer.Needing(s.conditions[condition].Condition, s.scratch[:0])
	for _, m := range s.scratch {
		if s.operatorOf(m) == none || s.mustStop(1) || s.isFull() {
			return
		}
	}
}

// operatorOf returns the operator of a move, or none if its footprint is wrong.
func (s *searcher[M]) operatorOf(m M) int32 {
	if o, known := s.numbers[m]; known {
		return o
	}
	s.footprint = s.game.Footprint(m, ply.Footprint{
		Preconditions: s.footprint.Preconditions[:0],
		Modifications: s.footprint.Modifications[:0],
	})
	if err := Check(s.footprint, s.cells.Cells()); err != nil {
		s.fail(fmt.Errorf("dependency: move %v: %w", m, err))
		return none
	}
	o := s.newOperator(m, s.footprint)
	s.numbers[m] = o
	return o
}

func (s *searcher[M]) newOperator(m M, f ply.Footprint) int32 {
	id := int32(len(s.operators))
	o := operator{number: none, seenBy: none}
	for _, p := range f.Preconditions {
		c := s.conditionNumber(p)
		o.needs = append(o.needs, c)
		condition := &s.conditions[c]
		condition.users = push(&s.memory, condition.users, id)
		_, changed := valueOf(p.Cell, f.Modifications)
		switch {
		case !changed:
			s.unite(&o.overwritten, condition.changedBy)
			s.overwriting = s.overwriting || len(condition.changedBy) > 0
		case s.conflicter == nil:
			s.unite(&o.conflicts, condition.changedBy)
			fallthrough
		default:
			o.changes = append(o.changes, c)
		}
	}
	for _, m := range f.Modifications {
		o.makes = append(o.makes, s.conditionNumber(m))
	}
	if s.conflicter != nil && id != s.goal {
		for number, other := range s.occurring {
			if s.conflicter.Conflict(m, s.moves[other]) {
				s.insert(&o.conflicts, int32(number))
			}
		}
		s.credit -= len(s.occurring)
	}
	s.operators, s.moves = push(&s.memory, s.operators, o), push(&s.memory, s.moves, m)
	s.memory += 4 * (cap(o.needs) + cap(o.changes) + cap(o.makes))
	s.memory += placeBytes[M, int32]()
	return id
}

// occur gives an operator a number in sets, before its first node.
func (s *searcher[M]) occur(operator int32) {
	o := &s.operators[operator]
	o.number = int32(len(s.occurring))
	s.occurring = push(&s.memory, s.occurring, operator)
	for _, c := range o.makes {
		s.insert(&s.conditions[c].madeBy, o.number)
		s.possible[c] = true
	}
	for _, c := range o.changes {
		s.insert(&s.conditions[c].changedBy, o.number)
		for _, u := range s.conditions[c].users {
			switch user := &s.operators[u]; {
			case !slices.Contains(user.changes, c):
				s.insert(&user.overwritten, o.number)
				s.overwriting = true
			case s.conflicter == nil && u != operator:
				s.insert(&user.conflicts, o.number)
			}
		}
	}
	if s.conflicter == nil {
		return
	}
	for u := range s.operators {
		if int32(u) != s.goal && int32(u) != operator && s.conflicter.Conflict(s.moves[u], s.moves[operator]) {
			s.insert(&s.operators[u].conflicts, o.number)
		}
	}
	s.credit -= len(s.operators)
}

func (s *searcher[M]) conditionNumber(c ply.Condition) int32 {
	if number, known := s.conditionOf[c]; known {
		return number
	}
	number := int32(len(s.conditions))
	s.conditionOf[c] = number
	initial := s.cells.Cell(int(c.Cell)) == c.Value
	s.conditions = push(&s.memory, s.conditions, condition{Condition: c, initial: initial, freeOf: none})
	s.possible = push(&s.memory, s.possible, initial)
	s.memory += placeBytes[ply.Condition, int32]()
	return number
}

func (s *searcher[M]) insert(set *bitSet, member int32) {
	before := cap(*set)
	set.add(member)
	s.memory += 8 * (cap(*set) - before)
}

func (s *searcher[M]) unite(set *bitSet, t bitSet) {
	before := cap(*set)
	set.unite(t)
	s.memory += 8 * (cap(*set) - before)
}

func (s *searcher[M]) newSet(members int) bitSet {
	words := (members + 63) / 64
	if len(s.words) < words {
		s.words = make([]uint64, max(words, 1<<12))
		s.memory += 8 * len(s.words)
	}
	set := s.words[:words:words]
	s.words = s.words[words:]
	return set
}

func (s *searcher[M]) newList(elements int) []int32 {
	if len(s.links) < elements {
		s.links = make([]int32, max(elements, 1<<12))
		s.memory += 4 * len(s.links)
	}
	list := s.links[:0:elements]
	s.links = s.links[elements:]
	return list
}

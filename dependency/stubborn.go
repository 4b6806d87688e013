package dependency

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// Stubborn returns a game that starts in the present position of g and lists fewer moves. Its Moves lists only the
// legal moves that belong to a strong stubborn set: a set of moves such that every solution, perhaps in another order,
// begins with a move of the set. Of the lines that differ only in the order of independent moves, most are left out,
// and so are the positions that occur only in such lines.
//
// From every position, the new game has a solution if and only if g has a solution. If no move has a negative cost, the
// cheapest solutions of both games cost the same. Every search for solutions can therefore use the new game, also with
// incremental transpositions or with the estimates of package dependency/heuristic. Other results, such as the number
// of positions or the longest line, differ from the results for g.
//
// Legal moves of g that the new game does not list can still be played in the new game, and its methods Footprint,
// Commute and Parts include them.
//
// If g has no goal, Stubborn returns an error. The time of Stubborn is proportional to the number of moves that become
// legal in the delete relaxation (see [Game.Parts]). The new game stores all pairs of moves that depend on each other.
// At worst, its Moves takes time in proportion to the number of these pairs times the number of conditions of the goal.
// The new game is therefore faster to search only if many moves are left out.
//
// Sources: Valmari 1989; Wehrle and Helmert 2012 and, for weak interference and moves that cost nothing, 2014.
func (g *Game[M]) Stubborn() (*Game[M], error) {
	if len(g.opt.Goal) == 0 {
		return nil, fmt.Errorf("dependency: stubborn sets need a goal")
	}
	pruned := g.Clone()
	pruned.stubborn = newOperations(g).newStubborn()
	return pruned, nil
}

// operations are the numbered moves that can become legal, and the conditions. They are constant.
type operations[M comparable] struct {
	numbers    map[M]int32 // of the moves
	conditions []ply.Condition
	goal       []int32
	needs      [][]need  // by move, its preconditions
	makers     [][]int32 // by condition, the moves that make it true
	users      [][]int32 // by condition, the moves that need it
}

type need struct {
	condition int32
	changes   bool // the move makes it false
}

func newOperations[M comparable](g *Game[M]) *operations[M] {
	o := &operations[M]{numbers: make(map[M]int32)}
	known := make(map[ply.Condition]int32)
	number := func(c ply.Condition) int32 {
		i, ok := known[c]
		if !ok {
			i = int32(len(o.conditions))
			known[c] = i
			o.conditions = append(o.conditions, c)
			o.makers, o.users = append(o.makers, nil), append(o.users, nil)
		}
		return i
	}
	for _, c := range g.opt.Goal {
		o.goal = append(o.goal, number(c))
	}
	for i, m := range g.conceivable() {
		i := int32(i)
		o.numbers[m] = i
		f := g.Footprint(m, ply.Footprint{})
		var needs []need
		for _, p := range f.Preconditions {
			_, changes := valueOf(p.Cell, f.Modifications)
			needs = append(needs, need{number(p), changes})
			o.users[number(p)] = append(o.users[number(p)], i)
		}
		o.needs = append(o.needs, needs)
		for _, c := range f.Modifications {
			o.makers[number(c)] = append(o.makers[number(c)], i)
		}
	}
	return o
}

// dependents returns the moves that must not be delayed until after a move, without the move itself: those that need
// a condition which it makes false. Moves that cannot be legal while those conditions hold are left out.
func (o *operations[M]) dependents(move int32) []int32 {
	list := []int32{}
	for _, p := range o.needs[move] {
		if !p.changes {
			continue
		}
		for _, other := range o.users[p.condition] {
			if other != move && !o.precluded(other, move) {
				list = append(list, other)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// precluded reports whether a move needs another value of a cell than the value that a second move changes.
func (o *operations[M]) precluded(move, by int32) bool {
	for _, p := range o.needs[move] {
		for _, q := range o.needs[by] {
			if q.changes && p.condition != q.condition && o.conditions[p.condition].Cell == o.conditions[q.condition].Cell {
				return true
			}
		}
	}
	return false
}

type stubborn[M comparable] struct {
	*operations[M]
	depend [][]int32 // by move, its dependents; nil until they are needed

	round uint32   // a number for the set that is made
	in    []uint32 // by move, the round in which it came into the set
	made  []uint32 // by condition, the round in which its makers did
	set   []int32

	legal []int32 // by legal move, its number, or none for one that changes nothing
	kept  []bool  // by legal move, whether it is in the smallest set
}

func (o *operations[M]) newStubborn() *stubborn[M] {
	moves := len(o.needs)
	return &stubborn[M]{
		operations: o,
		depend:     make([][]int32, moves),
		in:         make([]uint32, moves),
		made:       make([]uint32, len(o.conditions)),
	}
}

// prune filters the legal moves of an unsolved position, in place, to a strong stubborn set: of the sets that start
// with the makers of one condition of the goal, one with the fewest legal moves.
func (s *stubborn[M]) prune(cells []int32, moves []M) []M {
	s.legal, s.kept = s.legal[:0], s.kept[:0]
	fewest := 0
	for _, m := range moves {
		number, ok := s.numbers[m]
		if !ok {
			number = none
		} else {
			fewest++
		}
		s.legal, s.kept = append(s.legal, number), append(s.kept, ok)
	}
	for _, c := range s.goal {
		if fewest < 2 {
			break
		}
		if !s.holds(c, cells) && s.close(c, cells, fewest) {
			fewest = 0
			for i, number := range s.legal {
				if s.kept[i] = number != none && s.in[number] == s.round; s.kept[i] {
					fewest++
				}
			}
		}
	}
	kept := moves[:0]
	for i, m := range moves {
		if s.kept[i] {
			kept = append(kept, m)
		}
	}
	return kept
}

func (s *stubborn[M]) holds(condition int32, cells []int32) bool {
	c := s.conditions[condition]
	return cells[c.Cell] == c.Value
}

// close makes the strong stubborn set that starts with the makers of a condition which every solution makes true. It
// returns false if the set has at least tooMany legal moves.
//
// For each illegal move, the set contains all moves that make some unmet precondition of it true. The first move of
// the set in a solution is therefore legal in the present position. For each legal move, the set contains its
// dependents. The moves that the solution plays before therefore need nothing that the first one makes false, nor
// change that, so it can be played before them, with the same result.
func (s *stubborn[M]) close(condition int32, cells []int32, tooMany int) bool {
	if s.round++; s.round == 0 { // all marks are old
		clear(s.in)
		clear(s.made)
		s.round = 1
	}
	s.set = s.set[:0]
	s.make(condition)
	count := 0
	for i := 0; i < len(s.set); i++ {
		move := s.set[i]
		if lacked := s.lacked(move, cells); lacked != none {
			s.make(lacked)
			continue
		}
		if count++; count == tooMany {
			return false
		}
		if s.depend[move] == nil {
			s.depend[move] = s.dependents(move)
		}
		s.add(s.depend[move])
	}
	return true
}

func (s *stubborn[M]) make(condition int32) {
	if s.made[condition] != s.round {
		s.made[condition] = s.round
		s.add(s.makers[condition])
	}
}

func (s *stubborn[M]) add(moves []int32) {
	for _, m := range moves {
		if s.in[m] != s.round {
			s.in[m] = s.round
			s.set = append(s.set, m)
		}
	}
}

// lacked returns an unmet precondition of a move, or none if it is legal: preferably one whose makers are in the set,
// and otherwise one with the fewest makers.
func (s *stubborn[M]) lacked(move int32, cells []int32) int32 {
	lacked := int32(none)
	for _, p := range s.needs[move] {
		switch {
		case s.holds(p.condition, cells):
		case s.made[p.condition] == s.round:
			return p.condition
		case lacked == none || len(s.makers[p.condition]) < len(s.makers[lacked]):
			lacked = p.condition
		}
	}
	return lacked
}

package strips

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/planning/pddl"
)

// A Swap exchanges two interchangeable objects: it maps the goal, the moves and their costs to themselves. A position
// and its image therefore have plans of the same cost. The objects need not be in the same place at first.
type Swap struct {
	A, B  string
	Cells []CellSwap // the cells that it changes
	Moves []int32    // the image of each move
}

// A CellSwap maps value v of one cell to Values[v] of another or the same cell.
type CellSwap struct {
	From, To int32
	Values   []int32
}

// Swaps finds the interchangeable objects of a problem. For each class of them it returns the swaps of neighbours, and
// none for a task with actions that are moves in turn. It takes time proportional at worst to the size of all moves,
// for each pair of objects of a type.
func (c *Cells) Swaps(ctx context.Context, t *Task, p *pddl.Problem) ([]Swap, error) {
	if c.Split() {
		return nil, nil // the further cell would have to be exchanged, too
	}
	s := &swapper{cells: c, task: t, facts: make(map[string]ply.Condition), moves: make(map[string][]int32)}
	for cell, facts := range c.Facts {
		for value, name := range facts[:len(facts)-1] {
			s.facts[name] = ply.Condition{Cell: int32(cell), Value: int32(value)}
		}
	}
	for m := range c.Actions {
		key := s.key(c.Game.Footprint(m, ply.Footprint{}), m)
		s.moves[key] = append(s.moves[key], int32(m))
	}
	var swaps []Swap
	var last []pddl.Object // of each class
	for _, o := range p.Objects {
		found := false
		for i, other := range last {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if other.Type != o.Type {
				continue
			}
			if swap, ok := s.swap(other.Name, o.Name); ok {
				last[i], found = o, true
				if len(swap.Cells) > 0 {
					swaps = append(swaps, swap)
				}
				break
			}
		}
		if !found {
			last = append(last, o)
		}
	}
	return swaps, nil
}

type swapper struct {
	cells *Cells
	task  *Task
	facts map[string]ply.Condition
	moves map[string][]int32 // by their footprints and costs
}

// key identifies a move up to moves with the same effect and cost.
func (s *swapper) key(f ply.Footprint, m int) string {
	key := binary.AppendVarint(nil, int64(s.task.Actions[s.cells.Actions[m]].Cost))
	for _, list := range [][]ply.Condition{f.Preconditions, f.Modifications} {
		list = slices.Clone(list)
		slices.SortFunc(list, func(a, b ply.Condition) int { return int(a.Cell) - int(b.Cell) })
		key = binary.AppendVarint(key, int64(len(list)))
		for _, c := range list {
			key = binary.AppendVarint(binary.AppendVarint(key, int64(c.Cell)), int64(c.Value))
		}
	}
	return string(key)
}

// swap returns the swap of two objects, if they are interchangeable.
func (s *swapper) swap(a, b string) (swap Swap, ok bool) {
	g := s.cells.Game
	swap = Swap{A: a, B: b, Moves: make([]int32, len(s.cells.Actions))}
	all := make([]CellSwap, len(s.cells.Facts))
	for cell, facts := range s.cells.Facts {
		of := CellSwap{From: int32(cell), To: -1}
		for _, name := range facts[:len(facts)-1] {
			c, known := s.facts[exchange(name, a, b)]
			if !known || of.To >= 0 && of.To != c.Cell || len(s.cells.Facts[c.Cell]) != len(facts) {
				return swap, false
			}
			of.To, of.Values = c.Cell, append(of.Values, c.Value)
		}
		of.Values = append(of.Values, int32(len(facts)-1)) // none of them
		all[cell] = of
		if of.To != of.From || !slices.IsSorted(of.Values) {
			swap.Cells = append(swap.Cells, of)
		}
	}
	becomes := func(c ply.Condition) ply.Condition {
		return ply.Condition{Cell: all[c.Cell].To, Value: all[c.Cell].Values[c.Value]}
	}
	for _, c := range g.Goal() {
		if int(c.Cell) >= len(all) || !slices.Contains(g.Goal(), becomes(c)) {
			return swap, false
		}
	}
	for m := range s.cells.Actions {
		f := g.Footprint(m, ply.Footprint{})
		key := s.key(f, m)
		for i, c := range f.Preconditions {
			f.Preconditions[i] = becomes(c)
		}
		for i, c := range f.Modifications {
			f.Modifications[i] = becomes(c)
		}
		same, others := s.moves[key], s.moves[s.key(f, m)]
		if len(same) != len(others) {
			return swap, false
		}
		swap.Moves[m] = others[slices.Index(same, int32(m))]
	}
	return swap, true
}

// exchange exchanges two objects in the name of a fact.
func exchange(fact, a, b string) string {
	words := strings.Split(fact, " ")
	for i, w := range words {
		switch name := strings.TrimRight(w, ")"); name { // a predicate begins with a parenthesis
		case a:
			words[i] = b + w[len(name):]
		case b:
			words[i] = a + w[len(name):]
		}
	}
	return strings.Join(words, " ")
}

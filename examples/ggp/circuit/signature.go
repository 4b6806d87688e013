package circuit

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// State is a set of facts: fact i of the [Signature] holds if bit i%64 of word i/64 is set.
type State []uint64

// Has tells whether a fact holds.
func (s State) Has(fact int) bool { return s[fact>>6]>>(fact&63)&1 != 0 }

// Add makes a fact hold.
func (s State) Add(fact int) { s[fact>>6] |= 1 << (fact & 63) }

// Goal is a value that a role can have.
type Goal struct{ Role, Value int }

// Signature names what goes into a circuit and what comes out of it. Graphs and circuits share it, and nobody may
// change it.
type Signature struct {
	Name     string
	Roles    []string
	Random   int        // the role that draws its moves, -1 if there is none
	Facts    []string   // what can hold in a state, by the fact's number
	Moves    [][]string // what each role can do, by the move's number
	Goals    []Goal
	Percepts [][]string // what each role can perceive
	Initial  State
}

// Words returns the length of a [State].
func (s *Signature) Words() int { return (len(s.Facts) + 63) / 64 }

// NewState returns a state in which no fact holds.
func (s *Signature) NewState() State { return make(State, s.Words()) }

// outputs returns the number of outputs of the circuit.
func (s *Signature) outputs() int {
	_, n := s.span(partSees)
	return n
}

// span returns the outputs of a part: from the first to before the second number. They are in the order terminal,
// legal moves by role, goals, next facts, percepts by role.
func (s *Signature) span(p part) (from, to int) {
	counts := [parts]int{partTerminal: 1, partGoal: len(s.Goals), partNext: len(s.Facts)}
	for role := range s.Roles {
		counts[partLegal] += len(s.Moves[role])
		counts[partSees] += len(s.Percepts[role])
	}
	for q := part(0); q <= p; q++ {
		from, to = to, to+counts[q]
	}
	return from, to
}

// names numbers the facts, moves, goals and percepts of a program, and keeps for each atom its number among its like.
type names struct {
	*Signature
	number []int32 // of an atom, among the facts, the moves of its role and so on
}

func nameAtoms(p *ground.Program) (*names, error) {
	s := &Signature{Name: p.Name, Roles: slices.Clone(p.Roles), Random: p.Random}
	s.Moves = make([][]string, len(p.Roles))
	s.Percepts = make([][]string, len(p.Roles))
	type name struct {
		list *[]string
		text string
	}
	numbers := make(map[name]int)
	add := func(list *[]string, text string) int {
		number, known := numbers[name{list, text}]
		if !known {
			number = len(*list)
			numbers[name{list, text}] = number
			*list = append(*list, text)
		}
		return number
	}
	if p.Random < -1 || p.Random >= len(p.Roles) {
		return nil, fmt.Errorf("circuit: role %d of %d is random", p.Random, len(p.Roles))
	}
	n := &names{Signature: s, number: make([]int32, len(p.Atoms))}
	for i, a := range p.Atoms {
		switch a.Kind {
		case ground.Does, ground.Legal, ground.Goal, ground.Sees:
			if a.Role < 0 || a.Role >= len(p.Roles) {
				return nil, fmt.Errorf("circuit: atom %d, %s, is of role %d of %d", i, a.Term, a.Role, len(p.Roles))
			}
		}
		number := 0
		switch a.Kind {
		case ground.True, ground.Next:
			number = add(&s.Facts, a.Term)
		case ground.Does, ground.Legal:
			number = add(&s.Moves[a.Role], a.Term)
		case ground.Sees:
			number = add(&s.Percepts[a.Role], a.Term)
		case ground.Goal:
			if a.Value < 0 || a.Value > 100 {
				return nil, fmt.Errorf("circuit: a goal of %d, want 0 to 100", a.Value)
			}
			goal := Goal{a.Role, a.Value}
			if number = slices.Index(s.Goals, goal); number < 0 {
				number = len(s.Goals)
				s.Goals = append(s.Goals, goal)
			}
		}
		n.number[i] = int32(number)
	}
	s.Initial = s.NewState()
	for _, atom := range p.Initial {
		if atom < 0 || int(atom) >= len(p.Atoms) || p.Atoms[atom].Kind != ground.True {
			return nil, fmt.Errorf("circuit: atom %d, which holds at the start, is no fact of a state", atom)
		}
		s.Initial.Add(int(n.number[atom]))
	}
	return n, nil
}

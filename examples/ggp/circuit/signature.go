package circuit

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply/examples/ggp/ground"
)

// A State is a set of facts: fact i of the [Signature] holds if bit i%64 of word i/64 is set.
type State []uint64

// Has reports whether a fact holds.
func (s State) Has(fact int) bool { return s[fact>>6]>>(fact&63)&1 != 0 }

// Add makes a fact hold.
func (s State) Add(fact int) { s[fact>>6] |= 1 << (fact & 63) }

// A Goal is a value that a role can have.
type Goal struct{ Role, Value int }

// A Signature names the inputs and outputs of a circuit. Graphs and circuits share it; it must not be changed.
type Signature struct {
	Roles    []string
	Random   int        // the role that draws its moves, or -1
	Facts    []string   // by number
	Moves    [][]string // by role and number
	Goals    []Goal
	Percepts [][]string // by role and number
	Initial  State
}

// Words returns the length of a [State].
func (s *Signature) Words() int { return (len(s.Facts) + 63) / 64 }

// NewState returns a state in which no fact holds.
func (s *Signature) NewState() State { return make(State, s.Words()) }

// firstMove returns the number of a role's first move among the inputs: facts, then moves by role.
func (s *Signature) firstMove(role int) int {
	first := len(s.Facts)
	for _, moves := range s.Moves[:role] {
		first += len(moves)
	}
	return first
}

// firstPercept returns the number of a role's first percept among all.
func (s *Signature) firstPercept(role int) int {
	first := 0
	for _, percepts := range s.Percepts[:role] {
		first += len(percepts)
	}
	return first
}

// span returns the range of a part's outputs. They are in the order terminal, legal moves by role, goals, next facts,
// percepts by role.
func (s *Signature) span(p part) (from, to int) {
	counts := [parts]int{1, s.firstMove(len(s.Roles)) - len(s.Facts), len(s.Goals), len(s.Facts), s.firstPercept(len(s.Roles))}
	for q := part(0); q <= p; q++ {
		from, to = to, to+counts[q]
	}
	return from, to
}

// nameAtoms returns the signature of a program, and the number of each atom: among the facts, the moves of its role and so on.
func nameAtoms(p *ground.Program) (*Signature, []int32, error) {
	s := &Signature{Roles: slices.Clone(p.Roles), Random: p.Random}
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
		return nil, nil, fmt.Errorf("circuit: role %d of %d is random", p.Random, len(p.Roles))
	}
	atoms := make([]int32, len(p.Atoms))
	for i, a := range p.Atoms {
		switch a.Kind {
		case ground.Does, ground.Legal, ground.Goal, ground.Sees:
			if a.Role < 0 || a.Role >= len(p.Roles) {
				return nil, nil, fmt.Errorf("circuit: atom %d, %s, is of role %d of %d", i, a.Term, a.Role, len(p.Roles))
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
				return nil, nil, fmt.Errorf("circuit: a goal of %d, want 0 to 100", a.Value)
			}
			goal := Goal{a.Role, a.Value}
			if number = slices.Index(s.Goals, goal); number < 0 {
				number = len(s.Goals)
				s.Goals = append(s.Goals, goal)
			}
		}
		atoms[i] = int32(number)
	}
	s.Initial = s.NewState()
	for _, atom := range p.Initial {
		if atom < 0 || int(atom) >= len(p.Atoms) || p.Atoms[atom].Kind != ground.True {
			return nil, nil, fmt.Errorf("circuit: atom %d, which holds at the start, is no fact of a state", atom)
		}
		s.Initial.Add(int(atoms[atom]))
	}
	return s, atoms, nil
}

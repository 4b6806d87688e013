// Package ground makes propositional programs of game descriptions: ground rules, whose atoms are numbered.
package ground

// Kind says what an atom stands for.
type Kind uint8

const (
	Internal Kind = iota // a relation of the description's own
	True                 // a fact holds in the present state
	Does                 // a role makes a move
	Terminal             // the state ends the match
	Legal                // a role may make a move
	Goal                 // a role has a value
	Next                 // a fact holds in the next state
	Sees                 // a role perceives something after the joint move
)

// Atom is a ground atom. Those of kinds True and Next with equal terms belong together, as do those of kinds Does and
// Legal with equal terms and roles.
type Atom struct {
	Kind  Kind
	Role  int    // the index of the role in Program.Roles, for Does, Legal, Goal and Sees
	Value int    // the value of a Goal, 0 to 100
	Term  string // the fact, the move, the percept, or the whole atom, as KIF in lower case with single spaces
}

// Literal is an atom or its negation: 2·atom, or 2·atom+1 if it is negated.
type Literal int32

// Lit returns the literal of an atom.
func Lit(atom int, negated bool) Literal {
	l := Literal(atom) << 1
	if negated {
		l++
	}
	return l
}

// Atom returns the number of the literal's atom.
func (l Literal) Atom() int { return int(l >> 1) }

// Negated tells whether the literal is a negation.
func (l Literal) Negated() bool { return l&1 != 0 }

// Rule states that Head holds where all of Body does. An empty Body is always true.
type Rule struct {
	Head int32
	Body []Literal
}

// Program is a game whose rules have no variables.
type Program struct {
	Roles   []string
	Random  int // the role that draws its moves, -1 if there is none
	Atoms   []Atom
	Rules   []Rule  // rules with one head are alternatives; an atom of kind True or Does is never a head
	Initial []int32 // the atoms of kind True that hold at the start, increasing
}

// Package ground makes ground programs of game descriptions, with numbered atoms.
package ground

import (
	"bufio"
	"fmt"
	"io"
)

// A Kind is the meaning of an atom.
type Kind uint8

const (
	Internal Kind = iota // a relation defined by the description
	True                 // a fact holds in the present state
	Does                 // a role makes a move
	Terminal             // the state ends the match
	Legal                // a role may make a move
	Goal                 // a role has a value
	Next                 // a fact holds in the next state
	Sees                 // a role perceives something after the joint move
)

// An Atom is a ground atom. Kinds True and Next with equal terms belong together, as do Does and Legal with equal terms
// and roles.
type Atom struct {
	Kind  Kind
	Role  int    // index in Program.Roles, for Does, Legal, Goal and Sees
	Value int    // of a Goal, 0 to 100
	Term  string // the fact, move, percept or whole atom, as KIF in lower case with single spaces
}

// A Literal is an atom or its negation: 2·atom, plus 1 if negated.
type Literal int32

// Lit returns the literal of an atom.
func Lit(atom int, negated bool) Literal {
	l := Literal(atom) << 1
	if negated {
		l++
	}
	return l
}

// Atom returns the number of the atom.
func (l Literal) Atom() int { return int(l >> 1) }

// Negated reports whether the literal is negated.
func (l Literal) Negated() bool { return l&1 != 0 }

// A Rule states that Head holds where all of Body does.
type Rule struct {
	Head int32
	Body []Literal
}

// A Program is a ground game.
type Program struct {
	Roles   []string
	Random  int // the role random, or -1
	Atoms   []Atom
	Rules   []Rule  // kinds True and Does are never heads
	Initial []int32 // the atoms of kind True that hold at the start, increasing
}

// String returns the atom as KIF.
func (p *Program) String(atom int) string {
	a := p.Atoms[atom]
	switch word := [...]string{Does: "does ", Legal: "legal ", Sees: "sees ", Next: "next ", True: "true "}[a.Kind]; a.Kind {
	case True, Next:
		return "(" + word + a.Term + ")"
	case Does, Legal, Sees:
		return "(" + word + p.Roles[a.Role] + " " + a.Term + ")"
	}
	return a.Term
}

// Write writes the program as an equivalent description in KIF.
func (p *Program) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, r := range p.Roles {
		fmt.Fprintf(out, "(role %s)\n", r)
	}
	for _, a := range p.Initial {
		fmt.Fprintf(out, "(init %s)\n", p.Atoms[a].Term)
	}
	for _, r := range p.Rules {
		fmt.Fprintf(out, "(<= %s", p.String(int(r.Head)))
		for _, l := range r.Body {
			format := " %s"
			if l.Negated() {
				format = " (not %s)"
			}
			fmt.Fprintf(out, format, p.String(l.Atom()))
		}
		fmt.Fprintln(out, ")")
	}
	return out.Flush()
}

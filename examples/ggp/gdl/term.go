package gdl

import (
	"slices"
	"strings"
)

// A Term is a constant, a variable, or a function or relation of terms. In bodies, not, or and and are terms with
// these names.
type Term struct {
	Name     string // in lower case, without the question mark of a variable
	Variable bool
	Args     []Term
	At       Position
}

// String returns the term as KIF, with single blanks.
func (t Term) String() string {
	switch {
	case t.Variable:
		return "?" + t.Name
	case len(t.Args) == 0:
		return t.Name
	}
	return "(" + t.Name + " " + join(t.Args, " ", Term.String) + ")"
}

// Equal reports whether two terms are the same, regardless of their places.
func (t Term) Equal(u Term) bool {
	return t.Name == u.Name && t.Variable == u.Variable && slices.EqualFunc(t.Args, u.Args, Term.Equal)
}

// Ground reports whether the term has no variables.
func (t Term) Ground() bool {
	for range t.Variables {
		return false
	}
	return true
}

// Variables yields the names of the variables from left to right, with repetitions.
func (t Term) Variables(yield func(string) bool) {
	if t.Variable && !yield(t.Name) {
		return
	}
	for _, a := range t.Args {
		for v := range a.Variables {
			if !yield(v) {
				return
			}
		}
	}
}

// MapArgs returns the term with f applied to its arguments.
func (t Term) MapArgs(f func(Term) Term) Term {
	args := make([]Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = f(a)
	}
	t.Args = args
	return t
}

func (t Term) connective() bool { return t.Name == Not || t.Name == Or || t.Name == And }

// mapAtoms returns a formula with f applied to its atoms.
func (t Term) mapAtoms(f func(Term) Term) Term {
	if !t.connective() {
		return f(t)
	}
	return t.MapArgs(func(a Term) Term { return a.mapAtoms(f) })
}

// TermOf returns the term in an expression. A list of one symbol, such as (noop), is the constant.
func TermOf(e Expression) (t Term, err error) {
	defer caught(&err)
	return term(e), nil
}

func term(e Expression) Term {
	symbol := e.Symbol
	if symbol == "" && len(e.List) > 0 {
		symbol = e.List[0].Symbol
	}
	t := Term{Name: strings.ToLower(symbol), At: e.At}
	switch {
	case symbol == "?" && e.Symbol != "":
		fail(e.At, "a variable without a name")
	case strings.HasPrefix(e.Symbol, "?"):
		t.Name, t.Variable = t.Name[1:], true
	case e.Symbol != "":
	case len(e.List) == 0:
		fail(e.At, "an empty list")
	case symbol == "":
		fail(e.At, "a list that does not begin with a symbol")
	case symbol[0] == '?':
		fail(e.At, "a list that begins with a variable")
	default:
		for _, x := range e.List[1:] {
			t.Args = append(t.Args, term(x))
		}
	}
	return t
}

// ParseTerm reads a single term in KIF, such as a move.
func ParseTerm(text string) (Term, error) {
	all, err := ReadExpressions(strings.NewReader(text))
	if err != nil {
		return Term{}, err
	}
	if len(all) != 1 {
		return Term{}, &SyntaxError{Position{1, 1}, "want one term"}
	}
	return TermOf(all[0])
}

package gdl

import (
	"slices"
	"strings"
)

// A Term is a constant, a variable, or a function or relation of other terms. In the bodies of rules, not, or and and
// are terms of these names.
type Term struct {
	Name     string // in lower case, that of a variable without its question mark
	Variable bool
	Args     []Term
	At       Position
}

// String writes the term as KIF, with single blanks.
func (t Term) String() string {
	var text strings.Builder
	t.write(&text)
	return text.String()
}

func (t Term) write(text *strings.Builder) {
	switch {
	case t.Variable:
		text.WriteByte('?')
		text.WriteString(t.Name)
	case len(t.Args) == 0:
		text.WriteString(t.Name)
	default:
		text.WriteByte('(')
		text.WriteString(t.Name)
		for _, a := range t.Args {
			text.WriteByte(' ')
			a.write(text)
		}
		text.WriteByte(')')
	}
}

// Equal tells whether two terms are the same, wherever they stand.
func (t Term) Equal(u Term) bool {
	return t.Name == u.Name && t.Variable == u.Variable && slices.EqualFunc(t.Args, u.Args, Term.Equal)
}

// Ground tells whether the term has no variables.
func (t Term) Ground() bool {
	for range t.Variables {
		return false
	}
	return true
}

// Variables yields the names of the variables from left to right, each as often as it occurs.
func (t Term) Variables(yield func(string) bool) { t.variables(yield) }

func (t Term) variables(yield func(string) bool) bool {
	if t.Variable {
		return yield(t.Name)
	}
	for _, a := range t.Args {
		if !a.variables(yield) {
			return false
		}
	}
	return true
}

// replace returns the term with what f returns in the place of it, or of terms in it where f returns false for it.
func (t Term) replace(f func(Term) (Term, bool)) Term {
	if r, ok := f(t); ok {
		return r
	}
	if len(t.Args) > 0 {
		args := make([]Term, len(t.Args))
		for i, a := range t.Args {
			args[i] = a.replace(f)
		}
		t.Args = args
	}
	return t
}

// TermOf returns the term that an expression states. A list of one symbol, such as (noop), is the constant.
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

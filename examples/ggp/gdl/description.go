package gdl

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The reserved words of GDL and GDL-II.
const (
	Role     = "role"
	Init     = "init"
	True     = "true"
	Does     = "does"
	Legal    = "legal"
	Next     = "next"
	Terminal = "terminal"
	Goal     = "goal"
	Sees     = "sees"
	Base     = "base"
	Input    = "input"
	Percept  = "percept"
	Distinct = "distinct"
	Not      = "not"
	Or       = "or"
	And      = "and" // not part of GDL, but used by some descriptions
	Random   = "random"
)

// A Rule states that its head holds where all of its body does. A fact has no body.
type Rule struct {
	Head Term
	Body []Term // atoms, and formulas of atoms with not, or and and
	At   Position
}

// String returns the rule as KIF on one line.
func (r Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	return "(<= " + r.Head.String() + " " + join(r.Body, " ", Term.String) + ")"
}

// Equal reports whether two rules are the same, regardless of their places.
func (r Rule) Equal(s Rule) bool {
	return r.Head.Equal(s.Head) && slices.EqualFunc(r.Body, s.Body, Term.Equal)
}

// A Description is a game in GDL.
type Description struct {
	Rules []Rule

	// Spelling maps symbols that were not in lower case to their first spelling. Answers of a player must keep it.
	Spelling map[string]string
}

// Parse reads a description in KIF. The error is a [*SyntaxError] or comes from the reader. A description that can be
// read is not necessarily a game; see [Description.Check].
func Parse(r io.Reader) (*Description, error) {
	all, err := ReadExpressions(r)
	if err != nil {
		return nil, err
	}
	return DescriptionOf(all)
}

// DescriptionOf returns the description in a list of expressions, such as the rules in a message that starts a match.
// The error is a [*SyntaxError].
func DescriptionOf(all []Expression) (d *Description, err error) {
	defer caught(&err)
	read := &Description{Spelling: make(map[string]string)}
	for _, e := range all {
		read.Rules = append(read.Rules, ruleOf(e))
		read.spell(e)
	}
	return read, nil
}

func (d *Description) spell(e Expression) {
	for _, x := range e.List {
		d.spell(x)
	}
	if strings.HasPrefix(e.Symbol, "?") {
		return
	}
	if lower := strings.ToLower(e.Symbol); lower != e.Symbol {
		if _, ok := d.Spelling[lower]; !ok {
			d.Spelling[lower] = e.Symbol
		}
	}
}

func ruleOf(e Expression) Rule {
	parts := []Expression{e}
	if len(e.List) > 0 && e.List[0].Symbol == "<=" {
		if parts = e.List[1:]; len(parts) == 0 {
			fail(e.At, "a rule without a head")
		}
	}
	var terms []Term
	for _, x := range parts {
		t := term(x)
		if t.Variable {
			fail(x.At, "the variable ?%s where a relation is wanted", t.Name)
		}
		terms = append(terms, t)
	}
	return Rule{Head: terms[0], Body: terms[1:], At: e.At}
}

// Spell returns a term in KIF, in the original spelling of the description.
func (d *Description) Spell(t Term) string { return d.spelled(t).String() }

func (d *Description) spelled(t Term) Term {
	if name, ok := d.Spelling[t.Name]; ok && !t.Variable {
		t.Name = name
	}
	return t.MapArgs(d.spelled)
}

// Write writes the description as KIF, with a line for each fact, each head and each premise.
func (d *Description) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, r := range d.Rules {
		if len(r.Body) == 0 {
			fmt.Fprintln(out, r.Head)
			continue
		}
		fmt.Fprintf(out, "(<= %v", r.Head)
		for _, t := range r.Body {
			fmt.Fprintf(out, "\n  %v", t)
		}
		fmt.Fprintln(out, ")")
	}
	return out.Flush()
}

// Roles returns the names of the roles in the order of their facts, which is also the order of moves in joint moves.
func (d *Description) Roles() []string {
	var roles []string
	for _, r := range d.Rules {
		if r.Head.Name == Role && len(r.Head.Args) == 1 && len(r.Body) == 0 && r.Head.Args[0].Ground() {
			if name := r.Head.Args[0].String(); !slices.Contains(roles, name) {
				roles = append(roles, name)
			}
		}
	}
	return roles
}

// Imperfect reports whether the game is GDL-II, that is, whether a rule states percepts. Its roles do not learn the moves
// of the others.
func (d *Description) Imperfect() bool {
	return slices.ContainsFunc(d.Rules, func(r Rule) bool { return r.Head.Name == Sees && len(r.Head.Args) == 2 })
}

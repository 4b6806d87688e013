package gdl

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The words that GDL and GDL-II reserve.
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
	And      = "and" // which GDL has not, and some descriptions use
	Random   = "random"
)

// A Rule states that its head holds where all of its body does. A fact is a rule without a body.
type Rule struct {
	Head Term
	Body []Term // atoms, and terms named not, or and and of such
	At   Position
}

// String writes the rule as KIF, on one line.
func (r Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	return "(<= " + r.Head.String() + " " + join(r.Body, " ", Term.String) + ")"
}

// Equal tells whether two rules are the same, wherever they stand.
func (r Rule) Equal(s Rule) bool {
	return r.Head.Equal(s.Head) && slices.EqualFunc(r.Body, s.Body, Term.Equal)
}

// A Description is a game in GDL.
type Description struct {
	Rules []Rule

	// Spelling has the symbols that were not written in lower case, as they were written first. A player may have to
	// answer in the same letters.
	Spelling map[string]string
}

// Parse reads a description in KIF. The error is a [*SyntaxError] or that of the reader; that a description can be read
// does not make it a game, see [Description.Check].
func Parse(r io.Reader) (*Description, error) {
	all, err := ReadExpressions(r)
	if err != nil {
		return nil, err
	}
	return DescriptionOf(all)
}

// DescriptionOf returns the description that a list of expressions states, such as that of a message that starts a
// match. The error is a [*SyntaxError].
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

// Spell returns a term in KIF, in the letters of the description.
func (d *Description) Spell(t Term) string {
	return t.replace(func(t Term) (Term, bool) {
		if name, ok := d.Spelling[t.Name]; ok && !t.Variable {
			if len(t.Args) == 0 {
				return Term{Name: name}, true
			}
			args := make([]Term, len(t.Args))
			for i, a := range t.Args {
				args[i] = Term{Name: d.Spell(a)}
			}
			return Term{Name: name, Args: args}, true
		}
		return t, false
	}).String()
}

// Write writes the description as KIF: a fact on a line, a rule on a line for the head and one for each premise.
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

// Roles returns the names of the roles that facts state, in their order, which is that of the moves in joint moves.
func (d *Description) Roles() []string {
	var roles []string
	known := make(map[string]bool)
	for _, r := range d.Rules {
		if r.Head.Name == Role && len(r.Head.Args) == 1 && len(r.Body) == 0 && r.Head.Args[0].Ground() {
			if name := r.Head.Args[0].String(); !known[name] {
				known[name] = true
				roles = append(roles, name)
			}
		}
	}
	return roles
}

// Imperfect tells whether this is GDL-II: whether any rule states what a role sees. Then the roles do not learn what
// the others do.
func (d *Description) Imperfect() bool {
	return slices.ContainsFunc(d.Rules, func(r Rule) bool { return r.Head.Name == Sees && len(r.Head.Args) == 2 })
}

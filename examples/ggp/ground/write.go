package ground

import (
	"bufio"
	"fmt"
	"io"
)

// String writes the atom as KIF.
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

// Write writes the program as a description in KIF that means the same as that from which it was made.
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

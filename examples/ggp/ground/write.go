package ground

import (
	"bufio"
	"fmt"
	"io"
)

// String writes the atom as KIF.
func (p *Program) String(atom int) string {
	a := p.Atoms[atom]
	switch a.Kind {
	case True:
		return "(true " + a.Term + ")"
	case Next:
		return "(next " + a.Term + ")"
	case Does:
		return "(does " + p.Roles[a.Role] + " " + a.Term + ")"
	case Legal:
		return "(legal " + p.Roles[a.Role] + " " + a.Term + ")"
	case Sees:
		return "(sees " + p.Roles[a.Role] + " " + a.Term + ")"
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
			if l.Negated() {
				fmt.Fprintf(out, " (not %s)", p.String(l.Atom()))
			} else {
				fmt.Fprintf(out, " %s", p.String(l.Atom()))
			}
		}
		fmt.Fprintln(out, ")")
	}
	return out.Flush()
}

package gametest

import (
	"fmt"
	"strings"
)

func (r *run) report(f *failure, shortest bool) string {
	var b strings.Builder
	if f.law.doubt {
		fmt.Fprintf(&b, "doubt %q: %s\nIf the game means it so, name the doubt in Options.Ignore.\n", f.law.name, f.law.text)
	} else {
		fmt.Fprintf(&b, "law %q is broken: %s\n", f.law.name, f.law.text)
	}
	switch {
	case len(f.line) == 0:
		b.WriteString("at the start\n")
	case shortest:
		fmt.Fprintf(&b, "after %s: %v\n(no shorter line shows it)\n", count(len(f.line), "move"), f.line)
	default:
		fmt.Fprintf(&b, "after %s: %v\n(shorter lines may show it too: not all were tried)\n", count(len(f.line), "move"), f.line)
	}
	if drawing := r.drawingAfter(f.line); drawing != "" {
		b.WriteString("position:\n" + indent(drawing))
	}
	if f.did != "" {
		b.WriteString(f.did + "\n")
	}
	fmt.Fprintf(&b, "want: %s\n", f.want)
	fmt.Fprintf(&b, "got:  %s\n", f.got)
	return b.String()
}

func (r *run) drawingAfter(line []move) (drawing string) {
	defer func() { _ = recover() }() // the report goes without it
	return draw(r.gameAfter(line))
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		b.WriteString("    " + line)
	}
	return b.String()
}

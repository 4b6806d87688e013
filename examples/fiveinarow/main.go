// Command fiveinarow finds winning threat sequences in five-in-a-row.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/fiveinarow/fiveinarow"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("fiveinarow", "Five-in-a-row on 15 × 15.", "",
		threatsCommand(std))
}

type request struct {
	position, side, method string
	exact, fours, json     bool
	limits                 ply.Limits
}

func threatsCommand(std cli.Streams) *cli.Command {
	var r request
	flags := flag.NewFlagSet("fiveinarow threats", flag.ContinueOnError)
	flags.StringVar(&r.position, "position", "", "read the position from this `file`, or from standard input if it is -")
	cli.Choice(flags, &r.side, "side", "", []string{"X", "O"}, "the `side` to move (default the one with fewer stones, or X)")
	cli.Choice(flags, &r.method, "method", "dependency", []string{"dependency", "dfpn", "threats"},
		"`search`: dependency-based for one sequence, or for threats chosen by the answers, by proof numbers or in their order")
	flags.BoolVar(&r.exact, "exact", false, "exactly five win, not more")
	flags.BoolVar(&r.fours, "fours", false, "look for fours only, not for threes")
	cli.Number(flags, &r.limits.Nodes, "max-nodes", 1_000_000, 0, cli.Many, "stop after this number of `nodes` (0: no bound)")
	cli.Number(flags, &r.limits.Time, "max-time", 0, 0, cli.LongTime, "stop after about this `time`, as in 10s (0: no bound)")
	flags.BoolVar(&r.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "-position file [flags]", "Find the threat sequence that wins for the side to move.",
		"A position is 15 lines of 15 signs, . for an empty square, X and O. Squares are named by their column,\n"+
			"A to O from the left, and their row, 1 to 15 from below.\n\n"+
			"The sequence is one of fours and threes that the other side must answer, with five at its end. It is\n"+
			"checked against all defences. None means that no sequence wins against all answers; threats that must\n"+
			"be chosen by the answers may win all the same: -method dfpn and -method threats look for those, and say\n"+
			"the first move and the squares that the win depends on.",
		func(ctx context.Context) error { return r.run(ctx, std) })
}

type answer struct {
	Side      string            `json:"side"`
	Found     *bool             `json:"found"`    // nil if not known
	Sequence  []fiveinarow.Step `json:"sequence"` // nil if none is known
	Nodes     int               `json:"nodes"`
	Refuted   int               `json:"refuted"`
	Positions int               `json:"positions"`
	Status    string            `json:"status"`
	Seconds   float64           `json:"seconds"`
}

func (r *request) run(ctx context.Context, std cli.Streams) error {
	if r.position == "" {
		return cli.Usagef("-position is missing: want the file of a position, or -")
	}
	p, err := cli.Read(r.position, std.In, fiveinarow.Parse)
	if err != nil {
		return err
	}
	side := p.ToMove()
	if r.side != "" {
		side = fiveinarow.Stone(strings.Index(".XO", r.side))
	}
	rule := fiveinarow.FiveOrMore
	if r.exact {
		rule = fiveinarow.Exact
	}
	if r.method != "dependency" {
		return r.prove(ctx, std.Out, p, side, rule)
	}
	result, err := fiveinarow.Solve(ctx, p, side, r.limits, fiveinarow.Options{Rule: rule, FoursOnly: r.fours})
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(r.position), err)
	}
	a := answer{side.String(), nil, result.Sequence, result.Nodes, result.Refuted, result.Positions, result.Status.String(), result.Elapsed.Seconds()}
	if found := result.Status == ply.Solved; found || result.Status == ply.Complete {
		a.Found = &found
	}
	return cli.Write(std.Out, r.json, a, "%s to move%s\n%s, %s refuted in %s, %.3g s\n",
		a.Side, a.text(), cli.Count(a.Nodes, "node"), cli.Count(a.Refuted, "sequence"), cli.Count(a.Positions, "position"), a.Seconds)
}

func (a *answer) text() string {
	switch {
	case a.Found == nil:
		return ": no winning threat sequence found, " + a.Status
	case !*a.Found:
		return ": no winning threat sequence"
	}
	text := " wins:"
	for i, t := range a.Sequence {
		text += fmt.Sprintf("\n%3d. %-4s %s", i+1, t.Move, t.Kind)
		if len(t.Answers) > 0 {
			text += ", answers " + strings.Trim(fmt.Sprint(t.Answers), "[]")
		}
	}
	return text
}

type proof struct {
	Side    string              `json:"side"`
	Found   *bool               `json:"found"` // nil if not known
	Move    string              `json:"move,omitempty"`
	Trace   []fiveinarow.Square `json:"trace"` // the squares that the win depends on
	Nodes   int                 `json:"nodes"`
	Status  string              `json:"status"`
	Seconds float64             `json:"seconds"`
}

// tableBytes is the size of the table of a search for threats, in which a position takes 24 bytes.
const tableBytes = 24 << 20

func (r *request) prove(ctx context.Context, out io.Writer, p *fiveinarow.Position, side fiveinarow.Stone, rule fiveinarow.Rule) error {
	g, err := fiveinarow.NewGoal(p, side, rule)
	if err != nil {
		return fmt.Errorf("%s: %w", cli.Name(r.position), err)
	}
	order := 2
	if r.fours {
		order = 1
	}
	result, err := threat.Search(ctx, g, r.limits, threat.Options[fiveinarow.Square]{
		Threat:       threat.Lambda(order),
		ProofNumbers: r.method != "threats",
		Widening:     true,
		Table:        transposition.NewTable(tableBytes),
	})
	if err != nil {
		return err
	}
	a := proof{Side: side.String(), Trace: []fiveinarow.Square{}, Nodes: result.Nodes, Status: result.Status.String(), Seconds: result.Elapsed.Seconds()}
	if result.Status == ply.Complete {
		a.Found = &result.Won
	}
	if move, ok := result.Move(); ok && result.Won {
		a.Move = move.String()
	}
	for cell := range result.Trace.Cells() {
		a.Trace = append(a.Trace, fiveinarow.Square(cell))
	}
	text := ": no win by threats"
	switch {
	case a.Found == nil:
		text = ": no win by threats found, " + a.Status
	case *a.Found:
		text = fmt.Sprintf(" wins by %s, which depends on %s", a.Move, strings.Trim(fmt.Sprint(a.Trace), "[]"))
	}
	return cli.Write(out, r.json, a, "%s to move%s\n%s, %.3g s\n", a.Side, text, cli.Count(a.Nodes, "node"), a.Seconds)
}

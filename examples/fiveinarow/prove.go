package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/fiveinarow/fiveinarow"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// proof is what threats says of a win by threats that are chosen by the answers.
type proof struct {
	Side    string   `json:"side"`
	Found   *bool    `json:"found"` // nil if not known
	Move    string   `json:"move,omitempty"`
	Trace   []string `json:"trace"` // the squares that the win depends on
	Nodes   int      `json:"nodes"`
	Status  string   `json:"status"`
	Seconds float64  `json:"seconds"`
}

// tableBytes is the size of the table of a search for threats, in which a position takes 24 bytes.
const tableBytes = 24 << 20

// prove looks for a win by threats that are chosen by the answers.
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
	a := proof{Side: side.String(), Trace: []string{}, Nodes: result.Nodes, Status: result.Status.String(), Seconds: result.Elapsed.Seconds()}
	if result.Status == ply.Complete {
		a.Found = &result.Won
	}
	if move, ok := result.Move(); ok && result.Won {
		a.Move = move.String()
	}
	for cell := range result.Trace.Cells() {
		a.Trace = append(a.Trace, fiveinarow.Square(cell).String())
	}
	text := ": no win by threats"
	switch {
	case a.Found == nil:
		text = ": no win by threats found, " + a.Status
	case *a.Found:
		text = fmt.Sprintf(" wins by %s, which depends on %s", a.Move, strings.Join(a.Trace, " "))
	}
	return cli.Write(out, r.json, a, "%s to move%s\n%s, %.3g s\n", a.Side, text, cli.Count(a.Nodes, "node"), a.Seconds)
}

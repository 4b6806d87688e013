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
	if r.json {
		return cli.WriteJSON(out, a)
	}
	switch {
	case a.Found == nil:
		_, err = fmt.Fprintf(out, "%s to move: no win by threats found, %s\n", a.Side, a.Status)
	case !*a.Found:
		_, err = fmt.Fprintf(out, "%s to move: no win by threats\n", a.Side)
	default:
		_, err = fmt.Fprintf(out, "%s to move wins by %s, which depends on %s\n", a.Side, a.Move, strings.Join(a.Trace, " "))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s, %.3g s\n", cli.Count(a.Nodes, "node"), a.Seconds)
	return err
}

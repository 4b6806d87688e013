package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A question is how a goal stands, and how far to search for it.
type question struct {
	threat       threat.Threat
	nodes        int
	tableEntries int
	json         bool
}

// flags defines the flags of a question.
func (q *question) flags(flags *flag.FlagSet) {
	flags.TextVar(&q.threat, "threat", q.threat, "greatest generalized `threat` of the side that wants to reach the goal, such as 6,3,2,0 (*: no bound)")
	cli.Number(flags, &q.nodes, "nodes", 1_000_000, 1, 1_000_000_000, "search at most this number of `nodes` with each side to move")
	cli.Table(flags, &q.tableEntries, "table-entries", 1<<18, 2, 24, "keep what is found in a table of this number of `entries`, of 24 bytes each")
	flags.BoolVar(&q.json, "json", false, "write a JSON object")
}

// An answer is how a goal stands.
type answer struct {
	standing                     threat.Standing
	attackerFirst, defenderFirst threat.Result[goban.Point]
	complete                     bool // whether the nodes sufficed to look for all threats
}

// decisive returns the result on which the standing depends.
func (a *answer) decisive() *threat.Result[goban.Point] {
	if a.standing == threat.Won {
		return &a.defenderFirst
	}
	return &a.attackerFirst
}

// assess answers the question for a goal. All moves are found if all is set.
func (q *question) assess(ctx context.Context, g threat.Game[goban.Point], all bool) (answer, error) {
	var a answer
	var err error
	a.standing, a.attackerFirst, a.defenderFirst, err = threat.Assess(ctx, g, ply.Limits{Nodes: q.nodes}, threat.Options[goban.Point]{
		Threat:   q.threat,
		Widening: true,
		AllMoves: all,
		Changes:  1,
		Table:    transposition.NewTable(24 * int64(q.tableEntries)),
		MaxDepth: longestLine,
	})
	for _, status := range [2]ply.Status{a.attackerFirst.Status, a.defenderFirst.Status} {
		if err == nil && status == ply.Cancelled {
			err = status.Err()
		}
	}
	a.settle()
	return a, err
}

// settle completes an assessment. Where the nodes did not suffice, the side that did not win is said not
// to if it does not by threats that were searched completely.
func (a *answer) settle() {
	a.complete = a.standing != threat.Open
	switch {
	case a.complete:
	case a.attackerFirst.Won && a.defenderFirst.Threat.Order() > 0:
		a.standing = threat.Winnable
	case !a.attackerFirst.Won && a.attackerFirst.Threat.Order() > 0:
		a.standing = threat.Lost
	}
}

// capture is the command that tells whether a string can be captured.
type capture struct {
	input
	question
	stone string
}

func captureCommand(std cli.Streams) *ffcli.Command {
	c := capture{question: question{threat: threat.Threat{threat.Unlimited, 5, 2}}}
	flags := flag.NewFlagSet("goban capture", flag.ContinueOnError)
	c.gameFlags(flags, "sgf")
	flags.StringVar(&c.stone, "string", "", "a `point` of the string to capture, such as C3")
	c.question.flags(flags)
	return &ffcli.Command{
		Name:       "capture",
		ShortUsage: "goban capture -sgf FILE -string POINT [flags]",
		ShortHelp:  "Tell whether a string can be captured: by a ladder, or by larger threats.",
		LongHelp: "The string is won if it is captured even if its owner moves first, winnable if it is captured if the other colour\n" +
			"moves first, and lost if no way to capture it was found. Where the nodes do not suffice for all threats, smaller ones\n" +
			"decide.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

// captured is what capture says.
type captured struct {
	String string        `json:"string"`
	Color  string        `json:"color"`
	Stones int           `json:"stones"`
	Status string        `json:"status"`
	Move   string        `json:"move,omitempty"` // that captures, if the status is winnable
	Save   string        `json:"save,omitempty"` // the move of the owner that prevents it
	Ladder bool          `json:"ladder"`         // threats to capture at once suffice
	Threat threat.Threat `json:"threat,omitempty"`
	// Complete tells whether the nodes sufficed to look for all threats. A won string is won anyway.
	Complete bool    `json:"complete"`
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

func (c *capture) run(ctx context.Context, std cli.Streams) error {
	switch {
	case c.game == "":
		return cli.Usagef("-sgf: want a file")
	case c.stone == "":
		return cli.Usagef("-string: want a point such as C3")
	}
	s, err := c.read(std.In)
	if err != nil {
		return err
	}
	p, err := s.board.Parse(c.stone)
	if err != nil {
		return fmt.Errorf("%s: -string: %w", c.name(), err)
	}
	g, err := goal.NewCapture(s.board, p)
	if err != nil {
		return fmt.Errorf("%s: %w", c.name(), err)
	}
	a, err := c.assess(ctx, g, false)
	if err != nil {
		return err
	}
	r := captured{
		String:   s.board.Name(p),
		Color:    s.board.At(p).String(),
		Stones:   s.board.StoneCount(p),
		Status:   a.standing.String(),
		Complete: a.complete,
		Nodes:    a.attackerFirst.Nodes + a.defenderFirst.Nodes,
		Seconds:  (a.attackerFirst.Elapsed + a.defenderFirst.Elapsed).Seconds(),
	}
	if d := a.decisive(); d.Won {
		r.Threat = d.Threat
		r.Ladder = d.Threat.Order() <= 1
	}
	if a.standing == threat.Winnable {
		if m, ok := a.attackerFirst.Move(); ok {
			r.Move = s.board.Name(m)
		}
		if m, ok := a.defenderFirst.Move(); ok {
			r.Save = s.board.Name(m)
		}
	}
	if c.json {
		return cli.WriteJSON(std.Out, r)
	}
	_, err = fmt.Fprint(std.Out, r)
	return err
}

// byThreats says by which threats a goal is reached.
func byThreats(of threat.Threat) string {
	if of.Order() == 0 {
		return "at once"
	}
	return fmt.Sprintf("by threats %v", of)
}

// Format writes the answer as a sentence.
func (c captured) Format(f fmt.State, _ rune) {
	way := byThreats(c.Threat)
	if c.Ladder && len(c.Threat) > 0 {
		way = "in a ladder"
	}
	stones := fmt.Sprintf("%d %s stones at %s", c.Stones, c.Color, c.String)
	if c.Stones == 1 {
		stones = fmt.Sprintf("the %s stone at %s", c.Color, c.String)
	}
	switch c.Status {
	case threat.Won.String():
		fmt.Fprintf(f, "won: %s captured %s, whoever moves first", stones, way)
	case threat.Winnable.String():
		fmt.Fprintf(f, "winnable: %s captured %s by %s", stones, way, c.Move)
		if c.Save != "" {
			fmt.Fprintf(f, ", saved by %s", c.Save)
		}
	case threat.Lost.String():
		fmt.Fprintf(f, "lost: no threats capture %s", stones)
	default:
		fmt.Fprintf(f, "open: too few nodes for %s", stones)
	}
	if !c.Complete {
		fmt.Fprint(f, ", as far as the nodes sufficed")
	}
	fmt.Fprintf(f, " (%s, %.3f s)\n", cli.Count(c.Nodes, "node"), c.Seconds)
}

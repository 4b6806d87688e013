package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
)

// threats is the command that tells how a goal stands, and on what that depends.
type threats struct {
	input
	question
	goal   string
	stones string
}

const (
	toCapture = "capture"
	toConnect = "connect"
)

func threatsCommand(std cli.Streams) *ffcli.Command {
	c := threats{question: question{threat: threat.Threat{6, 3, 2}}}
	flags := flag.NewFlagSet("goban threats", flag.ContinueOnError)
	c.input.flags(flags)
	cli.Choice(flags, &c.goal, "goal", toCapture, []string{toCapture, toConnect}, "the `goal`")
	flags.StringVar(&c.stones, "stones", "", "the `points` of the goal: a stone to capture, or two to connect, such as C3,E4")
	c.question.flags(flags)
	return &ffcli.Command{
		Name:       "threats",
		ShortUsage: "goban threats -position FILE | -game FILE -goal capture|connect -stones POINTS [flags]",
		ShortHelp:  "Tell how a goal stands, by generalized threats, and on which points that depends.",
		LongHelp: "The goal is won if it is reached whoever moves first, winnable if it is reached by the side that wants to and that\n" +
			"moves first, and lost if no way was found. Where the nodes do not suffice for all threats, smaller ones decide. The\n" +
			"trace of a win is drawn with * for its empty points and X and O for its stones; nothing depends on . and x and o.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

// threatened is what threats says.
type threatened struct {
	Goal    string        `json:"goal"`
	Stones  []string      `json:"stones"`
	Status  string        `json:"status"`
	Moves   []string      `json:"moves"`   // that reach the goal, if the side that wants to moves first
	Prevent []string      `json:"prevent"` // that prevent it, if the other side moves first
	Threat  threat.Threat `json:"threat,omitempty"`
	Trace   []string      `json:"trace"`

	// Complete tells whether the nodes sufficed to look for all threats. A goal that is won is won anyway.
	Complete bool    `json:"complete"`
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

// newGoal returns the goal of the flags.
func (c *threats) newGoal(b *goban.Board) (g threat.Game[goban.Point], err error) {
	names := strings.Split(c.stones, ",")
	want := map[string]int{toCapture: 1, toConnect: 2}[c.goal]
	if c.stones == "" || len(names) != want {
		return nil, cli.Usagef("-stones %.30q: want %d to %s", c.stones, want, c.goal)
	}
	points := make([]goban.Point, len(names))
	for i, name := range names {
		if points[i], err = b.Parse(strings.TrimSpace(name)); err != nil {
			return nil, fmt.Errorf("%s: -stones: %w", c.name(), err)
		}
	}
	if c.goal == toCapture {
		g, err = goal.NewCapture(b, points[0])
	} else {
		g, err = goal.NewConnect(b, points[0], points[1])
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name(), err)
	}
	return g, nil
}

func (c *threats) run(ctx context.Context, std cli.Streams) error {
	s, err := c.read(std.In)
	if err != nil {
		return err
	}
	g, err := c.newGoal(s.board)
	if err != nil {
		return err
	}
	a, err := c.assess(ctx, g, true)
	if err != nil {
		return err
	}
	r := threatened{
		Goal:     c.goal,
		Stones:   strings.Split(strings.ToUpper(c.stones), ","),
		Status:   a.standing.String(),
		Moves:    []string{},
		Prevent:  []string{},
		Trace:    []string{},
		Complete: a.complete,
		Nodes:    a.attackerFirst.Nodes + a.defenderFirst.Nodes,
		Seconds:  (a.attackerFirst.Elapsed + a.defenderFirst.Elapsed).Seconds(),
	}
	d := a.decisive()
	if d.Won {
		r.Threat = d.Threat
	}
	for _, p := range s.board.Points() {
		if d.Trace.Has(int32(p)) {
			r.Trace = append(r.Trace, s.board.Name(p))
		}
	}
	if a.attackerFirst.Won {
		for _, p := range a.attackerFirst.Moves {
			r.Moves = append(r.Moves, s.board.Name(p))
		}
		for _, p := range a.defenderFirst.Moves {
			r.Prevent = append(r.Prevent, s.board.Name(p))
		}
	}
	if c.json {
		return cli.WriteJSON(std.Out, r)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: to %s %s", r.Status, c.goal, strings.Join(r.Stones, " and "))
	if d.Won {
		text.WriteString(", " + byThreats(r.Threat))
	}
	if !r.Complete {
		text.WriteString(", as far as the nodes sufficed")
	}
	fmt.Fprintf(&text, " (%s, %.3f s)\n", cli.Count(r.Nodes, "node"), r.Seconds)
	for _, list := range []struct {
		name  string
		moves []string
	}{{"reached by", r.Moves}, {"prevented by", r.Prevent}} {
		if len(list.moves) > 0 {
			fmt.Fprintf(&text, "%s %s\n", list.name, strings.Join(list.moves, " "))
		}
	}
	if d.Won {
		text.WriteString(traced(s.board, d.Trace))
	}
	_, err = fmt.Fprint(std.Out, text.String())
	return err
}

// traced draws a board with a trace.
func traced(b *goban.Board, trace dependency.Trace) string {
	var text strings.Builder
	size := b.Size()
	for y := size - 1; y >= 0; y-- {
		fmt.Fprintf(&text, "%2d", y+1)
		for x := range size {
			p := b.Point(x, y)
			mark := map[goban.Color]string{goban.Black: "xX", goban.White: "oO"}[b.At(p)]
			if mark == "" {
				mark = ".*"
			}
			i := 0
			if trace.Has(int32(p)) {
				i = 1
			}
			fmt.Fprintf(&text, " %c", mark[i])
		}
		fmt.Fprintf(&text, " %d\n", y+1)
	}
	text.WriteString("  ")
	for x := range size {
		fmt.Fprintf(&text, " %s", strings.TrimRight(b.Name(b.Point(x, 0)), "0123456789"))
	}
	return text.String() + "\n"
}

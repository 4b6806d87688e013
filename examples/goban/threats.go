package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// A question asks how a goal stands in a position, with limits on the search.
type question struct {
	input
	points       string // of the goal
	threat       threat.Threat
	nodes        int
	tableEntries int
	json         bool
}

func (q *question) searchFlags(flags *flag.FlagSet) {
	flags.TextVar(&q.threat, "threat", q.threat, "greatest generalized `threat` of the side that wants to reach the goal, such as 6,3,2,0 (*: no bound)")
	cli.Number(flags, &q.nodes, "nodes", 1_000_000, 1, 1_000_000_000, "search at most this number of `nodes` with each side to move")
	cli.Table(flags, &q.tableEntries, "table-entries", 1<<18, 2, 24, "keep what is found in a table of this number of `entries`, of 24 bytes each")
	flags.BoolVar(&q.json, "json", false, "write a JSON object")
}

// An assessed is the part of the output that threats and capture share.
type assessed struct {
	Status string        `json:"status"`
	Threat threat.Threat `json:"threat,omitempty"`

	// Complete tells whether the nodes sufficed to look for all threats, or the goal is won.
	Complete bool    `json:"complete"`
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

func (a *assessed) end() string {
	incomplete := ""
	if !a.Complete {
		incomplete = ", as far as the nodes sufficed"
	}
	return fmt.Sprintf("%s (%s, %.3f s)\n", incomplete, cli.Count(a.Nodes, "node"), a.Seconds)
}

// An answer is how a goal stands.
type answer struct {
	assessed
	*goban.Board
	standing                     threat.Standing
	attackerFirst, defenderFirst threat.Result[goban.Point]
	decisive                     *threat.Result[goban.Point] // the result on which the standing depends
}

// assess answers the question for the goal to capture the stone at one point, or to connect two, which a flag names. If
// all is set, it finds all moves.
func (q *question) assess(ctx context.Context, b *goban.Board, name string, stones []string, all bool) (answer, error) {
	a := answer{Board: b}
	points := make([]goban.Point, len(stones))
	for i, stone := range stones {
		var err error
		if points[i], err = b.Parse(strings.TrimSpace(stone)); err != nil {
			return a, fmt.Errorf("%s: -%s: %w", q.name(), name, err)
		}
	}
	var g threat.Game[goban.Point]
	var err error
	if len(points) == 1 {
		g, err = goal.NewCapture(b, points[0])
	} else {
		g, err = goal.NewConnect(b, points[0], points[1])
	}
	if err != nil {
		return a, fmt.Errorf("%s: %w", q.name(), err)
	}
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

// settle completes an assessment. If the nodes did not suffice, a side that does not win by the threats searched
// completely counts as not winning.
func (a *answer) settle() {
	first, second := &a.attackerFirst, &a.defenderFirst
	a.Complete, a.Nodes, a.Seconds = a.standing != threat.Open, first.Nodes+second.Nodes, (first.Elapsed + second.Elapsed).Seconds()
	switch {
	case a.Complete:
	case first.Won && second.Threat.Order() > 0:
		a.standing = threat.Winnable
	case !first.Won && first.Threat.Order() > 0:
		a.standing = threat.Lost
	}
	a.Status, a.decisive = a.standing.String(), first
	if a.standing == threat.Won {
		a.decisive = second
	}
	if a.decisive.Won {
		a.Threat = a.decisive.Threat
	}
}

func byThreats(of threat.Threat) string {
	if of.Order() == 0 {
		return "at once"
	}
	return fmt.Sprintf("by threats %v", of)
}

func captureCommand(std cli.Streams) *cli.Command {
	q := question{threat: threat.Threat{threat.Unlimited, 5, 2}}
	flags := flag.NewFlagSet("goban capture", flag.ContinueOnError)
	q.gameFlags(flags, "sgf")
	flags.StringVar(&q.points, "string", "", "a `point` of the string to capture, such as C3")
	q.searchFlags(flags)
	return cli.Subcommand(flags, "-sgf FILE -string POINT [flags]", "Tell whether a string can be captured: by a ladder, or by larger threats.",
		"The string is won if it is captured even if its owner moves first, winnable if it is captured if the other colour\n"+
			"moves first, and lost if no way to capture it was found. Where the nodes do not suffice for all threats, smaller ones\n"+
			"decide.",
		func(ctx context.Context) error { return q.capture(ctx, std) })
}

type captured struct {
	String string `json:"string"`
	Color  string `json:"color"`
	Stones int    `json:"stones"`
	assessed
	Move   string `json:"move,omitempty"` // that captures, if the status is winnable
	Save   string `json:"save,omitempty"` // the move of the owner that prevents it
	Ladder bool   `json:"ladder"`         // threats to capture at once suffice
}

func (q *question) capture(ctx context.Context, std cli.Streams) error {
	switch {
	case q.game == "":
		return cli.Usagef("-sgf: want a file")
	case q.points == "":
		return cli.Usagef("-string: want a point such as C3")
	}
	s, err := q.read(std.In)
	if err != nil {
		return err
	}
	a, err := q.assess(ctx, s.board, "string", []string{q.points}, false)
	if err != nil {
		return err
	}
	p, _ := a.Parse(q.points)
	r := captured{String: a.Name(p), Color: a.At(p).String(), Stones: a.StoneCount(p), assessed: a.assessed}
	r.Ladder = a.decisive.Won && r.Threat.Order() <= 1
	if a.standing == threat.Winnable {
		if m, ok := a.attackerFirst.Move(); ok {
			r.Move = a.Name(m)
		}
		if m, ok := a.defenderFirst.Move(); ok {
			r.Save = a.Name(m)
		}
	}
	way := byThreats(r.Threat)
	if r.Ladder && len(r.Threat) > 0 {
		way = "in a ladder"
	}
	stones := fmt.Sprintf("%d %s stones at %s", r.Stones, r.Color, r.String)
	if r.Stones == 1 {
		stones = fmt.Sprintf("the %s stone at %s", r.Color, r.String)
	}
	text := "open: too few nodes for " + stones
	switch a.standing {
	case threat.Won:
		text = fmt.Sprintf("won: %s captured %s, whoever moves first", stones, way)
	case threat.Winnable:
		text = fmt.Sprintf("winnable: %s captured %s by %s", stones, way, r.Move)
		if r.Save != "" {
			text += ", saved by " + r.Save
		}
	case threat.Lost:
		text = "lost: no threats capture " + stones
	}
	return cli.Write(std.Out, q.json, r, "%s%s", text, r.end())
}

type threats struct {
	question
	goal string
}

const toCapture = "capture"

func threatsCommand(std cli.Streams) *cli.Command {
	c := threats{question: question{threat: threat.Threat{6, 3, 2}}}
	flags := flag.NewFlagSet("goban threats", flag.ContinueOnError)
	c.flags(flags)
	cli.Choice(flags, &c.goal, "goal", toCapture, []string{toCapture, goal.ToConnect}, "the `goal`")
	flags.StringVar(&c.points, "stones", "", "the `points` of the goal: a stone to capture, or two to connect, such as C3,E4")
	c.searchFlags(flags)
	return cli.Subcommand(flags, "-position FILE | -game FILE -goal capture|connect -stones POINTS [flags]",
		"Tell how a goal stands, by generalized threats, and on which points that depends.",
		"The goal is won if it is reached whoever moves first, winnable if it is reached by the side that wants to and that\n"+
			"moves first, and lost if no way was found. Where the nodes do not suffice for all threats, smaller ones decide. The\n"+
			"trace of a win is drawn with * for its empty points and X and O for its stones; nothing depends on . and x and o.",
		func(ctx context.Context) error { return c.run(ctx, std.In, std.Out) })
}

type threatened struct {
	Goal   string   `json:"goal"`
	Stones []string `json:"stones"`
	assessed
	Moves   []string `json:"moves"`   // that reach the goal, if the side that wants to moves first
	Prevent []string `json:"prevent"` // that prevent it, if the other side moves first
	Trace   []string `json:"trace"`
}

func (c *threats) run(ctx context.Context, in io.Reader, out io.Writer) error {
	s, err := c.read(in)
	if err != nil {
		return err
	}
	stones := strings.Split(c.points, ",")
	if want := map[string]int{toCapture: 1, goal.ToConnect: 2}[c.goal]; c.points == "" || len(stones) != want {
		return cli.Usagef("-stones %.30q: want %d to %s", c.points, want, c.goal)
	}
	a, err := c.assess(ctx, s.board, "stones", stones, true)
	if err != nil {
		return err
	}
	r := threatened{Goal: c.goal, Stones: strings.Split(strings.ToUpper(c.points), ","), assessed: a.assessed, Moves: []string{}, Prevent: []string{}, Trace: []string{}}
	trace := &a.decisive.Trace
	for _, p := range a.Points() {
		if trace.Has(int32(p)) {
			r.Trace = append(r.Trace, a.Name(p))
		}
	}
	if a.attackerFirst.Won {
		r.Moves, r.Prevent = a.Names(a.attackerFirst.Moves), a.Names(a.defenderFirst.Moves)
	}
	text := fmt.Sprintf("%s: to %s %s", r.Status, c.goal, strings.Join(r.Stones, " and "))
	if a.decisive.Won {
		text += ", " + byThreats(r.Threat)
	}
	text += r.end()
	if len(r.Moves) > 0 {
		text += "reached by " + strings.Join(r.Moves, " ") + "\n"
	}
	if len(r.Prevent) > 0 {
		text += "prevented by " + strings.Join(r.Prevent, " ") + "\n"
	}
	if a.decisive.Won {
		_, drawn, _ := strings.Cut(a.Draw(func(p goban.Point) byte {
			if trace.Has(int32(p)) {
				return "*XO"[a.At(p)]
			}
			return ".xo"[a.At(p)]
		}), "\n")
		text += drawn
	}
	return cli.Write(out, c.json, r, "%s", text)
}

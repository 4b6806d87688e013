package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

// connect is the command that solves problems of connection.
type connect struct {
	problems     string
	method       string
	threat       threat.Threat
	nodes        int
	tableEntries int
	json         bool
}

func connectCommand(std cli.Streams) *ffcli.Command {
	c := connect{threat: threat.Lambda(3)}
	flags := flag.NewFlagSet("goban connect", flag.ContinueOnError)
	flags.StringVar(&c.problems, "problems", "", "`file` of problems, one JSON object a line (-: standard input)")
	cli.Choice(flags, &c.method, "method", "dfpn", []string{"dfpn", "threats"}, "`search` by proof numbers, or in the order of the threats")
	flags.TextVar(&c.threat, "threat", c.threat, "greatest generalized `threat` of the side that connects, such as 8,5,2,0 (*: no bound)")
	cli.Number(flags, &c.nodes, "nodes", 100_000, 1, 1_000_000_000, "search at most this number of `nodes` for each problem")
	cli.Table(flags, &c.tableEntries, "table-entries", 1<<18, 2, 24, "keep what is found in a table of this number of `entries`, of 24 bytes each")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each problem, and one at the end")
	return &ffcli.Command{
		Name:       "connect",
		ShortUsage: "goban connect -problems FILE [flags]",
		ShortHelp:  "Tell whether strings can be connected or disconnected, by generalized threats.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return c.run(ctx, std) },
	}
}

// solved is what connect says of a problem.
type solved struct {
	Problem    int     `json:"problem"`
	Goal       string  `json:"goal"`
	Achievable bool    `json:"achievable"`
	Move       string  `json:"move,omitempty"`
	Right      *bool   `json:"right,omitempty"` // missing if there is no settled answer
	Nodes      int     `json:"nodes"`
	Seconds    float64 `json:"seconds"`
}

// connected is what connect says at the end.
type connected struct {
	Problems int     `json:"problems"`
	Right    int     `json:"right"`
	Nodes    int     `json:"nodes"`
	Seconds  float64 `json:"seconds"`
}

func (c *connect) run(ctx context.Context, std cli.Streams) error {
	if c.problems == "" {
		return cli.Usagef("-problems: want a file")
	}
	problems, err := cli.Read(c.problems, std.In, goal.ReadProblems)
	if err != nil {
		return err
	}
	var total connected
	progress := cli.NewProgress(len(problems), "problems")
	defer progress.Close()
	for i, p := range problems {
		s, err := c.solve(ctx, &p)
		if err != nil {
			return fmt.Errorf("%s: problem %d: %w", cli.Name(c.problems), p.Number, err)
		}
		total.Problems++
		total.Nodes += s.Nodes
		total.Seconds += s.Seconds
		if s.Right != nil && *s.Right {
			total.Right++
		}
		if err := c.write(std.Out, &p, s); err != nil {
			return err
		}
		progress.Set(i + 1)
	}
	if c.json {
		return cli.WriteJSON(std.Out, total)
	}
	_, err = fmt.Fprintf(std.Out, "%d of %d right, %d nodes, %.2f s\n", total.Right, total.Problems, total.Nodes, total.Seconds)
	return err
}

func (c *connect) write(out io.Writer, p *goal.Problem, s solved) error {
	if c.json {
		return cli.WriteJSON(out, s)
	}
	verdict := ""
	if s.Right != nil {
		verdict = map[bool]string{true: "right", false: "wrong"}[*s.Right]
	}
	_, err := fmt.Fprintf(out, "%3d %-10s %-9v %-5v %-4s %-5s %8d nodes %7.3f s\n",
		s.Problem, s.Goal, p.Stones, s.Achievable, s.Move, verdict, s.Nodes, s.Seconds)
	return err
}

// certain is the order of the threats by which a connection is looked for before it is given up: what larger threats
// would do is only found out as far as the nodes suffice.
const certain = 3

// solve answers a problem.
func (c *connect) solve(ctx context.Context, p *goal.Problem) (solved, error) {
	b, stones, err := p.Position()
	if err != nil {
		return solved{}, err
	}
	g, err := goal.NewConnect(b, stones[0], stones[1])
	if err != nil {
		return solved{}, err
	}
	g.Escape = shortLadder
	opt := threat.Options[goban.Point]{
		Threat:       c.threat,
		ProofNumbers: c.method == "dfpn",
		Widening:     true,
		Table:        transposition.NewTable(24 * int64(c.tableEntries)),
		MaxDepth:     longestLine,
	}
	r, err := c.search(ctx, g, c.nodes, opt)
	if err != nil {
		return solved{}, err
	}
	s := solved{Problem: p.Number, Goal: p.Goal, Nodes: r.Nodes, Seconds: r.Elapsed.Seconds()}
	// Where the nodes did not suffice, the side that moves second has not been refuted.
	refuted := !r.Won && (r.Status == ply.Complete || r.Threat.Order() >= certain)
	s.Achievable = p.Goal == goal.ToConnect && r.Won || p.Goal == goal.ToDisconnect && refuted
	move, ok := r.Move()
	if s.Achievable && p.Goal == goal.ToDisconnect {
		var worked threat.Result[goban.Point]
		if move, ok, worked, err = c.cut(ctx, g, c.nodes-r.Nodes, opt, r); err != nil {
			return solved{}, err
		}
		s.Nodes += worked.Nodes
		s.Seconds += worked.Elapsed.Seconds()
	}
	if s.Achievable && ok {
		s.Move = b.Name(move)
	}
	if p.Achievable != nil {
		right := p.Right(s.Achievable, s.Move)
		s.Right = &right
	}
	return s, nil
}

// firstTry is the number of nodes with which each move that could cut is tried first, and more is how many times as
// many there are each time that no move has been found.
const (
	firstTry = 250
	more     = 4
)

// cut chooses the move that disconnects best, where the connection is known to fail: of the moves that prevent what the
// other side would do if it moved first, the one that is found to cut with the fewest nodes, of which some are left. Where
// all else is equal, a simple proof is the more certain one: if it needs more than the search can see to connect, then
// beyond few lines. The last result says how much work that was.
func (c *connect) cut(ctx context.Context, g *goal.Connect, left int, opt threat.Options[goban.Point], r threat.Result[goban.Point]) (
	best goban.Point, ok bool, work threat.Result[goban.Point], err error,
) {
	best, ok = r.Move()
	try := func(nodes int) (threat.Result[goban.Point], error) {
		r, err := c.search(ctx, g, nodes, opt)
		work.Nodes += r.Nodes
		work.Elapsed += r.Elapsed
		return r, err
	}
	if left <= 0 {
		return best, ok, work, nil
	}
	// One move has been played below, as in the search before, so that its table serves.
	opt.MaxDepth--
	whole := opt.Threat
	if ok {
		opt.Threat = whole[:r.Threat.Order()-1] // it threatened to connect by these
	}
	opt.Changes = 1
	g.Pass()
	connected, err := try(left)
	g.Unpass()
	opt.Threat, opt.Changes = whole, 0
	if err != nil || !connected.Won {
		return best, ok, work, err
	}
	if !ok {
		best, ok = connected.Move()
	}
	moves := g.Replies(0, &connected.Trace, nil)
	for nodes := firstTry; len(moves) > 0; nodes *= more {
		hopeful := moves[:0]
		for _, m := range moves {
			limit := min(nodes, left-work.Nodes)
			if limit <= 0 {
				return best, ok, work, nil
			}
			g.Play(m)
			r, err := try(limit)
			g.Undo(m)
			switch {
			case err != nil:
				return best, ok, work, err
			case r.Won:
			case r.Status == ply.Complete:
				return m, true, work, nil
			default:
				hopeful = append(hopeful, m)
			}
		}
		moves = hopeful
	}
	return best, ok, work, nil
}

// shortLadder is the number of moves after which a united string must have escaped from a ladder: an atari and the
// answer to it.
const shortLadder = 2

// longestLine bounds the lines of a search, since a ko can be fought forever.
const longestLine = 100

// search answers a question with at most nodes.
func (c *connect) search(ctx context.Context, g *goal.Connect, nodes int, opt threat.Options[goban.Point]) (threat.Result[goban.Point], error) {
	r, err := threat.Search(ctx, g, ply.Limits{Nodes: nodes}, opt)
	if err == nil && r.Status == ply.Cancelled {
		err = r.Status.Err()
	}
	return r, err
}

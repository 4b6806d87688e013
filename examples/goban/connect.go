package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/goban/goal"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/transposition"
)

type connect struct {
	problems     string
	method       string
	threat       threat.Threat
	nodes        int
	tableEntries int
	json         bool
}

func connectCommand(std cli.Streams) *cli.Command {
	c := connect{threat: threat.Lambda(3)}
	flags := flag.NewFlagSet("goban connect", flag.ContinueOnError)
	flags.StringVar(&c.problems, "problems", "", "`file` of problems, one JSON object a line (-: standard input)")
	cli.Choice(flags, &c.method, "method", "dfpn", []string{"dfpn", "threats"}, "`search` by proof numbers, or in the order of the threats")
	flags.TextVar(&c.threat, "threat", c.threat, "greatest generalized `threat` of the side that connects, such as 8,5,2,0 (*: no bound)")
	cli.Number(flags, &c.nodes, "nodes", 100_000, 1, 1_000_000_000, "search at most this number of `nodes` for each problem")
	cli.Table(flags, &c.tableEntries, "table-entries", 1<<18, 2, 24, "keep what is found in a table of this number of `entries`, of 24 bytes each")
	flags.BoolVar(&c.json, "json", false, "write a JSON object a line for each problem, and one at the end")
	return cli.Subcommand(flags, "-problems FILE [flags]", "Tell whether strings can be connected or disconnected, by generalized threats.", "",
		func(ctx context.Context) error { return c.run(ctx, std) })
}

type solved struct {
	Problem    int     `json:"problem"`
	Goal       string  `json:"goal"`
	Achievable bool    `json:"achievable"`
	Move       string  `json:"move,omitempty"`
	Right      *bool   `json:"right,omitempty"` // missing if there is no settled answer
	Nodes      int     `json:"nodes"`
	Seconds    float64 `json:"seconds"`
}

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
		verdict := ""
		if s.Right != nil && *s.Right {
			total.Right++
			verdict = "right"
		} else if s.Right != nil {
			verdict = "wrong"
		}
		if err := cli.Write(std.Out, c.json, s, "%3d %-10s %-9v %-5v %-4s %-5s %8d nodes %7.3f s\n",
			s.Problem, s.Goal, p.Stones, s.Achievable, s.Move, verdict, s.Nodes, s.Seconds); err != nil {
			return err
		}
		progress.Set(i + 1)
	}
	return cli.Write(std.Out, c.json, total, "%d of %d right, %d nodes, %.2f s\n", total.Right, total.Problems, total.Nodes, total.Seconds)
}

const (
	certain     = 3   // a connection not found by threats up to this order counts as refuted, even if nodes for larger ones run out
	shortLadder = 2   // moves after which a united string must have escaped from a ladder: an atari and its answer
	longestLine = 100 // moves of a line, since a ko can be fought forever
)

// An attempt is the searches for one problem.
type attempt struct {
	solved
	ctx context.Context
	*goal.Connect
	opt threat.Options[goban.Point]
}

func (a *attempt) search(nodes int) (threat.Result[goban.Point], error) {
	r, err := threat.Search(a.ctx, a.Connect, ply.Limits{Nodes: nodes}, a.opt)
	if err == nil && r.Status == ply.Cancelled {
		err = r.Status.Err()
	}
	a.Nodes += r.Nodes
	a.Seconds += r.Elapsed.Seconds()
	return r, err
}

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
	a := attempt{solved{Problem: p.Number, Goal: p.Goal}, ctx, g, threat.Options[goban.Point]{
		Threat:       c.threat,
		ProofNumbers: c.method == "dfpn",
		Widening:     true,
		Table:        transposition.NewTable(24 * int64(c.tableEntries)),
		MaxDepth:     longestLine,
	}}
	r, err := a.search(c.nodes)
	if err != nil {
		return solved{}, err
	}
	refuted := !r.Won && (r.Status == ply.Complete || r.Threat.Order() >= certain)
	a.Achievable = p.Goal == goal.ToConnect && r.Won || p.Goal == goal.ToDisconnect && refuted
	if a.Achievable {
		move, ok := r.Move()
		if p.Goal == goal.ToDisconnect {
			if move, ok, err = a.cut(c.nodes, r); err != nil {
				return solved{}, err
			}
		}
		if ok {
			a.Move = b.Name(move)
		}
	}
	if p.Achievable != nil {
		right := p.Right(a.Achievable, a.Move)
		a.Right = &right
	}
	return a.solved, nil
}

// Each move that could cut is first tried with firstTry nodes, and with more times as many after each round without success.
const (
	firstTry = 250
	more     = 4
)

// cut chooses the move that disconnects best, after a search that failed to connect. Of the moves that prevent the
// other side's connection if it moved first, it is the one found to cut with the fewest nodes, of at most most in all.
func (a *attempt) cut(most int, r threat.Result[goban.Point]) (best goban.Point, ok bool, err error) {
	best, ok = r.Move()
	if a.Nodes >= most {
		return best, ok, nil
	}
	// A move has been played below, so the table of the search before fits this depth.
	a.opt.MaxDepth--
	whole := a.opt.Threat
	if ok {
		a.opt.Threat = whole[:r.Threat.Order()-1]
	}
	a.opt.Changes = 1
	a.Pass()
	connected, err := a.search(most - a.Nodes)
	a.Unpass()
	a.opt.Threat, a.opt.Changes = whole, 0
	if err != nil || !connected.Won {
		return best, ok, err
	}
	if !ok {
		best, ok = connected.Move()
	}
	moves := a.Replies(0, &connected.Trace, nil)
	for nodes := firstTry; len(moves) > 0; nodes *= more {
		hopeful := moves[:0]
		for _, m := range moves {
			limit := min(nodes, most-a.Nodes)
			if limit <= 0 {
				return best, ok, nil
			}
			a.Play(m)
			r, err := a.search(limit)
			a.Connect.Undo(m)
			switch {
			case err != nil:
				return best, ok, err
			case r.Won:
			case r.Status == ply.Complete:
				return m, true, nil
			default:
				hopeful = append(hopeful, m)
			}
		}
		moves = hopeful
	}
	return best, ok, nil
}

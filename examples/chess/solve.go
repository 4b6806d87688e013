package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/internal/epd"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/textfile"
)

// A problem is a position with the moves that solve it or, if they are to be avoided, the moves that do not.
type problem struct {
	game  *chess.Game
	id    string
	moves []chess.Move
	avoid bool
}

// solves reports whether a move solves the problem.
func (p *problem) solves(m chess.Move) bool { return slices.Contains(p.moves, m) != p.avoid }

// want returns the moves as they were written.
func (p *problem) want() string {
	text := ""
	for _, m := range p.moves {
		text += " " + p.game.SAN(m)
	}
	if p.avoid {
		return "not" + text
	}
	return strings.TrimPrefix(text, " ")
}

// readProblems reads positions with the operations bm (best moves) or am (moves to avoid).
func readProblems(r io.Reader) (all []*problem, err error) {
	err = textfile.Each(r, func(number int, line string) error {
		if line == "" || line[0] == '#' {
			return nil
		}
		p := &problem{id: fmt.Sprint("line ", number)}
		_, operations, err := epd.Cut(line)
		if err != nil {
			return err
		}
		if p.game, err = chess.ParseFEN(line); err != nil {
			return err
		}
		for _, o := range operations {
			switch o.Code {
			case "id":
				p.id = strings.Trim(o.Operands, `"`)
			case "bm", "am":
				p.avoid = o.Code == "am"
				for _, text := range strings.Fields(o.Operands) {
					m, err := p.game.ParseMove(strings.TrimSuffix(text, ","))
					if err != nil {
						return fmt.Errorf("%s: %w", o.Code, err)
					}
					p.moves = append(p.moves, m)
				}
			}
		}
		if len(p.moves) == 0 {
			return errors.New("no operation bm or am with moves")
		}
		all = append(all, p)
		return nil
	})
	if err == nil && len(all) == 0 {
		err = errors.New("no positions")
	}
	return all, err
}

// tried is the answer to a problem.
type tried struct {
	ID      string  `json:"id"`
	Want    string  `json:"want"`
	Move    string  `json:"move"`
	Solved  bool    `json:"solved"`
	Value   float64 `json:"value"`
	Depth   int     `json:"depth"`
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// triedAll is the sum of the answers.
type triedAll struct {
	Positions int     `json:"positions"`
	Solved    int     `json:"successes"`
	Depth     float64 `json:"mean_depth"`
	Nodes     int     `json:"nodes"`
	Seconds   float64 `json:"seconds"`
}

func solveCommand(std cli.Streams) *cli.Command {
	var file, player string
	var json bool
	flags := flag.NewFlagSet("chess solve", flag.ContinueOnError)
	flags.StringVar(&file, "file", "-", "`file` of positions, - for standard input")
	flags.StringVar(&player, "player", "alphabeta,nodes=300000", "`player` that solves them; see match")
	flags.BoolVar(&json, "json", false, "write a JSON object for each position, and one for the sum")
	return cli.Subcommand(flags, "[-file FILE] [flags]", "Solve problems: positions with their best moves.",
		"The file has a position a line, in extended position description: the first four fields of Forsyth-Edwards notation, and\n"+
			"operations, of which bm names the best moves, am moves to avoid, and id the problem, as in\n"+
			`6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id "back rank";`,
		func(ctx context.Context) error {
			all, err := cli.Read(file, std.In, readProblems)
			if err != nil {
				return err
			}
			solver, err := readPlayer(player, usual)
			if err != nil {
				return cli.Usagef("-player: %w", err)
			}
			var sum triedAll
			for _, p := range all {
				found, err := solver.try(ctx, p)
				if err != nil {
					return err
				}
				sum.add(&found)
				mark := "-"
				if found.Solved {
					mark = "+"
				}
				if err := cli.Write(std.Out, json, found, "%s %-12s %-8s %7.0f, depth %2d  %s\n", mark, found.ID, found.Move, found.Value, found.Depth, found.Want); err != nil {
					return err
				}
			}
			sum.Depth /= float64(sum.Positions)
			return cli.Write(std.Out, json, sum, "%d of %d solved, mean depth %.2f, %d nodes, %.1f s\n", sum.Solved, sum.Positions, sum.Depth, sum.Nodes, sum.Seconds)
		})
}

func (s *triedAll) add(t *tried) {
	s.Positions++
	if t.Solved {
		s.Solved++
	}
	s.Depth += float64(t.Depth)
	s.Nodes += t.Nodes
	s.Seconds += t.Seconds
}

// try searches the position of a problem.
func (s *seated) try(ctx context.Context, p *problem) (tried, error) {
	searcher, err := s.searcher(p.game, rand.NewPCG(0, 0))
	if err != nil {
		return tried{}, err
	}
	a, err := searcher.Analyze(ctx, s.limits, engine.Question[chess.Move]{})
	if err != nil {
		return tried{}, err
	}
	if ctx.Err() != nil || len(a.Lines) == 0 {
		return tried{}, errors.Join(ctx.Err(), a.Status.Err())
	}
	best := a.Lines[0]
	return tried{
		ID: p.id, Want: p.want(), Move: p.game.SAN(best.Move), Solved: p.solves(best.Move), Value: best.Value, Depth: best.Depth,
		Nodes: a.Nodes, Seconds: a.Elapsed.Seconds(),
	}, nil
}

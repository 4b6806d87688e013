package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/proof"
)

func solveCommand(std cli.Streams) *cli.Command {
	var size, entries int
	var moves, file string
	var limits ply.Limits
	var json bool
	flags := flag.NewFlagSet("havannah solve", flag.ContinueOnError)
	cli.Number(flags, &size, "size", 3, havannah.MinSize, havannah.MaxFolded, "`cells` along an edge of the board")
	flags.StringVar(&moves, "moves", "", "`moves` played before, such as d4,c3")
	cli.Table(flags, &entries, "table-entries", 4<<20, 1, 16, "`number` of positions in the table, 16 bytes each")
	cli.Number(flags, &limits.Time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no limit)")
	flags.StringVar(&file, "proof", "", "write a proof to this `file`, for havannah verify")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find who wins a position on a small board.",
		"Depth-first proof-number search on moves that can matter: where a side threatens to win, or to threaten two\n"+
			"wins, only moves against that are tried. Positions that are images of one another are the same.\n"+
			"The board of size 4 takes about a minute.",
		func(ctx context.Context) error {
			g, err := havannah.New(size)
			if err != nil {
				return err
			}
			if err := g.PlayNames(strings.FieldsFunc(moves, func(r rune) bool { return r == ',' || r == ' ' })); err != nil {
				return cli.Usagef("-moves: %w", err)
			}
			found, err := solve(ctx, g, limits, entries, file)
			if err != nil {
				return err
			}
			err = cli.Write(std.Out, json, found, "%s", found.text(g))
			if err == nil && file != "" && found.Proof == nil {
				err = errors.New("no proof was written, since no winner is known")
			}
			return err
		})
}

type solved struct {
	Size    int     `json:"size"`
	Status  string  `json:"status"`
	Winner  string  `json:"winner"` // white, black, none for a draw, or unknown
	Move    string  `json:"move"`   // of the side to move, if it wins
	Nodes   int     `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Proof   *proved `json:"proof,omitempty"`
}

type proved struct {
	Winner    string  `json:"winner"`
	Move      string  `json:"move"`      // of the side to move, if it wins
	Positions int     `json:"positions"` // with the winner to move, whose move does not end the game
	Endings   int     `json:"endings"`   // moves of the winner that end the game
	Played    int     `json:"played"`
	Seconds   float64 `json:"seconds"`
}

// solve finds the winner, and writes a proof to a file if it has a name.
func solve(ctx context.Context, g *havannah.Game, limits ply.Limits, entries int, file string) (*solved, error) {
	if err := cli.CheckOutput(file); err != nil {
		return nil, err
	}
	progress := cli.NewProgress(0, "")
	defer progress.Close()
	solver, err := havannah.NewSolver(g, entries, func(nodes int) { progress.Title(fmt.Sprintf("%.1f M nodes", float64(nodes)/1e6)) })
	if err != nil {
		return nil, err
	}
	r, err := solver.Solve(ctx, limits)
	if err != nil {
		return nil, err
	}
	found := &solved{g.Size(), r.Status.String(), winner(r), name(g, r.Line), r.Nodes, r.Elapsed.Seconds(), nil}
	if file == "" || r.Winner == havannah.NoWinner {
		return found, nil
	}
	progress.Title("writing the proof")
	return found, atomicfile.Write(file, func(w io.Writer) error {
		p, err := solver.WriteProof(ctx, w)
		found.Proof = newProved(g, &p)
		return err
	})
}

func (f *solved) text(g *havannah.Game) string {
	text := fmt.Sprintf("%vwinner: %s", g, f.Winner)
	if f.Move != "" {
		text += ", by " + f.Move
	}
	text += fmt.Sprintf("\n%s, %.3f s\n", cli.Count(f.Nodes, "node"), f.Seconds)
	if f.Proof != nil {
		text += f.Proof.text("proof written")
	}
	return text
}

func winner(r havannah.Solution) string {
	switch {
	case r.Winner != havannah.NoWinner:
		return colours[r.Winner]
	case r.Status.Err() == nil:
		return "none"
	}
	return "unknown"
}

var colours = [2]string{"white", "black"}

// name returns the name of the first move of a line, or "" for an empty line.
func name(g *havannah.Game, line []havannah.Cell) string {
	if len(line) == 0 {
		return ""
	}
	return g.Name(line[0])
}

func newProved(g *havannah.Game, r *proof.StrategyResult[havannah.Cell]) *proved {
	return &proved{colours[r.Side], name(g, r.Line), r.Positions, r.Endings, r.Nodes, r.Elapsed.Seconds()}
}

func (p *proved) text(what string) string {
	return fmt.Sprintf("%s: %d positions, %d endings, %d moves played, %.3f s\n", what, p.Positions, p.Endings, p.Played, p.Seconds)
}

func verifyCommand(std cli.Streams) *cli.Command {
	return cli.VerifyCommand(std, "havannah",
		"All replies to all moves of the proof are played out by the rules. The file is believed only if it is whole, each\n"+
			"reply is answered, and each line ends with a win.",
		verify, (*verified).write)
}

type verified struct {
	*proved
	start *havannah.Game
}

func verify(ctx context.Context, r io.Reader) (*verified, error) {
	start, found, err := havannah.VerifyProof(ctx, r)
	if err != nil {
		return nil, err
	}
	return &verified{newProved(start, &found), start}, nil
}

func (v *verified) write(out io.Writer) error {
	text := fmt.Sprintf("%v%s wins", v.start, v.Winner)
	if v.Move != "" {
		text += " by " + v.Move
	}
	_, err := fmt.Fprintf(out, "%s\n%s", text, v.proved.text("verified"))
	return err
}

package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// perft holds the flags of perft.
type perft struct {
	rulesFlags
	depth  int
	fen    string
	divide bool
	json   bool
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("loa perft", flag.ContinueOnError)
	cli.Number(flags, &p.depth, "depth", 4, 0, 100, "`number` of moves")
	p.flags(flags)
	flags.StringVar(&p.fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	flags.BoolVar(&p.divide, "divide", false, "count the lines that begin with each move, instead of those of each number of moves")
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line")
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "loa perft [flags]",
		ShortHelp:  "Count the lines of play of each number of moves.",
		LongHelp:   "Lines go on after repetitions, as is usual in such counts, and end where a side is connected.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return p.run(ctx, std.Out) },
	}
}

// divided is what perft -divide says of a move.
type divided struct {
	Move   string `json:"move"`
	Leaves int    `json:"leaves"`
}

func (p *perft) run(ctx context.Context, out io.Writer) error {
	game, err := p.position(p.fen)
	if err != nil {
		return err
	}
	if p.divide {
		return p.runDivide(ctx, out, game)
	}
	return cli.Perft(out, p.depth, p.json, func(depth int) (search.PerftResult, error) {
		return search.Perft(ctx, game, depth, search.PerftOptions{})
	})
}

func (p *perft) runDivide(ctx context.Context, out io.Writer, game *loa.Game) error {
	if p.depth == 0 {
		return cli.Usagef("-divide: want a -depth of 1 or more")
	}
	return cli.Divide(ctx, game, p.depth, func(m loa.Move, leaves int) error {
		if p.json {
			return cli.WriteJSON(out, divided{m.String(), leaves})
		}
		_, err := fmt.Fprintf(out, "%-5v %15d\n", m, leaves)
		return err
	})
}

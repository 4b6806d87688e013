package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/losalamos/losalamos"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search"
)

// perft holds the flags of perft.
type perft struct {
	depth  int
	fen    string
	divide bool
	json   bool
}

func perftCommand(std cli.Streams) *ffcli.Command {
	var p perft
	flags := flag.NewFlagSet("losalamos perft", flag.ContinueOnError)
	cli.Number(flags, &p.depth, "depth", 6, 0, 100, "`number` of moves")
	fenFlag(flags, &p.fen)
	flags.BoolVar(&p.divide, "divide", false, "count the lines that begin with each move, instead of those of each number of moves")
	flags.BoolVar(&p.json, "json", false, "write a JSON object a line")
	return &ffcli.Command{
		Name:       "perft",
		ShortUsage: "losalamos perft [flags]",
		ShortHelp:  "Count the lines of play of each number of moves.",
		LongHelp:   "Lines go on after repetitions and after fifty moves, as is usual in such counts.",
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
	game, err := position(p.fen)
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

func (p *perft) runDivide(ctx context.Context, out io.Writer, game *losalamos.Game) error {
	if p.depth == 0 {
		return cli.Usagef("-divide: want a -depth of 1 or more")
	}
	return cli.Divide(ctx, game, p.depth, func(m losalamos.Move, leaves int) error {
		if p.json {
			return cli.WriteJSON(out, divided{m.String(), leaves})
		}
		_, err := fmt.Fprintf(out, "%-5v %15d\n", m, leaves)
		return err
	})
}

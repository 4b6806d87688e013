package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
)

const recordHelp = "A file has a game a line: its moves, apart by spaces, with or without numbers, and at the end the result if it is known:\n" +
	"1-0 if Black wins, who moves first, 0-1 or 1/2-1/2. What follows # is left out."

// replayed is what games says of a game.
type replayed struct {
	Line   int    `json:"line"`
	Moves  int    `json:"moves"`
	Said   string `json:"said,omitempty"`   // the result that the file gives
	Result string `json:"result,omitempty"` // that of the last position, if the game is over there
	Ending string `json:"ending,omitempty"` // the same in words
}

// records reads the games of a file.
func records(name string, stdin io.Reader, rules loa.Rules) ([]loa.Record, error) {
	return cli.Read(name, stdin, func(r io.Reader) ([]loa.Record, error) { return loa.ReadRecords(r, rules) })
}

func gamesCommand(std cli.Streams) *cli.Command {
	var rules rulesFlags
	var file string
	var json bool
	flags := flag.NewFlagSet("loa games", flag.ContinueOnError)
	rules.flags(flags)
	flags.StringVar(&file, "file", "-", "`file` of games, - for standard input")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[-file FILE] [flags]", "Replay recorded games, and check their moves and results.", recordHelp, func(context.Context) error {
		all, err := records(file, std.In, rules.Rules)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return fmt.Errorf("%s: no games", cli.Name(file))
		}
		for _, r := range all {
			game, err := loa.New(rules.Rules)
			if err != nil {
				return err
			}
			for _, m := range r.Moves {
				game.Play(m)
			}
			said := replayed{r.Line, len(r.Moves), r.Result, game.Result(), game.Ending()}
			if err := cli.Write(std.Out, json, said, "line %d: %s, %s %s\n", said.Line, cli.Count(said.Moves, "move"), cmp.Or(said.Ending, "not over"), said.Said); err != nil {
				return err
			}
		}
		return nil
	})
}

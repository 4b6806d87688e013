// Command othello counts lines of Othello and solves endgames.
package main

import (
	"context"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
)

func main() {
	cli.Main(&ffcli.Command{
		Name:        "othello",
		ShortUsage:  "othello <command> [flags]",
		ShortHelp:   "Solve endgames of Othello, train an evaluation, let players play.",
		Subcommands: []*ffcli.Command{perftCommand(), solveCommand(), trainCommand(), matchCommand(), playCommand(), nboardCommand(), enhancementsCommand()},
		Exec: func(context.Context, []string) error {
			return cli.Usagef("no command given")
		},
	})
}

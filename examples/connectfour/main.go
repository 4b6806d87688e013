// Command connectfour searches, solves and plays Connect Four.
package main

import (
	"context"
	"flag"
	"os"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
)

func main() {
	cli.Main(&ffcli.Command{
		Name:       "connectfour",
		ShortUsage: "connectfour [flags] | connectfour <command> [flags]",
		ShortHelp:  "Without a command: search the empty board with each enhancement removed in turn.",
		LongHelp: "Two sides drop stones in turn into seven columns of six cells; who first has four in a line wins.\n" +
			"Moves are written as columns from 1 to 7, one digit each.",
		FlagSet: flag.NewFlagSet("connectfour", flag.ContinueOnError),
		Subcommands: []*ffcli.Command{
			benchCommand(), countCommand(), perftCommand(), solveCommand(), playCommand(),
		},
		Exec: func(ctx context.Context, _ []string) error {
			return bench{depth: 12}.run(ctx, os.Stdout)
		},
	})
}

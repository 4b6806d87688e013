// Command connectfour searches, solves and plays Connect Four.
package main

import (
	"context"
	"flag"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "connectfour",
		ShortUsage: "connectfour [flags] | connectfour <command> [flags]",
		ShortHelp:  "Without a command: search the empty board with each enhancement removed in turn.",
		LongHelp: "Two sides drop stones in turn into seven columns of six cells; who first has four in a line wins.\n" +
			"Moves are written as columns from 1 to 7, one digit each.",
		FlagSet: flag.NewFlagSet("connectfour", flag.ContinueOnError),
		Subcommands: []*ffcli.Command{
			benchCommand(std), countCommand(std), perftCommand(std), solveCommand(std), playCommand(std), matchCommand(std), learnCommand(std), uciCommand(std),
			jsonCommand(std), serveCommand(std),
		},
		Exec: func(ctx context.Context, _ []string) error {
			return bench{depth: 12}.run(ctx, std.Out)
		},
	}
}

// movesFlag defines the flag for the moves played before.
func movesFlag(flags *flag.FlagSet, moves *string) {
	flags.StringVar(moves, "moves", "", "`columns` played before, a digit from 1 to 7 each (default: the empty board)")
}

// position returns the position after the moves of a flag.
func position(moves string) (*connectfour.Game, error) {
	game, err := connectfour.New(moves)
	if err != nil {
		return nil, cli.Usagef("-moves %s: %w", moves, err)
	}
	return game, nil
}

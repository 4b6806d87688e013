// Command othello counts lines of Othello and solves endgames.
package main

import (
	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "othello",
		ShortUsage: "othello <command> [flags]",
		ShortHelp:  "Solve endgames of Othello, train an evaluation, let players play.",
		Subcommands: append([]*ffcli.Command{perftCommand(std), solveCommand(std), trainCommand(std), matchCommand(std), playCommand(std), nboardCommand(std), enhancementsCommand(std)},
			queue.Commands(std, "othello", counting)...),
	}
}

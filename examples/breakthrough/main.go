// Command breakthrough plays Breakthrough: it counts lines of play, lets alpha-beta and UCT play matches, and compares
// ways to combine playouts.
package main

import (
	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:       "breakthrough",
		ShortUsage: "breakthrough <command> [flags]",
		ShortHelp:  "Play Breakthrough.",
		LongHelp: "Pieces go forward, straight or diagonally, and take diagonally. The first side with a piece on the edge of the other\n" +
			"wins.",
		Subcommands: []*ffcli.Command{matchCommand(std), perftCommand(std), papersCommand(std)},
	}
}

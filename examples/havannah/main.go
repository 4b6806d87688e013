// Command havannah plays Havannah: with other programs, against itself in matches, and for speed.
package main

import (
	"context"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
)

func main() { cli.Main(command()) }

func command() *ffcli.Command {
	return &ffcli.Command{
		Name:       "havannah",
		ShortUsage: "havannah <command> [flags]",
		ShortHelp:  "Play Havannah, in matches and with other programs.",
		LongHelp: "White (X) and black (O) take turns in putting stones on a hexagonal board. Who first has a chain that is a\n" +
			"ring around at least one cell, a bridge between two of the six corners, or a fork between three of the six\n" +
			"edges, which the corners are no part of, wins. White begins.\n\n" +
			"Cells have a letter and a number, a1 is in a corner. The board of size 4:\n\n" + drawing(),
		Subcommands: []*ffcli.Command{gtpCommand(), matchCommand(), benchCommand(), papersCommand()},
		Exec: func(context.Context, []string) error {
			return cli.Usagef("no command given")
		},
	}
}

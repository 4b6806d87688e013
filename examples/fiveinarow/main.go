// Command fiveinarow finds winning threat sequences in five-in-a-row.
package main

import (
	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *ffcli.Command {
	return &ffcli.Command{
		Name:        "fiveinarow",
		ShortUsage:  "fiveinarow <command> [flags]",
		ShortHelp:   "Five-in-a-row on 15 × 15.",
		Subcommands: []*ffcli.Command{threatsCommand(std)},
	}
}

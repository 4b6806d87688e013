// Command montana searches deals of the solitaire Montana.
package main

import (
	"context"
	"flag"

	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	var memory int
	flags := flag.NewFlagSet("montana", flag.ContinueOnError)
	cli.Memory(flags, &memory)
	return &cli.Command{
		Name:       "montana",
		ShortUsage: "montana [flags] | montana <command> [flags]",
		ShortHelp:  "Without a command: solve some deals with each algorithm and compare.",
		LongHelp: "Montana is a solitaire: fill each gap with the successor of the card on its left, until each\n" +
			"row holds a suit from the two to the king.",
		FlagSet: flags,
		Subcommands: []*cli.Command{
			exploreCommand(std), blocksCommand(std), sampleCommand(std), breadthCommand(std), graphCommand(std),
		},
		Exec: func(ctx context.Context, _ []string) error {
			return cli.Within(ctx, int64(memory), func(ctx context.Context) error { return compare(ctx, std.Out) })
		},
	}
}

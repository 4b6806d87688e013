// Command fiveinarow finds winning threat sequences in five-in-a-row.
package main

import (
	"context"
	"flag"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
)

func main() {
	cli.Main(&ffcli.Command{
		Name:        "fiveinarow",
		ShortUsage:  "fiveinarow <command> [flags]",
		ShortHelp:   "Five-in-a-row on 15 × 15.",
		FlagSet:     flag.NewFlagSet("fiveinarow", flag.ContinueOnError),
		Subcommands: []*ffcli.Command{threatsCommand()},
		Exec:        func(context.Context, []string) error { return flag.ErrHelp },
	})
}

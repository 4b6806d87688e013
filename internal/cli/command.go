package cli

import (
	"context"
	"flag"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// Group returns the command of a program that has subcommands.
func Group(name, short, long string, commands ...*ffcli.Command) *ffcli.Command {
	return &ffcli.Command{Name: name, ShortUsage: name + " <command> [flags]", ShortHelp: short, LongHelp: long, Subcommands: commands}
}

// Subcommand returns a command whose flags have its full name, as in "pig solve". usage is what follows that name.
func Subcommand(flags *flag.FlagSet, usage, short, long string, run func(ctx context.Context) error) *ffcli.Command {
	words := strings.Fields(flags.Name())
	return &ffcli.Command{
		Name: words[len(words)-1], ShortUsage: flags.Name() + " " + usage, ShortHelp: short, LongHelp: long, FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error { return run(ctx) },
	}
}

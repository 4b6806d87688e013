package cli

import (
	"context"
	"flag"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// A Command is the command of a program, or one under it.
type Command = ffcli.Command

// Group returns the command of a program that has subcommands.
func Group(name, short, long string, commands ...*Command) *Command {
	return &Command{Name: name, ShortUsage: name + " <command> [flags]", ShortHelp: short, LongHelp: long, Subcommands: commands}
}

// Subcommand returns a command whose flags have its full name, as in "pig solve". usage is what follows that name.
func Subcommand(flags *flag.FlagSet, usage, short, long string, run func(ctx context.Context) error) *Command {
	words := strings.Fields(flags.Name())
	return &Command{
		Name: words[len(words)-1], ShortUsage: flags.Name() + " " + usage, ShortHelp: short, LongHelp: long, FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error { return run(ctx) },
	}
}

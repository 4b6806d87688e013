package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// A Command is the command of a program, or one of its subcommands.
type Command = ffcli.Command

// Group returns the command of a program with subcommands. short is a one-line description, and long the help text.
func Group(name, short, long string, commands ...*Command) *Command {
	return &Command{Name: name, ShortUsage: name + " <command> [flags]", ShortHelp: short, LongHelp: long, Subcommands: commands}
}

// Subcommand returns a command with these flags. Its name is the last word of flags.Name(): "solve" for "havannah solve".
// usage lists the arguments, as in "-proof FILE [flags]".
func Subcommand(flags *flag.FlagSet, usage, short, long string, run func(ctx context.Context) error) *Command {
	name := flags.Name()
	return &Command{
		Name: name[strings.LastIndexByte(name, ' ')+1:], ShortUsage: name + " " + usage, ShortHelp: short, LongHelp: long, FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error { return run(ctx) },
	}
}

// Write writes object as a line of JSON or, if asJSON is false, args in the given format.
func Write(w io.Writer, asJSON bool, object any, format string, args ...any) error {
	if asJSON {
		return WriteJSON(w, object)
	}
	_, err := fmt.Fprintf(w, format, args...)
	return err
}

package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// A Command is a command, or one of its subcommands.
type Command = ffcli.Command

// Subcommand returns a subcommand. Its flags have the names of the command and the subcommand, such as "havannah solve".
// usage are the words after these on a command line, short is a line of help, and long is the rest of the help.
func Subcommand(flags *flag.FlagSet, usage, short, long string, run func(context.Context) error) *Command {
	_, name, _ := strings.Cut(flags.Name(), " ")
	return &Command{
		Name: name, ShortUsage: flags.Name() + " " + usage, ShortHelp: short, LongHelp: long, FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error { return run(ctx) },
	}
}

// Say writes a line with an object as JSON or, if not asJSON, a text.
func Say(w io.Writer, asJSON bool, object any, format string, args ...any) error {
	if asJSON {
		return WriteJSON(w, object)
	}
	_, err := fmt.Fprintf(w, format, args...)
	return err
}

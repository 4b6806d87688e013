package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// Command returns a command with flags, whose name is the last word of theirs. usage is what follows the name in a line of usage.
func Command(flags *flag.FlagSet, usage, short, long string, run func(ctx context.Context) error) *ffcli.Command {
	name := flags.Name()
	return &ffcli.Command{
		Name: name[strings.LastIndexByte(name, ' ')+1:], ShortUsage: name + " " + usage, ShortHelp: short, LongHelp: long, FlagSet: flags,
		Exec: func(ctx context.Context, _ []string) error { return run(ctx) },
	}
}

// Write writes what a command has found: as JSON, or as text by a format.
func Write(out io.Writer, json bool, found any, format string, args ...any) error {
	if json {
		return WriteJSON(out, found)
	}
	_, err := fmt.Fprintf(out, format, args...)
	return err
}

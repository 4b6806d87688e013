// Package cli is what the commands of the example games have in common: how they parse their
// arguments and fail, read and write, and show that they are at work.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// The exit statuses of a command.
const (
	Success = 0
	Failure = 1 // something was wrong with the input, or went wrong
	Misuse  = 2 // the arguments were wrong
)

// A UsageError says that the arguments of a command were wrong.
type UsageError struct{ err error }

func (e UsageError) Error() string { return e.err.Error() }

// Unwrap returns what was wrong.
func (e UsageError) Unwrap() error { return e.err }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Main runs a command with the arguments of the program and exits. An interrupt cancels the context
// of the command, which then says what it has found up to there; a second one ends the program.
func Main(root *ffcli.Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop)
	os.Exit(Run(ctx, root, os.Args[1:], os.Stderr))
}

// Run runs a command and returns its exit status. Errors go to stderr in one line.
func Run(ctx context.Context, root *ffcli.Command, args []string, stderr io.Writer) int {
	prepare(root, stderr)
	if err := root.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return Success
		}
		return Misuse // the flag set has said why
	}
	err := root.Run(ctx)
	var usage UsageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return Success
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %v (-h explains)\n", root.Name, err)
		return Misuse
	default:
		fmt.Fprintf(stderr, "%s: %v\n", root.Name, err)
		return Failure
	}
}

// prepare makes a command and those under it report wrong arguments instead of exiting, and refuse
// arguments that are no flags.
func prepare(c *ffcli.Command, stderr io.Writer) {
	if c.FlagSet == nil {
		c.FlagSet = flag.NewFlagSet(c.Name, flag.ContinueOnError)
	}
	c.FlagSet.Init(c.FlagSet.Name(), flag.ContinueOnError)
	c.FlagSet.SetOutput(stderr)
	exec := c.Exec
	c.Exec = func(ctx context.Context, args []string) error {
		if len(args) > 0 {
			if len(c.Subcommands) > 0 {
				return Usagef("unknown command %q", args[0])
			}
			return Usagef("unexpected argument %q", args[0])
		}
		return exec(ctx, args)
	}
	for _, sub := range c.Subcommands {
		prepare(sub, stderr)
	}
}

// Open opens a file to read, or standard input if name is "-".
func Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// Name returns the name of a file that [Open] opens, for messages.
func Name(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// WriteJSON writes v to w as JSON on a line of its own.
func WriteJSON(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }

// Package cli holds code shared by the commands of the example games: argument parsing, errors, input and output,
// and progress bars.
package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// The exit statuses of a command.
const (
	Success = 0
	Failure = 1 // something was wrong with the input, went wrong, or was interrupted
	Misuse  = 2 // the arguments were wrong
)

// A UsageError reports wrong arguments of a command.
type UsageError struct{ err error }

func (e UsageError) Error() string { return e.err.Error() }

// Unwrap returns the error in the arguments.
func (e UsageError) Unwrap() error { return e.err }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Main runs a command with the arguments and the streams of the program, and exits. The first SIGINT or SIGTERM cancels
// the context of the command, which then writes its results so far. A second one ends the program.
func Main(command func(Streams) *ffcli.Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	ignoreBrokenPipes()
	os.Exit(Run(ctx, command, os.Args[1:], Streams{os.Stdin, os.Stdout, os.Stderr}))
}

// Run runs a command and returns its exit status. It writes the error, if any, to std.Err as one line.
//
// If standard output cannot be written, Run cancels the context of the command and returns Failure. If ctx is cancelled,
// reads from std.In return its error, and Run returns Failure even if the command returns no error.
func Run(ctx context.Context, command func(Streams) *ffcli.Command, args []string, std Streams) int {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &output{to: std.Out, failed: cancel}
	root := command(Streams{newInput(within, std.In), out, std.Err})
	err := run(within, root, args, out)
	var usage UsageError
	switch {
	case errors.As(err, &usage):
		complain(std.Err, root.Name, fmt.Sprintf("%v (-h explains)", err))
		return Misuse
	case out.err != nil:
		complain(std.Err, root.Name, fmt.Sprintf("standard output: %v", out.err))
	case ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())):
		complain(std.Err, root.Name, "interrupted")
	case err != nil:
		complain(std.Err, root.Name, err.Error())
	default:
		return Success
	}
	return Failure
}

// run parses the arguments and runs the selected command.
func run(ctx context.Context, root *ffcli.Command, args []string, out io.Writer) error {
	var help bytes.Buffer
	prepare(root, &help)
	err := root.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = out.Write(help.Bytes())
		return err
	case err != nil:
		return UsageError{errors.Unwrap(err)} // without the prefix of ff
	}
	return root.Run(ctx)
}

func complain(to io.Writer, name, what string) {
	fmt.Fprintf(to, "%s: %s\n", name, strings.ReplaceAll(what, "\n", "; "))
}

// prepare makes a command and its subcommands return an error for wrong arguments instead of exiting, reject arguments
// that are not flags, and write their usage text to help.
func prepare(c *ffcli.Command, help io.Writer) {
	if c.FlagSet == nil {
		c.FlagSet = flag.NewFlagSet(c.Name, flag.ContinueOnError)
	}
	c.FlagSet.Init(c.FlagSet.Name(), flag.ContinueOnError)
	c.FlagSet.SetOutput(help)
	exec := c.Exec
	c.Exec = func(ctx context.Context, args []string) error {
		switch {
		case len(args) > 0 && len(c.Subcommands) > 0:
			return Usagef("unknown command %q", args[0])
		case len(args) > 0:
			return Usagef("unexpected argument %q", args[0])
		case exec == nil:
			return Usagef("no command given")
		}
		return exec(ctx, args)
	}
	for _, sub := range c.Subcommands {
		prepare(sub, help)
	}
}

// WriteJSON writes v to w as one line of JSON.
func WriteJSON(w io.Writer, v any) error { return json.NewEncoder(w).Encode(v) }

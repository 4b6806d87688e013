// Command tools maintains the repository: it keeps go.mod files tidy, checks documentation and platforms, repeats
// measurements, makes releases, and tests them as a user would.
//
//	GOWORK=off go -C tools run . <command> [flags]
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

// A command is a subcommand of the tool.
type command struct {
	name, args, short string
	run               func(context.Context, streams, []string) error
}

// streams are the outputs of commands: results and progress.
type streams struct{ out, log io.Writer }

func commands() []command {
	return []command{
		{"tidy", "[-check]", "tidy the go.mod files of all modules, and the list of replacements in go.work", tidyCommand},
		{"release", "[-n] VERSION", "set the version of all modules, commit and tag; -n shows what it would do", releaseCommand},
		{"stranger", "", "use the modules as anyone can who gets them from a proxy: the README's games, all commands", strangerCommand},
		{"docs", "", "check links in comments and Markdown files, comments of packages, and outputs of examples", docsCommand},
		{"width", "", "count the exported names and fields of the library's packages", widthCommand},
		{"platforms", "", "check the types of all packages for other platforms", platformsCommand},
		{"bench", "[-filter RE] [-count N] [-write]", "measure the tables of BENCHMARKS.md again, and print the new figures beside the old", benchCommand},
		{"growth", "", "run the benchmarks of growth, write what they say, and draw examples/pictures/growth.svg", growthCommand},
		{"mutants", "[-every N] [-game NAME] [-v]", "count the faults planted in games that gametest.Check finds", mutantsCommand},
		{"pictures", "[NAME...]", "draw the pictures of examples/README.md anew by their commands", picturesCommand},
	}
}

var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, streams{os.Stdout, os.Stderr}, os.Args[1:])
	stop()
	switch {
	case errors.Is(err, errUsage), errors.Is(err, flag.ErrHelp):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "tools:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, std streams, args []string) error {
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				out := &output{to: std.out}
				err := c.run(ctx, streams{out, std.log}, args[1:])
				return cmp.Or(err, out.err)
			}
		}
	}
	fmt.Fprintln(std.log, "usage: tools <command> [flags]")
	for _, c := range commands() {
		fmt.Fprintf(std.log, "  %s %s\n    \t%s\n", c.name, c.args, c.short)
	}
	return errUsage
}

// An output remembers its first error.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("standard output: %w", err)
	}
	return n, err
}

// newFlags returns the flags of a command, with the root of the repository, found upwards from the working directory.
func newFlags(std streams, name string) (flags *flag.FlagSet, root *string) {
	flags = flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(std.log)
	root = flags.String("root", "", "`directory` of the repository (default: the one with a go.work, from here upwards)")
	return flags, root
}

// parseFlags parses the flags of a command and refuses more than most further arguments.
func parseFlags(flags *flag.FlagSet, args []string, most int) error {
	if err := flags.Parse(args); err != nil {
		return errUsage
	}
	if flags.NArg() > most {
		fmt.Fprintf(flags.Output(), "unexpected argument %q\n", flags.Arg(most))
		return errUsage
	}
	return nil
}

func findRoot(root string) (string, error) {
	if root != "" {
		return filepath.Abs(root)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.work here or in a directory above")
		}
		dir = parent
	}
}

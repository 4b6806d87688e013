package cli

import (
	"context"
	"flag"
	"io"
)

// VerifyCommand returns the command verify of a program, which checks a proof in a file. help explains how. The result
// of verify is written by write or, with -json, as an object.
func VerifyCommand[T any](
	std Streams, program, help string,
	verify func(ctx context.Context, r io.Reader) (T, error), write func(found T, out io.Writer) error,
) *Command {
	var proof string
	var json bool
	flags := flag.NewFlagSet(program+" verify", flag.ContinueOnError)
	flags.StringVar(&proof, "proof", "", "`file` that solve wrote, - for standard input")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return Subcommand(flags, "-proof FILE [flags]", "Check a proof by the rules.", help, func(ctx context.Context) error {
		if proof == "" {
			return Usagef("-proof is missing")
		}
		found, err := Read(proof, std.In, func(r io.Reader) (T, error) { return verify(ctx, r) })
		switch {
		case err != nil:
			return err
		case json:
			return WriteJSON(std.Out, found)
		}
		return write(found, std.Out)
	})
}

package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/cli"
)

// verifying holds the flags of verify.
type verifying struct {
	proof string
	json  bool
}

func verifyCommand(std cli.Streams) *ffcli.Command {
	var v verifying
	flags := flag.NewFlagSet("havannah verify", flag.ContinueOnError)
	flags.StringVar(&v.proof, "proof", "", "`file` that solve wrote, - for standard input")
	flags.BoolVar(&v.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "verify",
		ShortUsage: "havannah verify -proof FILE [flags]",
		ShortHelp:  "Check a proof by the rules.",
		LongHelp: "All replies to all moves of the proof are played out by the rules. The file is believed only if it is whole, each\n" +
			"reply is answered, and each line ends with a win.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return v.run(ctx, std) },
	}
}

func (v *verifying) run(ctx context.Context, std cli.Streams) error {
	if v.proof == "" {
		return cli.Usagef("-proof is missing")
	}
	var g *havannah.Game
	p, err := cli.Read(v.proof, std.In, func(r io.Reader) (*proved, error) {
		game, found, err := havannah.VerifyProof(ctx, r)
		if err != nil {
			return nil, err
		}
		g = game
		return newProved(g, &found), nil
	})
	if err != nil {
		return err
	}
	if v.json {
		return cli.WriteJSON(std.Out, p)
	}
	fmt.Fprintf(std.Out, "%v%s wins", g, p.Winner)
	if p.Move != "" {
		fmt.Fprintf(std.Out, " by %s", p.Move)
	}
	fmt.Fprintln(std.Out)
	return p.write(std.Out, "verified")
}

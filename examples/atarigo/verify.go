package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/examples/internal/cli"
)

// verifying holds the flags of verify.
type verifying struct {
	proof string
	json  bool
}

func verifyCommand(std cli.Streams) *ffcli.Command {
	var v verifying
	flags := flag.NewFlagSet("atarigo verify", flag.ContinueOnError)
	flags.StringVar(&v.proof, "proof", "", "`file` that solve wrote, - for standard input")
	flags.BoolVar(&v.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "verify",
		ShortUsage: "atarigo verify -proof FILE [flags]",
		ShortHelp:  "Check a proof by the rules.",
		LongHelp: "All replies to all moves of the proof are played out. The file is believed only if it is whole, each reply is\n" +
			"answered and each line ends with a capture.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return v.run(ctx, std) },
	}
}

// verified is what verify says of a proof.
type verified struct {
	Winner  string  `json:"winner"`
	Move    string  `json:"move"`  // of the side to move, if it wins
	Moves   int     `json:"moves"` // in the proof
	Played  int     `json:"played"`
	Seconds float64 `json:"seconds"`
}

func (v *verifying) run(ctx context.Context, std cli.Streams) error {
	if v.proof == "" {
		return cli.Usagef("-proof is missing")
	}
	began := time.Now()
	p, err := cli.Read(v.proof, std.In, func(r io.Reader) (atarigo.ProofSummary, error) {
		return atarigo.VerifyProof(ctx, bufio.NewReader(r))
	})
	if err != nil {
		return err
	}
	found := verified{winner(p.Winner), move(p, p.Move), p.Moves, p.Played, time.Since(began).Seconds()}
	if v.json {
		return cli.WriteJSON(std.Out, found)
	}
	fmt.Fprintf(std.Out, "%v%s to move, %s wins", p.Start, atarigo.SideName(p.Start.ToMove()), found.Winner)
	if found.Move != "" {
		fmt.Fprintf(std.Out, " by %s", found.Move)
	}
	_, err = fmt.Fprintf(std.Out, ": verified\n%d moves, %d stones played, %.3f s\n", found.Moves, found.Played, found.Seconds)
	return err
}

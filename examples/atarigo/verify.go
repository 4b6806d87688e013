package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/atarigo/atarigo"
	"github.com/ply-search/ply/internal/cli"
)

func verifyCommand(std cli.Streams) *ffcli.Command {
	return cli.VerifyCommand(std, "atarigo",
		"All replies to all moves of the proof are played out. The file is believed only if it is whole, each reply is\n"+
			"answered and each line ends with a capture.",
		verify, (*verified).write)
}

// verified is what verify says of a proof.
type verified struct {
	Winner  string  `json:"winner"`
	Move    string  `json:"move"`  // of the side to move, if it wins
	Moves   int     `json:"moves"` // in the proof
	Played  int     `json:"played"`
	Seconds float64 `json:"seconds"`

	proof atarigo.ProofSummary
}

func verify(ctx context.Context, r io.Reader) (*verified, error) {
	began := time.Now()
	p, err := atarigo.VerifyProof(ctx, bufio.NewReader(r))
	if err != nil {
		return nil, err
	}
	return &verified{winner(p.Winner), move(p, p.Move), p.Moves, p.Played, time.Since(began).Seconds(), p}, nil
}

func (v *verified) write(out io.Writer) error {
	text := fmt.Sprintf("%v%s to move, %s wins", v.proof.Start, atarigo.SideName(v.proof.Start.ToMove()), v.Winner)
	if v.Move != "" {
		text += " by " + v.Move
	}
	_, err := fmt.Fprintf(out, "%s: verified\n%s, %s played, %.3f s\n", text, cli.Count(v.Moves, "move"), cli.Count(v.Played, "stone"), v.Seconds)
	return err
}

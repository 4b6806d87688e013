package main

import (
	"context"
	"fmt"
	"io"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
)

func verifyCommand(std cli.Streams) *cli.Command {
	return cli.VerifyCommand(std, "havannah",
		"All replies to all moves of the proof are played out by the rules. The file is believed only if it is whole, each\n"+
			"reply is answered, and each line ends with a win.",
		verify, (*verified).write)
}

// verified is what verify says of a proof.
type verified struct {
	*proved
	start *havannah.Game
}

func verify(ctx context.Context, r io.Reader) (*verified, error) {
	start, found, err := havannah.VerifyProof(ctx, r)
	if err != nil {
		return nil, err
	}
	return &verified{newProved(start, &found), start}, nil
}

func (v *verified) write(out io.Writer) error {
	text := fmt.Sprintf("%v%s wins", v.start, v.Winner)
	if v.Move != "" {
		text += " by " + v.Move
	}
	if _, err := fmt.Fprintln(out, text); err != nil {
		return err
	}
	return v.proved.write(out, "verified")
}

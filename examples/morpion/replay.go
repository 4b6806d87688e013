package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/cli"
)

func replayCommand(std cli.Streams) *ffcli.Command {
	var record recordFile
	var json bool
	flags := flag.NewFlagSet("morpion replay", flag.ContinueOnError)
	record.flags(flags)
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Command(flags, "-record FILE [flags]", "Check every move of a game, and draw where it ends.",
		"The points of the start are drawn as o, those added as *.", func(context.Context) error {
			variant, moves, err := record.read(std.In)
			if err != nil {
				return err
			}
			game := morpion.New(variant)
			for _, m := range moves {
				game.Play(m)
			}
			next := len(game.Moves(nil))
			end := fmt.Sprintf("%d moves to choose from are left", next)
			switch next {
			case 0:
				end = "no move is left"
			case 1:
				end = "1 move is left"
			}
			return cli.Write(std.Out, json, replayed{variant.String(), len(moves), next},
				"%s\n%v: %s, %s\n", game.Drawing(), variant, cli.Count(len(moves), "move"), end)
		})
}

// replayed is what replay says for scripts.
type replayed struct {
	Variant string `json:"variant"`
	Moves   int    `json:"moves"`
	Next    int    `json:"next"` // how many moves are legal at the end
}

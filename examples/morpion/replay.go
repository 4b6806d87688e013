package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/cli"
)

// A replay holds the flags of replay.
type replay struct {
	record recordFile
	json   bool
}

func replayCommand(std cli.Streams) *ffcli.Command {
	var r replay
	flags := flag.NewFlagSet("morpion replay", flag.ContinueOnError)
	r.record.flags(flags)
	flags.BoolVar(&r.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "replay",
		ShortUsage: "morpion replay -record FILE [flags]",
		ShortHelp:  "Check every move of a game, and draw where it ends.",
		LongHelp:   "The points of the start are drawn as o, those added as *.",
		FlagSet:    flags,
		Exec:       func(context.Context, []string) error { return r.run(std) },
	}
}

// replayed is what replay says for scripts.
type replayed struct {
	Variant string `json:"variant"`
	Moves   int    `json:"moves"`
	Next    int    `json:"next"` // how many moves are legal at the end
}

func (r *replay) run(std cli.Streams) error {
	variant, moves, err := r.record.read(std.In)
	if err != nil {
		return err
	}
	game := morpion.New(variant)
	for _, m := range moves {
		game.Play(m)
	}
	next := len(game.Moves(nil))
	if r.json {
		return cli.WriteJSON(std.Out, replayed{variant.String(), len(moves), next})
	}
	end := "no move is left"
	if next == 1 {
		end = "1 move is left"
	} else if next > 0 {
		end = fmt.Sprintf("%d moves to choose from are left", next)
	}
	_, err = fmt.Fprintf(std.Out, "%s\n%v: %s, %s\n", game.Drawing(), variant, cli.Count(len(moves), "move"), end)
	return err
}

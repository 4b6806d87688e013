// Command morpion searches the ends of games of Morpion solitaire and replays records.
package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/morpion/morpion"
)

func main() {
	cli.Main(&ffcli.Command{
		Name:       "morpion",
		ShortUsage: "morpion <command> [flags]",
		ShortHelp:  "Search, draw and replay games of Morpion solitaire.",
		LongHelp: "Morpion solitaire is a game of pencil and squared paper: add a point where it completes a row of\n" +
			"points, and draw a line through them, as long as you can.",
		Subcommands: []*ffcli.Command{
			countCommand(), searchCommand(), replayCommand(), drawCommand(), plotCommand(), graphCommand(),
		},
		Exec: func(context.Context, []string) error {
			return cli.Usagef("no command given")
		},
	})
}

// A recordFile is what the flags say of a game in a file.
type recordFile struct{ name, variant string }

func (f *recordFile) flags(set *flag.FlagSet) {
	set.StringVar(&f.name, "record", "", "`file` of a game in the notation of Pentasol, or - for standard input")
	set.StringVar(&f.variant, "variant", "5T", "`variant`: 5T, 5D, 4T or 4D")
}

// read reads and checks the game.
func (f *recordFile) read() (morpion.Variant, []morpion.Move, error) {
	if f.name == "" {
		return 0, nil, cli.Usagef("-record: want a file")
	}
	variant, err := morpion.ParseVariant(f.variant)
	if err != nil {
		return 0, nil, err
	}
	file, err := cli.Open(f.name)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	moves, err := morpion.ReadRecord(file, variant)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", cli.Name(f.name), err)
	}
	return variant, moves, nil
}

// position returns the position after so many moves of the game.
func (f *recordFile) position(from int) (*morpion.Game, error) {
	variant, moves, err := f.read()
	if err != nil {
		return nil, err
	}
	if from < 0 || from > len(moves) {
		return nil, fmt.Errorf("-from %d: the game has %d moves", from, len(moves))
	}
	game := morpion.New(variant)
	for _, m := range moves[:from] {
		game.Play(m)
	}
	return game, nil
}

// Command morpion searches the ends of games of Morpion solitaire and replays records.
package main

import (
	"flag"
	"io"

	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/morpion/morpion"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("morpion", "Search, draw and replay games of Morpion solitaire.",
		"Morpion solitaire is a game of pencil and squared paper: add a point where it completes a row of\n"+
			"points, and draw a line through them, as long as you can.",
		append([]*cli.Command{
			countCommand(std), searchCommand(std), replayCommand(std), drawCommand(std), plotCommand(std), graphCommand(std),
		}, queue.Commands(std, "morpion", countProblem, searchProblem)...)...)
}

type recordFile struct{ name, variant string }

func (f *recordFile) flags(set *flag.FlagSet) {
	set.StringVar(&f.name, "record", "", "`file` of a game in the notation of Pentasol, or - for standard input")
	variantFlag(set, &f.variant)
}

func variantFlag(flags *flag.FlagSet, to *string) {
	var names []string
	for _, v := range morpion.Variants() {
		names = append(names, v.String())
	}
	cli.Choice(flags, to, "variant", names[0], names, "`variant` of the rules")
}

func fromFlag(flags *flag.FlagSet, from *int, initial int) {
	cli.Number(flags, from, "from", initial, 0, 1000, "begin after this number of `moves` of the game")
}

func (f *recordFile) read(stdin io.Reader) (morpion.Variant, []morpion.Move, error) {
	if f.name == "" {
		return 0, nil, cli.Usagef("-record: want a file")
	}
	variant, err := morpion.ParseVariant(f.variant)
	if err != nil {
		return 0, nil, err
	}
	moves, err := cli.Read(f.name, stdin, func(r io.Reader) ([]morpion.Move, error) { return morpion.ReadRecord(r, variant) })
	return variant, moves, err
}

// position returns the first moves of the game and the position after them.
func (f *recordFile) position(from int, stdin io.Reader) (variant morpion.Variant, line []morpion.Move, game *morpion.Game, err error) {
	variant, moves, err := f.read(stdin)
	if err == nil && from > len(moves) {
		err = cli.Usagef("-from %d: the game has %d moves", from, len(moves))
	}
	if err != nil {
		return variant, nil, nil, err
	}
	game = morpion.New(variant)
	for _, m := range moves[:from] {
		game.Play(m)
	}
	return variant, moves[:from], game, nil
}

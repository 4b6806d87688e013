package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
)

// A drawing holds the flags of draw.
type drawing struct {
	rulesFlags
	fen, games, output string
	number             int
}

func drawCommand(std cli.Streams) *cli.Command {
	var d drawing
	flags := flag.NewFlagSet("loa draw", flag.ContinueOnError)
	d.flags(flags)
	flags.StringVar(&d.fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	flags.StringVar(&d.games, "games", "", "draw a game of this `file`, - for standard input, see games")
	cli.Number(flags, &d.number, "game", 1, 1, cli.Many, "`number` of the game in the file")
	flags.StringVar(&d.output, "o", "", "write a picture in SVG to this `file`, or to standard output if it is -; otherwise the position is written as text")
	return cli.Subcommand(flags, "[-fen FEN | -games FILE [-game N]] [-o FILE.svg] [flags]", "Draw a position, or a game with the board after each move, as text or as a picture in SVG.",
		recordHelp,
		func(context.Context) error { return d.run(std) })
}

func (d *drawing) run(std cli.Streams) error {
	if d.fen != "" && d.games != "" {
		return cli.Usagef("-fen and -games together")
	}
	game, err := d.position(d.fen)
	if err != nil {
		return err
	}
	picture := game.WriteSVG
	var moves []loa.Move
	if d.games != "" {
		all, err := records(d.games, std.In, d.Rules)
		if err != nil {
			return err
		}
		if d.number > len(all) {
			return fmt.Errorf("%s: no game %d: there are %d", cli.Name(d.games), d.number, len(all))
		}
		moves = all[d.number-1].Moves
		picture = func(w io.Writer) error { return game.WriteGameSVG(w, moves) }
	}
	switch d.output {
	case "":
		for _, m := range moves {
			game.Play(m)
		}
		_, err := fmt.Fprint(std.Out, game)
		return err
	case "-":
		return picture(std.Out)
	}
	return atomicfile.Write(d.output, picture)
}

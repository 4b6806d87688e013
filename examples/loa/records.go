package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
)

const recordHelp = "A file has a game a line: its moves, apart by spaces, with or without numbers, and at the end the result if it is known:\n" +
	"1-0 if Black wins, who moves first, 0-1 or 1/2-1/2. What follows # is left out."

type replayed struct {
	Line   int    `json:"line"`
	Moves  int    `json:"moves"`
	Said   string `json:"said,omitempty"`   // result in the file
	Result string `json:"result,omitempty"` // result of the last position, if the game is over there
	Ending string `json:"ending,omitempty"` // the same in words
}

func records(name string, stdin io.Reader, rules loa.Rules) ([]loa.Record, error) {
	return cli.Read(name, stdin, func(r io.Reader) ([]loa.Record, error) { return loa.ReadRecords(r, rules) })
}

func gamesCommand(std cli.Streams) *cli.Command {
	var rules rulesFlags
	var file string
	var json bool
	flags := flag.NewFlagSet("loa games", flag.ContinueOnError)
	rules.flags(flags)
	flags.StringVar(&file, "file", "-", "`file` of games, - for standard input")
	flags.BoolVar(&json, "json", false, "write a JSON object a line")
	return cli.Subcommand(flags, "[-file FILE] [flags]", "Replay recorded games, and check their moves and results.", recordHelp, func(context.Context) error {
		all, err := records(file, std.In, rules.Rules)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return fmt.Errorf("%s: no games", cli.Name(file))
		}
		for _, r := range all {
			game, err := loa.New(rules.Rules)
			if err != nil {
				return err
			}
			for _, m := range r.Moves {
				game.Play(m)
			}
			said := replayed{r.Line, len(r.Moves), r.Result, game.Result(), game.Ending()}
			if err := cli.Write(std.Out, json, said, "line %d: %s, %s %s\n", said.Line, cli.Count(said.Moves, "move"), cmp.Or(said.Ending, "not over"), said.Said); err != nil {
				return err
			}
		}
		return nil
	})
}

func drawCommand(std cli.Streams) *cli.Command {
	var rules rulesFlags
	var fen, games, output string
	var number int
	flags := flag.NewFlagSet("loa draw", flag.ContinueOnError)
	rules.flags(flags)
	flags.StringVar(&fen, "fen", "", "`position` in Forsyth-Edwards notation, on a board of its own size, instead of the start")
	flags.StringVar(&games, "games", "", "draw a game of this `file`, - for standard input, see games")
	cli.Number(flags, &number, "game", 1, 1, cli.Many, "`number` of the game in the file")
	flags.StringVar(&output, "o", "", "write a picture in SVG to this `file`, or to standard output if it is -; otherwise the position is written as text")
	return cli.Subcommand(flags, "[-fen FEN | -games FILE [-game N]] [-o FILE.svg] [flags]", "Draw a position, or a game with the board after each move, as text or as a picture in SVG.",
		recordHelp, func(context.Context) error {
			if fen != "" && games != "" {
				return cli.Usagef("-fen and -games together")
			}
			game, err := rules.position(fen)
			if err != nil {
				return err
			}
			picture := game.WriteSVG
			var moves []loa.Move
			if games != "" {
				all, err := records(games, std.In, rules.Rules)
				if err != nil {
					return err
				}
				if number > len(all) {
					return fmt.Errorf("%s: no game %d: there are %d", cli.Name(games), number, len(all))
				}
				moves = all[number-1].Moves
				picture = func(w io.Writer) error { return game.WriteGameSVG(w, moves) }
			}
			if output != "" {
				return cli.WriteFile(output, std.Out, picture)
			}
			for _, m := range moves {
				game.Play(m)
			}
			_, err = fmt.Fprint(std.Out, game)
			return err
		})
}

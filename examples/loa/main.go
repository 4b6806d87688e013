// Command loa counts lines of Lines of Action, plays it, and learns to evaluate it.
package main

import (
	"flag"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/internal/cli"
)

var sides = [2]string{loa.SideName(loa.Black), loa.SideName(loa.White)}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var rules rulesFlags
	return command.Command(command.Game[*loa.Game, loa.Move]{
		Name: "loa",
		About: "Play Lines of Action, and learn to evaluate it.\n" +
			"A man moves along a rank, file or diagonal by as many squares as there are men on it, over men of its own side but not\n" +
			"over the other's. Who connects all of his men wins. Moves are written as two squares, as in b1b3; a pass is 0000. Positions\n" +
			"are written in Forsyth-Edwards notation, with L for Black, who moves first and is written w, and l for White; the start is\n" +
			loa.StartFEN + ".\n" +
			"A position that has occurred before is a draw, which ends games but not the lines that perft counts.",
		Flags:   rules.flags,
		New:     rules.parse,
		Players: players(),
		Cells: func(g *loa.Game, _ int) [][]command.Cell {
			size := g.Rules().Size
			return command.Squares(size, size, func(file, rank int) string {
				return command.Stone(sides, g.Men(loa.Black), g.Men(1-loa.Black), 8*rank+file)
			})
		},
		Ending:   (*loa.Game).Ending,
		Position: "fen",
		MaxMoves: mostMoves,
		Opening:  openingMoves,
		Sides:    sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{
				againstCommand(std), gamesCommand(std), drawCommand(std), papersCommand(std), learnCommand(std), tuneCommand(std), solveCommand(std),
			}
		},
	}, std)
}

type rulesFlags struct{ loa.Rules }

func (r *rulesFlags) flags(flags *flag.FlagSet) {
	cli.Number(flags, &r.Size, "size", loa.MaxSize, loa.MinSize, loa.MaxSize, "`number` of ranks and files")
	flags.BoolVar(&r.MoverWins, "mover-wins", false, "a move that connects both sides wins, instead of being a draw")
	flags.BoolVar(&r.StuckLoses, "stuck-loses", false, "a side without a move loses, instead of passing")
}

// parse returns a position, or the start for "". A FEN determines the size.
func (r *rulesFlags) parse(fen string) (*loa.Game, error) {
	if fen == "" {
		return loa.New(r.Rules)
	}
	rules := r.Rules
	rules.Size = 0
	return loa.ParseFEN(fen, rules)
}

// position is parse for the flag -fen.
func (r *rulesFlags) position(fen string) (*loa.Game, error) {
	game, err := r.parse(fen)
	if err != nil {
		return nil, cli.Usagef("-fen: %w", err)
	}
	return game, nil
}

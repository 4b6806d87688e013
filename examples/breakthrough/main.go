// Command breakthrough plays Breakthrough, counts lines of play, and compares ways to combine playouts.
package main

import (
	"flag"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/alphabeta"
)

var sides = [2]string{"white", "black"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var columns, rows int
	uct := command.MCTS[*breakthrough.Game](mcts.Options[breakthrough.Move]{})
	uct.Name = "uct"
	return command.Command(command.Game[*breakthrough.Game, breakthrough.Move]{
		Name: "breakthrough",
		About: "Play Breakthrough.\n" +
			"Pieces go forward, straight or diagonally, and take diagonally. The first side with a piece on the edge of the other\n" +
			"wins.",
		Flags: func(flags *flag.FlagSet) {
			cli.Number(flags, &columns, "columns", breakthrough.Size, 2, breakthrough.Size, "`number` of columns")
			cli.Number(flags, &rows, "rows", breakthrough.Size, 4, breakthrough.Size, "`number` of rows")
		},
		New: command.FromStart(func() (*breakthrough.Game, error) { return breakthrough.New(columns, rows) }),
		Players: []command.Player[*breakthrough.Game, breakthrough.Move]{
			command.AlphaBeta[*breakthrough.Game](alphabeta.Options[breakthrough.Move]{Win: breakthrough.Win}), uct,
			command.Random[*breakthrough.Game](),
		},
		Opening: 2,
		Cells: func(g *breakthrough.Game, _ int) [][]command.Cell {
			return command.Squares(columns, rows, func(column, row int) string {
				return command.Stone(sides, g.Pieces(0), g.Pieces(1), breakthrough.Size*row+column)
			})
		},
		Sides: sides,
		More:  func(std cli.Streams) []*cli.Command { return []*cli.Command{papersCommand(std)} },
	}, std)
}

// Command havannah plays Havannah: with other programs, against itself in matches, and for speed. It solves small boards.
package main

import (
	"flag"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/internal/cli"
)

var sides = [2]string{"white", "black"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	size := 0
	return command.Command(command.Game[*havannah.Game, havannah.Cell]{
		Name: "havannah",
		About: "Play Havannah, in matches and with other programs, and solve small boards.\n" +
			"White (X) and black (O) take turns in putting stones on a hexagonal board. Who first has a chain that is a\n" +
			"ring around at least one cell, a bridge between two of the six corners, or a fork between three of the six\n" +
			"edges, which the corners are no part of, wins. White begins.\n\n" +
			"Cells have a letter and a number, a1 is in a corner. The board of size 4:\n\n" + drawing(),
		Flags:   func(flags *flag.FlagSet) { sizeFlag(flags, &size, 5) },
		New:     command.FromStart(func() (*havannah.Game, error) { return havannah.New(size) }),
		Players: players(),
		Cells:   cells,
		Opening: -1,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return append([]*cli.Command{gtpCommand(std), matchCommand(std), tuneCommand(std), againstCommand(std), benchCommand(std), papersCommand(std), solveCommand(std), verifyCommand(std)},
				queue.Commands(std, "havannah", matching)...)
		},
	}, std)
}

// cells returns the cells that the page of serve draws.
func cells(g *havannah.Game, _ int) (rows [][]command.Cell) {
	for _, row := range g.Rows() {
		drawn := make([]command.Cell, len(row))
		for x, c := range row {
			drawn[x].Name = string(g.AppendMove(nil, c))
			if side, ok := g.Stone(c); ok {
				drawn[x].Man = sides[side]
			}
		}
		rows = append(rows, drawn)
	}
	return rows
}

func sizeFlag(flags *flag.FlagSet, size *int, initial int) {
	cli.Number(flags, size, "size", initial, havannah.MinSize, havannah.MaxSize, "`cells` along an edge of the board")
}

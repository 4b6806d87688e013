// Command othello plays Othello, counts its lines, solves endgames and trains an evaluation.
package main

import (
	"strings"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/internal/queue"
	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/internal/cli"
)

var sides = [2]string{"Black", "White"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	return command.Command(command.Game[*othello.Game, othello.Move]{
		Name: "othello",
		About: "Solve endgames of Othello, train an evaluation, let players play.\n" +
			"Black (X) begins. Moves are squares, as in D3, or pass. A position has 64 squares from A1 to H1, A2 to H2 and so on,\n" +
			"X, O or - for none, then a space and the side to move, X or O.",
		New: func(position string) (*othello.Game, error) {
			if position == "" {
				return othello.New(), nil
			}
			board, side, _ := strings.Cut(position, " ")
			return othello.ParseBoard(board, side)
		},
		Players: players(),
		Cells: func(g *othello.Game, _ int) [][]command.Cell {
			discs := g.Board()
			return command.Cells(8, 8, func(column, row int) command.Cell {
				at := 8*row + column
				return command.Cell{Name: othello.Move(at).String(), Man: map[byte]string{'X': sides[othello.Black], 'O': sides[othello.White]}[discs[at]]}
			})
		},
		Opening: 8,
		Length:  30,
		Sides:   sides,
		More: func(std cli.Streams) []*cli.Command {
			return append([]*cli.Command{playCommand(std), perftCommand(std), solveCommand(std), trainCommand(std), nboardCommand(std), enhancementsCommand(std)},
				queue.Commands(std, "othello", counting)...)
		},
	}, std)
}

// Command chess plays chess, counts its lines of play, and plays matches against other engines.
package main

import (
	"cmp"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/internal/cli"
)

var sides = [2]string{board.SideName(chess.White), board.SideName(chess.Black)}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	return command.Command(command.Game[*chess.Game, chess.Move]{
		Name: "chess",
		About: "Play chess, and measure the search that plays it.\n" +
			"Moves are written as two squares, as in e2e4 and e7e8q, or as in Nf3 and e8=Q. Positions are written in Forsyth-Edwards\n" +
			"notation; the start is " + chess.Start + ".",
		New:     parse,
		Players: players(),
		Cells: func(g *chess.Game, _ int) [][]command.Cell {
			return command.Squares(8, 8, func(file, rank int) string { return board.Glyphs[g.LetterOn(8*rank+file)] })
		},
		Ending:   (*chess.Game).Ending,
		Position: "fen",
		MaxMoves: mostMoves,
		Length:   40,
		Sides:    sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{againstCommand(std), solveCommand(std), drawCommand(std), trainCommand(std)}
		},
	}, std)
}

// mostMoves is the number of moves after which a game of a match is a draw.
const mostMoves = 400

func parse(fen string) (*chess.Game, error) { return chess.ParseFEN(cmp.Or(fen, chess.Start)) }

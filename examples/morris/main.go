// Command morris solves and plays three and six men's morris.
package main

import (
	"flag"
	"fmt"

	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/examples/morris/morris"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("morris", "Solve and play three and six men's morris.",
		"Men are placed in turn, and then moved along lines. Three in a line win with three men each. With six they are a mill, which takes\n"+
			"a man of the other side, and a side that has two men left, or no move, loses. Moves are written as a point, as in c4, or as two, as\n"+
			"in c4c5, with a man that is taken as in c4xa3; play draws the board with their names. Positions are written as in\n"+
			"\"six .WB............. 5 5 w\": the points from the top left to the bottom right, the men that White and Black have still\n"+
			"to place, and the side to move.",
		kind.Commands(std)...)
}

var kind = &solved.Kind[*morris.Game, morris.Move]{
	Name:      "morris",
	Settings:  settings,
	Text:      func(g *morris.Game, m morris.Move) string { return g.Board().Text(m) },
	SideName:  morris.SideName,
	Positions: "board, points, men to place and the side to move, as in \"six .WB............. 5 5 w\"",
}

func settings(flags *flag.FlagSet) func() (*solved.Setting[*morris.Game], error) {
	var name string
	cli.Choice(flags, &name, "board", morris.Six().String(), []string{morris.Three().String(), morris.Six().String()}, "`number` of men of each side")
	return func() (*solved.Setting[*morris.Game], error) {
		b, err := morris.ParseBoard(name)
		if err != nil {
			return nil, err
		}
		return &solved.Setting[*morris.Game]{
			Label: "morris " + name,
			Start: morris.New(b),
			Parse: func(text string) (*morris.Game, error) {
				g, err := morris.Parse(text)
				if err == nil && g.Board() != b {
					err = fmt.Errorf("a position of the board %v: want one of -board %v", g.Board(), b)
				}
				return g, err
			},
			Summarize: func(s *retrograde.Solution) (any, string, error) {
				sum := solved.Summarize(s)
				return sum, sum.Text(name+" men's morris", "White"), nil
			},
		}, nil
	}
}

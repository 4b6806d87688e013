// Command go plays Go: with other programs by the Go Text Protocol, in matches against itself and other engines, and
// for speed.
package main

import (
	"flag"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
)

var sides = [2]string{"black", "white"}

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	var size int
	var r rules
	return command.Command(command.Game[*weiqi.Game, goban.Point]{
		Name: "go",
		About: "Play Go by sampling, in matches and with other programs.\n" +
			"Points have a letter and a number: A1 is in the lower left corner, and I is left out. The area decides, stones and\n" +
			"what they surround, and no position of stones may come back (positional superko).",
		Flags: func(flags *flag.FlagSet) {
			sizeFlag(flags, &size)
			rulesFlags(flags, &r)
		},
		New:      command.FromStart(func() (*weiqi.Game, error) { return r.game(size, weiqi.Knowledge{}) }),
		Players:  players(),
		Cells:    cells,
		MaxMoves: 5 * goban.MaxSize * goban.MaxSize,
		Opening:  -1,
		Sides:    sides,
		More: func(std cli.Streams) []*cli.Command {
			return []*cli.Command{gtpCommand(std), matchCommand(std), againstCommand(std), benchCommand(std), papersCommand(std)}
		},
	}, std)
}

// cells returns the cells that the page of serve draws.
func cells(g *weiqi.Game, _ int) [][]command.Cell {
	board := g.Board
	return command.Cells(board.Size(), board.Size(), func(column, row int) command.Cell {
		p := board.Point(column, board.Size()-1-row)
		man := ""
		if c := board.At(p); c != goban.Empty {
			man = sides[c-goban.Black]
		}
		return command.Cell{Name: board.Name(p), Man: man}
	})
}

func sizeFlag(flags *flag.FlagSet, size *int) {
	cli.Number(flags, size, "size", 9, goban.MinSize, goban.MaxSize, "`rows` and columns of the board")
}

// A rules is the flags for the rules.
type rules struct {
	name string
	komi float64
}

func rulesFlags(flags *flag.FlagSet, r *rules) {
	cli.Choice(flags, &r.name, "rules", "chinese", []string{"chinese", "tromp-taylor"},
		"`rules`, of which the latter permit the suicide of several stones")
	cli.Number(flags, &r.komi, "komi", 7.5, 0, 1000, "`points` for White, in halves")
}

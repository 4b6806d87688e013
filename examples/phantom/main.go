// Command phantom plays Phantom tic-tac-toe, and matches between searches of hidden information.
package main

import (
	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/phantom/phantom"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func newGame() (*phantom.Game, error) { return new(phantom.Game), nil }

func command(std cli.Streams) *cli.Command {
	return cli.Group("phantom", "Play Phantom tic-tac-toe.",
		"Two players put stones on a board of 3 by 3 cells, and do not see each other's. Who tries a cell with a stone of the\n"+
			"other is told so and tries another one. Three stones in a line win.",
		hidden.MatchCommand(std, "phantom", nil, newGame), playCommand(std))
}

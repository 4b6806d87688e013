// Command liarsdice solves the end of a game of Liar's dice, and plays matches between searches of hidden information.
package main

import (
	"flag"

	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/liarsdice/liarsdice"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	var solve, match choice
	return cli.Group("liarsdice", "Solve and play the end of Liar's dice.",
		"Two players roll one die each and see only their own. In turn they bid how many dice show a face, each bid higher\n"+
			"than the one before, until one of them doubts the last bid. Its player wins if it was true.",
		hidden.SolveCommand(std, hidden.Solvable[*liarsdice.Game, liarsdice.Move]{
			Program: "liarsdice",
			Flags:   solve.flags,
			Game: func() (*liarsdice.Game, string, error) {
				g, err := solve.newGame()
				return g, "Liar's dice", err
			},
			Key:  func(_ *liarsdice.Game, _ int, key []byte) string { return liarsdice.Key(key) },
			Unit: "games",
		}),
		hidden.MatchCommand(std, "liarsdice", match.flags, match.newGame))
}

type choice liarsdice.Rules

func (c *choice) flags(flags *flag.FlagSet) {
	cli.Number(flags, &c.Sides, "sides", liarsdice.MostSides, 1, liarsdice.MostSides, "`number` of sides of the dice")
	cli.Number(flags, &c.Joker, "joker", 0, 0, liarsdice.MostSides, "`face` that counts as any other (0: none)")
}

func (c *choice) newGame() (*liarsdice.Game, error) {
	if c.Joker > c.Sides {
		return nil, cli.Usagef("-joker %d: want a face of a die with %d sides", c.Joker, c.Sides)
	}
	return liarsdice.New(liarsdice.Rules(*c))
}

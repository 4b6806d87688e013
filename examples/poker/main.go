// Command poker solves and plays the poker of Kuhn and of Leduc.
package main

import (
	"flag"

	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/examples/poker/poker"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("poker", "Solve and play poker with few cards.",
		"Two players pay one chip and get a card each. They bet in turn: call pays what the other has raised (or checks),\n"+
			"raise pays one bet more, fold gives in. kuhn has three cards and one bet of 1; leduc two cards each of three\n"+
			"ranks, raises of 2, and after a card for both raises of 4. A pair with that card wins, or else the higher card.",
		solveCommand(std), playCommand(std))
}

func solveCommand(std cli.Streams) *cli.Command {
	var name string
	return hidden.SolveCommand(std, hidden.Solvable[*poker.Game, poker.Move]{
		Program: "poker",
		Flags:   func(flags *flag.FlagSet) { rulesFlag(flags, &name) },
		Game: func() (*poker.Game, string, error) {
			g, err := newGame(name)
			return g, name, err
		},
		Key:  func(g *poker.Game, _ int, key []byte) string { return g.Rules().Key(key) },
		Unit: "chips",
	})
}

func rulesFlag(flags *flag.FlagSet, name *string) {
	cli.Choice(flags, name, "rules", poker.Kuhn.Name, []string{poker.Kuhn.Name, poker.Leduc.Name}, "the `rules`")
}

func newGame(name string) (*poker.Game, error) {
	if name == poker.Leduc.Name {
		return poker.New(poker.Leduc)
	}
	return poker.New(poker.Kuhn)
}

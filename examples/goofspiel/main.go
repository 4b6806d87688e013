// Command goofspiel solves and plays Goofspiel.
package main

import (
	"flag"
	"slices"

	"github.com/ply-search/ply/examples/goofspiel/goofspiel"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("goofspiel", "Solve and play Goofspiel, the game of pure strategy.",
		"Two players have the same cards, and bid for prizes that are turned up one after the other. Both bid a card at the\n"+
			"same time; the higher card wins the prize, equal cards win nothing, and both cards are gone.",
		solveCommand(std), playCommand(std), plotCommand(std))
}

// dealing is the flags that say which game to play.
type dealing struct {
	cards  int
	order  string
	points bool
}

func (d *dealing) define(flags *flag.FlagSet, cards, most int) {
	cli.Number(flags, &d.cards, "cards", cards, 1, most, "`cards` of each player")
	cli.Choice(flags, &d.order, "order", goofspiel.Orders[0], goofspiel.Orders, "the `order` of the prizes")
	flags.BoolVar(&d.points, "points", false, "play for the difference of the points, not for who has more")
}

func (d *dealing) game() (*goofspiel.Game, error) {
	return goofspiel.New(goofspiel.Rules{Cards: d.cards, Order: goofspiel.Order(slices.Index(goofspiel.Orders, d.order)), Points: d.points})
}

// scale returns the outcome that counts as a full win.
func (d *dealing) scale() int {
	if !d.points {
		return 0
	}
	return d.cards * (d.cards + 1) / 2
}

// Command pig solves and plays the dice game of Pig.
package main

import (
	"flag"

	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	target := 0
	return command.Command(command.Game[*pig.Game, pig.Move]{
		Name: "pig",
		About: "Solve and play the dice game of Pig.\n" +
			"The player whose turn it is rolls a die as often as it likes. A 1 ends the turn, and brings nothing; other numbers\n" +
			"are added up, and count when the player holds. The first player with a number of points, usually 100, wins.\n" +
			"Moves are roll and hold, or their first letters.",
		Flags:   func(flags *flag.FlagSet) { targetFlag(flags, &target, mostSolved) },
		New:     command.FromStart(func() (*pig.Game, error) { return pig.New(target) }),
		Players: players(),
		Opening: -1,
		More:    func(std cli.Streams) []*cli.Command { return []*cli.Command{solveCommand(std)} },
	}, std)
}

// mostSolved is the greatest target of a game that is solved, which takes about 2 GB.
const mostSolved = 200

func targetFlag(flags *flag.FlagSet, target *int, most int) {
	cli.Number(flags, target, "target", 100, 2, min(most, pig.MostTarget), "`points` that win")
}

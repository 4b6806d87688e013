// Command 2048 plays the game of 2048, and measures how well.
package main

import (
	"flag"

	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("2048", "Play 2048 by expectimax.",
		"Tiles slide on a board of four by four cells; equal ones that meet become one of twice their number. After each\n"+
			"slide a new tile falls on an empty cell, a 2 nine times in ten and otherwise a 4.",
		playCommand(std), benchCommand(std), adviseCommand(std))
}

// thinking defines the flags for the limits of a player.
func thinking(flags *flag.FlagSet, opt *twenty48.PlayerOptions) {
	cli.Number(flags, &opt.Time, "time", 0, 0, cli.LongTime, "`time` for a move (0: no limit)")
	cli.Number(flags, &opt.Nodes, "nodes", 0, 0, cli.Many, "`positions` for a move (0: no limit)")
	cli.Number(flags, &opt.Depth, "depth", 0, 0, 250, "slides and new tiles to look `ahead` (0: no limit)")
}

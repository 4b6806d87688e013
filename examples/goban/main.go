// Command goban draws positions and games of Go, plays random games, solves problems of capture and connection by threats,
// counts lines of play and measures the board.
package main

import (
	"flag"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("goban", "The board of Go: draw positions and games, play random games, solve problems of connection and capture, count, and measure.",
		"Games are files in the Smart Game Format. A position is a text of a line for each row, from the top, with X for\n"+
			"a black stone, O for a white one, . for none and + for the point of a ko; a line \"white to move\" may follow.\n"+
			"Points have a letter and a number: A1 is in the lower left corner, and I is left out.",
		drawCommand(std), playCommand(std), perftCommand(std), connectCommand(std), transitiveCommand(std), captureCommand(std),
		threatsCommand(std), benchCommand(std))
}

func rulesFlags(flags *flag.FlagSet, rules *goban.Rules) {
	flags.BoolVar(&rules.Suicide, "suicide", false, "permit the suicide of several stones")
	flags.BoolVar(&rules.Superko, "superko", false, "forbid moves that repeat any position of stones, not only those of a ko")
}

// Command doubutsu solves and plays dōbutsu shōgi.
package main

import (
	"flag"

	"github.com/ply-search/ply/examples/doubutsu/doubutsu"
	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("doubutsu", "Solve and play dōbutsu shōgi, on 3 × 4 squares.",
		"A side wins by taking the lion, or by bringing its own to the last rank, where it cannot be taken. A lion that can be taken must be\n"+
			"taken. Moves are written as two squares, as in b2b3, and drops as in C*b2; positions as in \"gle/1c1/1C1/ELG b -\".\n"+
			"To solve the game takes 1.5 GB of memory, and minutes of all processors.",
		kind.Commands(std)...)
}

var kind = &solved.Kind[*doubutsu.Game, doubutsu.Move]{
	Name:      "doubutsu",
	Settings:  settings,
	Text:      func(_ *doubutsu.Game, m doubutsu.Move) string { return m.String() },
	SideName:  doubutsu.SideName,
	Positions: "ranks from the last to the first, the side to move, b or w, and the pieces in hand or -",
}

func settings(*flag.FlagSet) func() (*solved.Setting[*doubutsu.Game], error) {
	return func() (*solved.Setting[*doubutsu.Game], error) {
		return &solved.Setting[*doubutsu.Game]{
			Label:     "doubutsu",
			Start:     doubutsu.New(),
			Parse:     doubutsu.Parse,
			Summarize: summarize,
		}, nil
	}
}

// summarize leaves out the one position that stands for all with a captured lion.
func summarize(s *retrograde.Solution) (any, string, error) {
	sum := solved.Summarize(s)
	caught, err := s.At(0)
	if err == nil && caught.Plies != retrograde.Absent {
		sum.Positions--
		sum.Losses--
	}
	return sum, sum.Text("Dōbutsu shōgi", "the first player"), err
}

// Command teeko solves and plays Teeko.
package main

import (
	"flag"
	"fmt"

	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/examples/teeko/teeko"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("teeko", "Solve and play Teeko.",
		"Both players place four men each on 5 × 5 squares, and then move them to squares beside them. Four in a row win, or a square:\n"+
			"of 2 × 2 squares in the standard game, of any size in the advanced one. Moves are written as a square, as in c3, or as two\n"+
			"squares, as in c3c4; positions as in \"5/1B3/2W2/5/5 b\".",
		kind.Commands(std)...)
}

var kind = &solved.Kind[*teeko.Game, teeko.Move]{
	Name:      "teeko",
	Settings:  settings,
	Text:      func(_ *teeko.Game, m teeko.Move) string { return m.String() },
	SideName:  teeko.SideName,
	Positions: "ranks from the last to the first with B, W and numbers of empty squares, and the side to move, b or w",
}

func settings(flags *flag.FlagSet) func() (*solved.Setting[*teeko.Game], error) {
	var name string
	cli.Choice(flags, &name, "variant", teeko.Standard.String(), []string{teeko.Standard.String(), teeko.Advanced.String()}, "what wins")
	return func() (*solved.Setting[*teeko.Game], error) {
		v := teeko.Standard
		if name == teeko.Advanced.String() {
			v = teeko.Advanced
		}
		return &solved.Setting[*teeko.Game]{
			Label:     "teeko " + v.String(),
			Start:     teeko.New(v),
			Parse:     func(text string) (*teeko.Game, error) { return teeko.Parse(text, v) },
			Summarize: func(s *retrograde.Solution) (any, string, error) { return summarize(v, s) },
		}, nil
	}
}

// found is the result of solve as JSON. Wins, draws and losses count for the side to move.
type found struct {
	Variant string `json:"variant"`
	solved.Summary
	Different uint64 `json:"different"` // positions, counting images as one
}

// summarize summarizes a solution, counting each image separately.
func summarize(v teeko.Variant, s *retrograde.Solution) (any, string, error) {
	g := teeko.New(v)
	f := found{v.String(), solved.Summarize(s), s.Positions}
	f.Positions, f.Wins, f.Draws, f.Losses = 0, 0, 0, 0
	err := solved.EachFrom(s, 0, s.Indices(), func(index uint64, value retrograde.Value) error {
		if !g.SetIndex(index) {
			return fmt.Errorf("no position has index %d", index)
		}
		f.Add(value, uint64(g.Images()))
		return nil
	})
	return f, f.Text(v.String()+" Teeko", "the first player"), err
}

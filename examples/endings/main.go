// Command endings solves and plays chess endings with few men.
package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/examples/endings/endings"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/examples/internal/solved"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/search/retrograde"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("endings", "Solve and play chess endings with up to five men.",
		"Men are written as those of White from the king on, and then those of Black, as in KBNK and KQKR. Only one side may have pawns. With\n"+
			"the men goes all that they can come to by captures and promotions. Moves are written as two squares, as in e2e4, and a letter for\n"+
			"a promotion, as in e7e8q; positions in Forsyth-Edwards notation. Fifty moves without progress do not end a game.",
		kind.Commands(std)...)
}

var kind = &solved.Kind[*endings.Game, chess.Move]{
	Name:      "endings",
	Settings:  settings,
	Text:      func(_ *endings.Game, m chess.Move) string { return m.String() },
	SideName:  board.SideName,
	Positions: "Forsyth-Edwards notation, as in \"8/8/8/8/8/2k5/8/K6R w - - 0 1\"",
}

func settings(flags *flag.FlagSet) func() (*solved.Setting[*endings.Game], error) {
	var men string
	flags.StringVar(&men, "men", "KRK", "`men` of both sides")
	return func() (*solved.Setting[*endings.Game], error) {
		m, err := endings.ParseMaterial(men)
		if err != nil {
			return nil, cli.Usagef("-men: %w", err)
		}
		start := endings.New(m)
		return &solved.Setting[*endings.Game]{
			Label:     "endings " + m.String(),
			Start:     start,
			All:       true,
			Parse:     start.ParseFEN,
			Summarize: func(s *retrograde.Solution) (any, string, error) { return summarize(start, s) },
		}, nil
	}
}

// found is what solve says of the positions with all men.
type found struct {
	Men       string  `json:"men"`
	Positions uint64  `json:"positions"`
	Wins      uint64  `json:"wins"` // of White
	Draws     uint64  `json:"draws"`
	Losses    uint64  `json:"losses"`
	Longest   int     `json:"longest"` // win, in moves of the winner
	Example   string  `json:"example"` // of a longest win, with the winner to move
	All       uint64  `json:"all"`     // positions solved, of all material
	Bytes     uint64  `json:"bytes"`   // of memory
	Seconds   float64 `json:"seconds"`
}

// summarize counts what White wins and Black.
func summarize(start *endings.Game, s *retrograde.Solution) (any, string, error) {
	g := start.Clone()
	f := found{Men: start.Material().String(), All: s.Positions, Bytes: uint64(s.Memory), Seconds: s.Elapsed.Seconds()}
	first, end := start.Indices()
	longest := -1
	err := solved.EachFrom(s, first, end, func(index uint64, v retrograde.Value) error {
		if !g.SetIndex(index) {
			return fmt.Errorf("no position has index %d", index)
		}
		f.Positions++
		sign := solved.Sign(v)
		switch {
		case sign == 0:
			f.Draws++
			return nil
		case (sign > 0) == (g.ToMove() == chess.White):
			f.Wins++
		default:
			f.Losses++
		}
		f.Longest = max(f.Longest, (v.Plies+1)/2)
		if sign > 0 && v.Plies > longest {
			longest, f.Example = v.Plies, g.FEN()
		}
		return nil
	})
	if err == nil && f.Positions == 0 {
		err = errors.New("no positions")
	}
	text := fmt.Sprintf("%s: %d positions, images counted as one: White wins %d, Black %d, and %d are drawn.\n", f.Men, f.Positions, f.Wins, f.Losses, f.Draws)
	if f.Longest > 0 {
		text += fmt.Sprintf("The longest win takes %s of the winner: %s\n", cli.Count(f.Longest, "move"), f.Example)
	}
	return f, text + fmt.Sprintf("%d positions of all men", f.All), err
}

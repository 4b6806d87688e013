package play

import (
	"github.com/ply-search/ply/examples/breakthrough/breakthrough"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

func breakthroughGame() Game {
	board := grid{size: breakthrough.Size, upwards: true, class: chequered}
	r := rules[*breakthrough.Game, breakthrough.Move]{
		label: "Breakthrough, eight by eight squares", width: board.side(), height: board.side(),
		sides: []string{"White", "Black"},
		start: func() (*breakthrough.Game, error) { return breakthrough.New(breakthrough.Size, breakthrough.Size) },
		name:  func(_ *breakthrough.Game, m breakthrough.Move) string { return m.String() },
		path: func(_ *breakthrough.Game, m breakthrough.Move) []string {
			return []string{m.String()[:2], m.String()[3:]}
		},
		place: func(_ *breakthrough.Game, m breakthrough.Move) (from, to svg.Point) {
			return board.named(m.String()[:2]), board.named(m.String()[3:])
		},
		draw: func(d *svg.Drawing, _ *breakthrough.Game, moved []breakthrough.Move, _ int) {
			var men [breakthrough.Size * breakthrough.Size]string
			for i := range 2 * breakthrough.Size {
				men[i], men[len(men)-1-i] = "white", "black"
			}
			for _, m := range moved {
				men[m.To()], men[m.From()] = men[m.From()], ""
			}
			b := board
			b.man = func(x, y int) (string, string) {
				if man := men[breakthrough.Size*y+x]; man != "" {
					return "disc " + man, man
				}
				return "", ""
			}
			b.draw(d)
			if n := len(moved); n > 0 {
				d.Circle("last", board.named(moved[n-1].String()[3:]), 0.1)
			}
		},
		options: mcts.Options[breakthrough.Move]{Bandit: mcts.Hoeffding{K: 1}},
	}
	return Game{
		Name: "breakthrough", Title: "Breakthrough", Story: "breakthrough", Package: "mcts", Sides: r.sides, Start: r.begin,
		About: "A piece moves one step forwards, straight or diagonally, and captures diagonally. The first side to reach the opposite row wins. " +
			"Choose a piece and its target.",
		Demo: "uct",
	}
}

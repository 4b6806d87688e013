package play

import (
	"fmt"

	"github.com/ply-search/ply/examples/loa/loa"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/site/internal/svg"
)

func linesOfAction() Game {
	board := grid{size: 8, upwards: true, class: chequered}
	name := func(_ *loa.Game, m loa.Move) string { return m.String() }
	path := func(_ *loa.Game, m loa.Move) []string {
		if m == loa.Pass {
			return []string{"pass"}
		}
		return []string{m.String()[:2], m.String()[2:]}
	}
	place := func(g *loa.Game, m loa.Move) (from, to svg.Point) {
		if m == loa.Pass {
			middle := svg.At(board.side()/2, board.side()/2)
			return middle, middle
		}
		cells := path(g, m)
		return board.named(cells[0]), board.named(cells[1])
	}
	r := rules[*loa.Game, loa.Move]{
		label: "Lines of Action, eight by eight squares", width: board.side(), height: board.side(),
		sides: []string{"Black", "White"},
		start: func() (*loa.Game, error) { return loa.Start(), nil },
		name:  name, path: path, place: place,
		draw: func(d *svg.Drawing, g *loa.Game, moved []loa.Move, _ int) {
			black, white := g.Men(loa.Black), g.Men(1-loa.Black)
			b := board
			b.man = func(x, y int) (string, string) {
				switch bit := uint64(1) << (8*y + x); {
				case black&bit != 0:
					return "disc black", "black"
				case white&bit != 0:
					return "disc white", "white"
				}
				return "", ""
			}
			b.draw(d)
			if n := len(moved); n > 0 && moved[n-1] != loa.Pass {
				_, to := place(g, moved[n-1])
				d.Circle("last", to, 0.1)
			}
			if moves := g.Moves(nil); len(moves) == 1 && moves[0] == loa.Pass {
				d.Cell("pass", "pass", func() { d.Text("label", svg.At(board.side()/2, board.side()/2), 0.6, "Pass") })
			}
		},
		result: func(g *loa.Game) string {
			black, white := g.Connected(loa.Black), g.Connected(1-loa.Black)
			switch {
			case black && !white:
				return "Black wins"
			case white && !black:
				return "White wins"
			}
			return "a draw"
		},
	}
	r.think = deepen(func(*loa.Game) alphabeta.Options[loa.Move] {
		opt := alphabeta.Options[loa.Move]{Depth: 40, TableFrom: 2, OrderFrom: 2}
		opt.Tree.Repetitions = true
		if trained, err := loa.Trained(); err == nil {
			opt.Evaluator = trained
		}
		return opt
	}, func(v int) string {
		if loa.Decided(v) {
			return map[bool]string{true: "won", false: "lost"}[v > 0]
		}
		return fmt.Sprintf("%+d", v)
	})
	return Game{
		Name: "loa", Title: "Lines of Action", Story: "loa", Package: "search/alphabeta", Sides: r.sides, Start: r.begin,
		Knows: "It is alpha-beta with an evaluation whose weights were learned by self-play.",
		About: "A piece moves along a line by as many squares as there are pieces on that line. It may jump over pieces of its own side only, and captures " +
			"the piece on which it lands. The first side with all its pieces connected wins; diagonal neighbours are connected. Choose a piece and its target.",
		Demo: "alpha-beta",
	}
}

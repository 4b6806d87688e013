package play

import (
	"fmt"

	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

const gobanSize = 9

func goGame() Game {
	set := weiqi.Chinese
	set.Komi = 7.5
	at := func(g *weiqi.Game, p goban.Point) svg.Point {
		if p == goban.Pass {
			return svg.At(gobanSize/2.0+gridMargin, gobanSize+gridMargin+0.5)
		}
		x, y := g.Board.XY(p)
		return svg.At(gridMargin+float64(x)+0.5, float64(gobanSize-y)-0.5)
	}
	name := func(g *weiqi.Game, p goban.Point) string {
		if p == goban.Pass {
			return "pass"
		}
		return g.Board.Name(p)
	}
	r := rules[*weiqi.Game, goban.Point]{
		label: "Go, nine by nine lines", width: gobanSize + gridMargin, height: gobanSize + gridMargin + 0.9,
		sides: []string{"Black", "White"},
		start: func() (*weiqi.Game, error) { return weiqi.New(gobanSize, set, weiqi.Strong) },
		name:  name,
		place: func(g *weiqi.Game, p goban.Point) (from, to svg.Point) { return at(g, p), at(g, p) },
		draw: func(d *svg.Drawing, g *weiqi.Game, moved []goban.Point, _ int) {
			d.Goban(gridMargin, g.Board.Size())
			for _, star := range [5][2]int{{2, 2}, {2, 6}, {4, 4}, {6, 2}, {6, 6}} {
				d.Circle("star", at(g, g.Board.Point(star[0], star[1])), 0.09)
			}
			for _, p := range g.Board.Points() {
				color := g.Board.At(p)
				label := g.Board.Name(p) + ": " + color.String()
				d.Cell(g.Board.Name(p), label, func() {
					class := map[goban.Color]string{goban.Empty: "spot", goban.Black: "stone black", goban.White: "stone white"}[color]
					d.Circle(class, at(g, p), 0.46)
				})
			}
			if n := len(moved); n > 0 && moved[n-1] != goban.Pass {
				d.Circle("last", at(g, moved[n-1]), 0.14)
			}
			d.Cell("pass", "pass", func() {
				middle := at(g, goban.Pass)
				d.Rect("button", middle.X-1, middle.Y-0.35, 2, 0.7)
				d.Text("inside", middle, 0.38, "Pass")
			})
		},
		result: func(g *weiqi.Game) string {
			score, err := g.FinalScore()
			if err != nil {
				score = g.Board.Score()
			}
			switch {
			case score > 0:
				return fmt.Sprintf("Black wins by %g", score)
			case score < 0:
				return fmt.Sprintf("White wins by %g", -score)
			}
			return "a draw"
		},
		options: mcts.Options[goban.Point]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 200}, NoSolver: true},
	}
	return Game{
		Name: "go", Title: "Go, 9 × 9", Story: "go", Package: "mcts", Sides: r.sides, Start: r.begin,
		Knows: "It is mcts with RAVE, prior knowledge of moves, and playouts that answer ataris and use some patterns.",
		About: "Surround more of the board than the other side. Stones without adjacent free points are captured. Two consecutive passes end the game. " +
			"White gets 7½ points for moving second.",
		Demo: "uct",
	}
}

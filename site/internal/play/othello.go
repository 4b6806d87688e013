package play

import (
	"fmt"
	"strings"

	"github.com/ply-search/ply/examples/othello/othello"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/site/internal/svg"
)

func othelloGame() Game {
	board := grid{size: 8, class: func(int, int) string { return "felt" }}
	name := func(_ *othello.Game, m othello.Move) string { return strings.ToLower(m.String()) }
	at := func(g *othello.Game, m othello.Move) svg.Point {
		if m == othello.Pass {
			return svg.At(board.side()/2, board.side()/2)
		}
		return board.named(name(g, m))
	}
	r := rules[*othello.Game, othello.Move]{
		label: "Othello, eight by eight squares", width: board.side(), height: board.side(),
		sides: []string{"Black", "White"},
		start: func() (*othello.Game, error) {
			g := othello.New()
			g.SetEvaluation(othello.Trained())
			return g, nil
		},
		name:  name,
		place: func(g *othello.Game, m othello.Move) (from, to svg.Point) { return at(g, m), at(g, m) },
		draw: func(d *svg.Drawing, g *othello.Game, moved []othello.Move, _ int) {
			discs := g.Board()
			b := board
			b.man = func(x, y int) (string, string) {
				switch discs[8*y+x] {
				case 'X':
					return "disc black", "black"
				case 'O':
					return "disc white", "white"
				}
				return "", ""
			}
			b.draw(d)
			if n := len(moved); n > 0 && moved[n-1] != othello.Pass {
				d.Circle("last", at(g, moved[n-1]), 0.1)
			}
			if moves := g.Moves(nil); len(moves) == 1 && moves[0] == othello.Pass {
				d.Cell("pass", "pass", func() {
					d.Rect("button", board.side()/2-1, board.side()/2-0.4, 2, 0.8)
					d.Text("inside", svg.At(board.side()/2, board.side()/2), 0.4, "Pass")
				})
			}
		},
		result: func(g *othello.Game) string {
			black, white := g.Discs(othello.Black), g.Discs(othello.Black+1)
			score := fmt.Sprintf(", %d to %d", max(black, white), min(black, white))
			switch {
			case black > white:
				return "Black wins" + score
			case white > black:
				return "White wins" + score
			}
			return "a draw"
		},
	}
	r.think = deepen(func(g *othello.Game) alphabeta.Options[othello.Move] {
		opt := alphabeta.Options[othello.Move]{
			TableFrom: 2, OrderFrom: 2,
			Order: alphabeta.TableMove | alphabeta.Ranks,

			Win: alphabeta.AnyDistance, // the margin of discs counts, not the length of the game
		}
		opt.Tree.Bounds = g.Empties() <= 16 // searched to the end
		return opt
	}, func(v int) string { return fmt.Sprintf("%+.1f", float64(v)/othello.Disc) })
	return Game{
		Name: "othello", Title: "Othello", Story: "othello", Package: "search/alphabeta", Sides: r.sides, Start: r.begin,
		Knows: "It is alpha-beta with a pattern evaluation that was trained by self-play. Values are differences of discs.",
		About: "Enclose discs of the other colour in a line between two of yours, and they become yours. The side with more discs at the end wins.",
		Demo:  "alpha-beta",
	}
}

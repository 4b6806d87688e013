package play

import (
	"fmt"
	"math"

	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

// havannahSize is the number of cells along an edge.
const havannahSize = 5

// hexagon returns the centre of a cell, counted from 0. Columns lean to the left by half a cell per row.
func hexagon(x, y float64) svg.Point {
	return svg.At(gridMargin+x-y/2+havannahSize/2.0, gridMargin+y*math.Sqrt(3)/2+0.6)
}

func havannahGame() Game {
	knowledge, rave := havannah.Strong(havannahSize)
	at := func(g *havannah.Game, c havannah.Cell) svg.Point {
		name := g.Name(c)
		x, y := int(name[0]-'a'), 0
		for _, digit := range name[1:] {
			y = 10*y + int(digit-'0')
		}
		return hexagon(float64(x), float64(y-1))
	}
	r := rules[*havannah.Game, havannah.Cell]{
		label: "Havannah, five cells along an edge", width: 2*havannahSize - 1 + 2*gridMargin, height: (2*havannahSize-2)*math.Sqrt(3)/2 + 1.2 + gridMargin,
		unit:  0.9,
		sides: []string{"White", "Black"},
		start: func() (*havannah.Game, error) { return havannah.New(havannahSize) },
		name:  func(g *havannah.Game, c havannah.Cell) string { return g.Name(c) },
		place: func(g *havannah.Game, c havannah.Cell) (from, to svg.Point) { return at(g, c), at(g, c) },
		draw: func(d *svg.Drawing, g *havannah.Game, moved []havannah.Cell, _ int) {
			empty, err := havannah.New(g.Size())
			if err != nil {
				return // the size is valid
			}
			for k := range 2*havannahSize - 1 { // first cells of column k and of row k
				other := max(0, k-havannahSize+1)
				d.Text("margin", hexagon(float64(k), float64(other)-0.85), 0.3, string(rune('a'+k)))
				d.Text("margin", hexagon(float64(other)-0.85, float64(k)), 0.3, fmt.Sprint(k+1))
			}
			for _, c := range empty.Moves(nil) {
				side, taken := g.Stone(c)
				label := g.Name(c) + ": empty"
				if taken {
					label = g.Name(c) + ": " + [2]string{"white", "black"}[side]
				}
				d.Cell(g.Name(c), label, func() {
					middle := at(g, c)
					var corners []svg.Point
					for k := range 6 {
						turn := math.Pi/6 + float64(k)*math.Pi/3
						corners = append(corners, svg.At(middle.X+math.Cos(turn)/math.Sqrt(3), middle.Y+math.Sin(turn)/math.Sqrt(3)))
					}
					d.Polygon("hex", corners...)
					if taken {
						d.Circle("stone "+[2]string{"white", "black"}[side], middle, 0.38)
					}
				})
			}
			if n := len(moved); n > 0 {
				d.Circle("last", at(g, moved[n-1]), 0.12)
			}
		},
		result: func(g *havannah.Game) string {
			if g.Outcome() == 0 {
				return "a draw"
			}
			return [2]string{"White", "Black"}[1-g.ToMove()] + " wins by a " + g.Ending().String()
		},
		options: mcts.Options[havannah.Cell]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: rave}, Decisive: mcts.DecisiveInTree},
		tree: func(g *havannah.Game, opt mcts.Options[havannah.Cell]) (*mcts.Tree[havannah.Cell], error) {
			return mcts.New(&havannah.Informed{Game: g, Knowledge: knowledge}, opt)
		},
	}
	return Game{
		Name: "havannah", Title: "Havannah", Story: "havannah", Package: "mcts", Sides: r.sides, Start: r.begin,
		Knows: "It is mcts with RAVE, decisive moves, and a preference for chains that touch edges.",
		About: "Put a stone on any cell. Win with a ring around any cell, a bridge between two corners, or a fork between three edges. Corners belong to no edge.",
		Demo:  "uct",
	}
}

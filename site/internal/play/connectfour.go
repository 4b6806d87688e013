package play

import (
	"fmt"

	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/site/internal/svg"
)

func connectFour() Game {
	r := rules[*connectfour.Game, connectfour.Drop]{
		label: "Connect Four, seven columns", width: connectfour.Columns, height: connectfour.Rows + gridMargin,
		sides: []string{"Yellow", "Red"},
		start: func() (*connectfour.Game, error) { return new(connectfour.Game), nil },
		draw:  drawConnectFour,
		name:  func(_ *connectfour.Game, m connectfour.Drop) string { return m.String() },
		place: func(_ *connectfour.Game, m connectfour.Drop) (from, to svg.Point) {
			p := slot(m)
			return p, p
		},
		options: mcts.Options[connectfour.Drop]{Bandit: mcts.Hoeffding{K: 1}},
	}
	return Game{
		Name: "connectfour", Title: "Connect Four", Story: "connectfour", Package: "mcts", Sides: r.sides,
		About: "Choose a column, and your stone falls to its lowest free cell. Four stones in a line win: horizontally, vertically or diagonally.",
		Demo:  "uct",
		Start: r.begin,
	}
}

// slot returns the centre of the cell into which a stone falls.
func slot(m connectfour.Drop) svg.Point {
	row := int(m) % (connectfour.Rows + 1)
	return svg.At(float64(m.Column())+0.5, float64(connectfour.Rows-row)-0.5)
}

func drawConnectFour(d *svg.Drawing, _ *connectfour.Game, moved []connectfour.Drop, _ int) {
	for column := range connectfour.Columns {
		d.Text("margin", svg.At(float64(column)+0.5, connectfour.Rows+gridMargin/2), 0.3, fmt.Sprint(column+1))
		label := fmt.Sprintf("column %d:", column+1)
		for i, m := range moved {
			if m.Column() == column {
				label += [2]string{" yellow", " red"}[i%2]
			}
		}
		d.Cell(fmt.Sprint(column+1), label, func() {
			d.Rect("wood", float64(column), 0, 1, connectfour.Rows)
			for row := range connectfour.Rows {
				d.Circle("hole", svg.At(float64(column)+0.5, float64(row)+0.5), 0.42)
			}
			for i, m := range moved {
				if m.Column() == column {
					d.Circle(fmt.Sprintf("stone side%d", i%2), slot(m), 0.42)
				}
			}
		})
	}
	if len(moved) > 0 {
		d.Circle("last", slot(moved[len(moved)-1]), 0.12)
	}
}

package backgammon

import (
	"fmt"
	"strings"
)

// signs stand for the checkers of each side in text.
var signs = [2]string{"O", "X"}

// rows are the rows of each half of the board in text.
const rows = 5

// text draws the board with White's home board at the lower right.
func (g *Game) text() string {
	var b strings.Builder
	for half := range 2 {
		edge := " +" + g.edge(half, 0, 6) + "-+---+" + g.edge(half, 6, 12) + "-+\n"
		if half == 0 {
			b.WriteString(edge)
		}
		for row := range rows {
			if half == 1 {
				row = rows - 1 - row
			}
			b.WriteString(" |")
			for column := range 12 {
				if column == 6 {
					b.WriteString(" |" + g.stack(1-half, Bar, row) + "|")
				}
				side, point := g.column(half, column)
				b.WriteString(g.stack(side, point, row))
			}
			b.WriteString(" |\n")
		}
		if half == 0 {
			b.WriteString(" |" + strings.Repeat(" ", 19) + "|BAR|" + strings.Repeat(" ", 19) + "|\n")
		} else {
			b.WriteString(edge)
		}
	}
	for side := range 2 {
		fmt.Fprintf(&b, "%s %s: %d pips, %d off\n", SideName(side), signs[side], g.Pips(side), g.At(side, Off))
	}
	if !g.Finished() {
		b.WriteString(g.caption() + "\n")
	}
	return b.String()
}

// edge returns the numbers of some points of the upper half, 0, or the lower half, 1.
func (g *Game) edge(half, from, to int) string {
	text := ""
	for column := from; column < to; column++ {
		text += fmt.Sprintf("%3d", g.number(half, column))
	}
	return strings.ReplaceAll(text, " ", "-")
}

// number returns the number of a point for the side whose turn it is.
func (g *Game) number(half, column int) int {
	point := 13 + column
	if half == 1 {
		point = 12 - column
	}
	if g.now.side == 1 {
		point = Bar - point
	}
	return point
}

// column returns the side with checkers on a point of the board, or a side without, and its number of the point.
func (g *Game) column(half, column int) (side, point int) {
	side, point = g.Turn(), g.number(half, column)
	if g.At(side, point) == 0 {
		side, point = 1-side, Bar-point
	}
	return side, point
}

// stack returns the checker of a stack that a row shows. Row 4 shows the number of a greater stack.
func (g *Game) stack(side, point, row int) string {
	n := g.At(side, point)
	switch {
	case n <= row:
		return "   "
	case row == rows-1 && n > rows:
		return fmt.Sprintf("%3d", n)
	}
	return "  " + signs[side]
}

// caption tells what happens next or who has won.
func (g *Game) caption() string {
	name := SideName(g.Turn())
	switch a, b := g.Dice(); {
	case g.Finished():
		return g.Ending()
	case a > 0:
		return fmt.Sprintf("%s plays %d%d, position %s", name, a, b, g.ID())
	}
	return fmt.Sprintf("%s throws, position %s", name, g.ID())
}

// Ending returns the winner and the points of a finished game, or "" if the game goes on.
func (g *Game) Ending() string {
	if !g.Finished() {
		return ""
	}
	return SideName(1-g.Turn()) + [...]string{"", " wins", " wins a gammon", " wins a backgammon"}[-g.Outcome()]
}

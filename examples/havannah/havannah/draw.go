package havannah

import (
	"fmt"
	"strings"
)

// String draws the board: X are the stones of white, O those of black. Numbers stand before their rows. The
// letters of columns stand above them: columns lean to the left, those of the right half from a letter at
// the end of a row.
func (g *Game) String() string {
	var b strings.Builder
	half := g.size - 1
	fmt.Fprintf(&b, "%*s", half+4, "")
	for x := range g.size {
		fmt.Fprintf(&b, "%-2s", letters(x))
	}
	b.WriteByte('\n')
	for y := range 2*g.size - 1 {
		// A row begins half a cell to the left of the one above, in the lower half to the right.
		fmt.Fprintf(&b, "%*s%2d ", max(half-y, y-half), "", y+1)
		for x := max(0, y-half); x <= min(2*half, y+half); x++ {
			c, _ := g.at(x, y)
			side, taken := g.Stone(c)
			switch {
			case !taken:
				b.WriteString(". ")
			case side == 0:
				b.WriteString("X ")
			default:
				b.WriteString("O ")
			}
		}
		if 0 < y && y <= half {
			b.WriteString(letters(y + half))
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

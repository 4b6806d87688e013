package havannah

import (
	"fmt"
	"strings"
)

// String draws the board: X are the stones of white, O those of black. Letters go with the columns that lean
// to the left, numbers with the rows.
func (g *Game) String() string {
	var b strings.Builder
	width := 2*g.size - 1
	// Row y stands on its own line; a step to the next row goes down and to the left, or with a letter down
	// and to the right.
	for y := range width {
		indent := y - (g.size - 1)
		if indent < 0 {
			indent = -indent
		}
		fmt.Fprintf(&b, "%*s%2d ", indent, "", y+1)
		for x := range width {
			c, ok := g.at(x, y)
			if !ok {
				continue
			}
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
		// The letter of the last column stands at the end of the row.
		fmt.Fprintf(&b, "%s\n", letters(min(width-1, y+g.size-1)))
	}
	return b.String()
}

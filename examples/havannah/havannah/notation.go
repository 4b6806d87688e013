package havannah

import (
	"fmt"
	"strconv"
	"strings"
)

// String draws the board, with white stones as X and black stones as O. Numbers stand before their rows. Columns lean to the left
// and have their letters above or, in the right half, at the end of a row.
func (g *Game) String() string {
	var b strings.Builder
	half := g.size - 1
	fmt.Fprintf(&b, "%*s", half+4, "")
	for x := range g.size {
		fmt.Fprintf(&b, "%-2s", letters(x))
	}
	b.WriteByte('\n')
	for y := range 2*g.size - 1 {
		// A row begins half a cell to the left of the row above, in the lower half to the right.
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

// letters returns the letter of a column; aa follows z.
func letters(x int) string {
	if x < 26 {
		return string(rune('a' + x))
	}
	return letters(x/26-1) + letters(x%26)
}

// Name returns the name of a cell: the letter of its column and the number of its row, such as a1.
func (g *Game) Name(c Cell) string {
	x, y := g.coordinates(c)
	return letters(x) + fmt.Sprint(y+1)
}

func (g *Game) AppendMove(dst []byte, c Cell) []byte { return append(dst, g.Name(c)...) }

// Parse returns the cell of a name, in small letters or capitals.
func (g *Game) Parse(name string) (Cell, error) {
	text := strings.ToLower(name)
	digits := strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz")
	column := 0
	for _, r := range text[:len(text)-len(digits)] {
		if column = 26*column + int(r-'a') + 1; column > 2*MaxSize {
			break
		}
	}
	row, err := strconv.Atoi(digits)
	if err != nil || column == 0 {
		return 0, fmt.Errorf("%q is no cell: want a letter and a number, such as a1", name)
	}
	c, ok := g.at(column-1, row-1)
	if !ok {
		return 0, fmt.Errorf("%q is not on a board of size %d", name, g.size)
	}
	return c, nil
}

// ParseMove returns the cell of a name if a stone can be put there now, or an error that says why not.
func (g *Game) ParseMove(name string) (Cell, error) {
	c, err := g.Parse(name)
	if err == nil {
		err = g.Legal(c)
	}
	return c, err
}

// Legal returns an error that says why a move is not legal, or nil.
func (g *Game) Legal(c Cell) error {
	switch {
	case g.over != Unfinished:
		return fmt.Errorf("the game is over: %v", g.over)
	case int(c) >= len(g.place) || g.place[c] < 0:
		return fmt.Errorf("cell %d is not on the board", c)
	case g.stones[c].colour != nobody:
		return fmt.Errorf("%s is taken", g.Name(c))
	}
	return nil
}

// Names returns the names of the moves played.
func (g *Game) Names() (names []string) {
	for _, t := range g.played {
		names = append(names, g.Name(t.cell))
	}
	return names
}

// PlayNames plays moves by their names, up to the first that is not legal.
func (g *Game) PlayNames(names []string) error {
	for _, name := range names {
		c, err := g.ParseMove(name)
		if err != nil {
			return err
		}
		g.Play(c)
	}
	return nil
}

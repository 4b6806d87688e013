package atarigo

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

// StartNames returns the names of the positions that [Start] knows.
func StartNames() []string { return []string{"empty", "cross", "cross-high", "cross-low", "stable"} }

// Start returns a position to begin with, Black to move:
//
//   - empty: no stones
//   - cross, on boards of even size: two stones of each side that cut one another in the middle, black ones at the
//     lower left and the upper right
//   - cross-high and cross-low, on boards of odd size: such a cross with its lower right stone on the centre point,
//     which is Black's or White's
//   - stable, on boards of even size: two black stones side by side above two white ones in the middle
func Start(size int, name string) (*Game, error) {
	g, err := New(size)
	if err != nil {
		return nil, err
	}
	middle := size / 2 // of the upper right cell of four in the middle
	even := size%2 == 0
	at := func(row, column int) uint64 { return 1 << (row*stride + column) }
	switch name {
	case "empty":
	case "cross", "stable":
		if !even {
			return nil, fmt.Errorf("atarigo: start %s on a board of size %d, want an even size", name, size)
		}
		lower, upper := middle-1, middle
		g.put(Black, at(upper, upper))
		if name == "cross" {
			g.put(Black, at(lower, lower))
			g.put(White, at(lower, upper)|at(upper, lower))
		} else {
			g.put(Black, at(upper, lower))
			g.put(White, at(lower, lower)|at(lower, upper))
		}
	case "cross-high", "cross-low":
		if even {
			return nil, fmt.Errorf("atarigo: start %s on a board of size %d, want an odd size", name, size)
		}
		centre := Black
		if name == "cross-low" {
			centre = White
		}
		g.put(centre, at(middle, middle)|at(middle+1, middle-1))
		g.put(1-centre, at(middle, middle-1)|at(middle+1, middle))
	default:
		return nil, fmt.Errorf("atarigo: unknown start %q, want one of %s", name, strings.Join(StartNames(), ", "))
	}
	if g.capturable(Black) || g.capturable(White) {
		return nil, fmt.Errorf("atarigo: start %s on a board of size %d would have stones in atari", name, size)
	}
	return g, nil
}

// capturable returns whether a side has a string with one liberty or none.
func (g *Game) capturable(side int) bool {
	for rest := g.stones[side]; rest != 0; {
		str := stringOf(rest&-rest, g.stones[side])
		rest &^= str
		if atMostOne(around(str, g.empty())) {
			return true
		}
	}
	return false
}

// put adds stones of a side.
func (g *Game) put(side int, cells uint64) {
	was := g.side
	for ; cells != 0; cells &= cells - 1 {
		g.side = side
		g.toggle(Point(bits.TrailingZeros64(cells)))
		g.flip()
	}
	g.side = was
}

// flip changes nothing but the hash, by that of the side to move.
func (g *Game) flip() {
	for s := range g.keys {
		g.keys[s] ^= g.zobrist.side
	}
}

// Parse reads a position as [Game.String] draws it: one line for each row, the last row first, with X for black stones,
// O for white ones and . for empty cells, with or without spaces between them. A line "X to move" or "O to move" after
// the rows tells whose turn it is; without it that is Black's. Empty lines and lines that begin with # are skipped.
// Both sides may have any number of stones, but each string needs a liberty.
func Parse(r io.Reader) (*Game, error) {
	var rows []string
	var numbers []int
	side := Black
	scanner := textfile.Lines(r)
	done := false
	for scanner.Scan() {
		line := scanner.Line
		text := strings.TrimSpace(scanner.Text())
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
			continue
		case done:
			return nil, fmt.Errorf("line %d: %q after the side to move", line, clip(text))
		case text == "X to move" || text == "O to move":
			done = true
			if text[0] == 'O' {
				side = White
			}
			continue
		}
		text = strings.Join(strings.Fields(text), "")
		if i := strings.IndexFunc(text, func(c rune) bool { return c != 'X' && c != 'O' && c != '.' }); i >= 0 {
			return nil, fmt.Errorf("line %d: %q is no cell, want X, O or a dot", line, []rune(text[i:])[0])
		}
		if len(text) > MaxSize || len(text) < MinSize {
			return nil, fmt.Errorf("line %d: %d cells, want %d to %d", line, len(text), MinSize, MaxSize)
		}
		if len(rows) > 0 && len(text) != len(rows[0]) {
			return nil, fmt.Errorf("line %d: %d cells, but line %d has %d", line, len(text), numbers[0], len(rows[0]))
		}
		if len(rows) == len(text) {
			return nil, fmt.Errorf("line %d: row %d of a board of size %d", line, len(rows)+1, len(text))
		}
		rows, numbers = append(rows, text), append(numbers, line)
	}
	switch err := scanner.Err(); {
	case err != nil:
		return nil, err
	case len(rows) == 0:
		return nil, errors.New("no board")
	case len(rows) != len(rows[0]):
		return nil, fmt.Errorf("%d rows of %d cells, want a square", len(rows), len(rows[0]))
	}
	g, err := New(len(rows))
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		for column, c := range []byte(row) {
			cell := uint64(1) << ((g.size-1-i)*stride + column)
			switch c {
			case 'X':
				g.put(Black, cell)
			case 'O':
				g.put(White, cell)
			}
		}
	}
	if side == White {
		g.side = White
		g.flip()
	}
	for s, stones := range g.stones {
		empty := g.empty()
		for rest := stones; rest != 0; {
			str := stringOf(rest&-rest, stones)
			rest &^= str
			if around(str, empty) == 0 {
				p := Point(bits.TrailingZeros64(str))
				return nil, fmt.Errorf("line %d: the string of %s at %v has no liberty", numbers[g.size-1-int(p/stride)], SideName(s), p)
			}
		}
	}
	return g, nil
}

// clip shortens a text for a message.
func clip(text string) string {
	if len(text) > 20 {
		return text[:20] + "…"
	}
	return text
}

// SideName returns "black" or "white".
func SideName(side int) string { return [...]string{"black", "white"}[side] }

// ParsePoint returns the cell of a name such as "C3", on the board of g.
func (g *Game) ParsePoint(name string) (Point, error) {
	if len(name) == 2 {
		column, row := int(name[0]|0x20)-'a', int(name[1])-'1'
		if column >= 0 && column < g.size && row >= 0 && row < g.size {
			return Point(row*stride + column), nil
		}
	}
	last := Point((g.size-1)*stride + g.size - 1)
	return 0, fmt.Errorf("%q is no cell of the board, want A1 to %v", clip(name), last)
}

// AppendMove implements [ply.Notation].
func (g *Game) AppendMove(dst []byte, m Point) []byte { return append(dst, m.String()...) }

// ParseMove returns the legal move of a name such as "C3".
func (g *Game) ParseMove(name string) (Point, error) {
	m, err := g.ParsePoint(name)
	if err == nil && !g.Legal(m) {
		err = fmt.Errorf("%v is no legal move", m)
	}
	return m, err
}

// Size returns the number of rows of the board.
func (g *Game) Size() int { return g.size }

// Over returns whether the last move captured.
func (g *Game) Over() bool { return g.over }

// Legal returns whether m is a legal move.
func (g *Game) Legal(m Point) bool { return m < 64 && !g.over && g.legal()>>m&1 == 1 }

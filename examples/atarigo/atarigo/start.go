package atarigo

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/ply-search/ply/internal/cli/textfile"
)

// starts are the positions to begin with: the colours of the four cells in the middle, the upper ones first, and the remainder of
// the size of the board by 2.
var starts = []struct {
	name, cells string
	odd         int
}{{"empty", "", 0}, {"cross", "OXXO", 0}, {"cross-high", "XOOX", 1}, {"cross-low", "OXXO", 1}, {"stable", "XXOO", 0}}

// StartNames returns the names of the positions that [Start] knows.
func StartNames() (names []string) {
	for _, s := range starts {
		names = append(names, s.name)
	}
	return names
}

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
	i := slices.Index(StartNames(), name)
	if i < 0 {
		return nil, fmt.Errorf("atarigo: unknown start %q, want one of %s", name, strings.Join(StartNames(), ", "))
	}
	start := starts[i]
	if start.cells != "" && size%2 != start.odd {
		return nil, fmt.Errorf("atarigo: start %s on a board of size %d, want an %s size", name, size, [...]string{"even", "odd"}[start.odd])
	}
	var stones [2]uint64
	for i, c := range start.cells {
		stones[strings.IndexRune("XO", c)] |= 1 << (((size-1)/2+1-i/2)*stride + size/2 - 1 + i%2)
	}
	g.set(stones, Black)
	if g.weak(Black, 1)|g.weak(White, 1) != 0 {
		return nil, fmt.Errorf("atarigo: start %s on a board of size %d would have stones in atari", name, size)
	}
	return g, nil
}

// weak returns a string of a side that has at most this number of liberties, or 0.
func (g *Game) weak(side, liberties int) uint64 {
	for str, free := range stringsOf(g.stones[side], g.stones[side], g.empty()) {
		if count(free) <= liberties {
			return str
		}
	}
	return 0
}

// set makes the position one of stones and a side to move.
func (g *Game) set(stones [2]uint64, side int) {
	g.stones, g.side = stones, side
	for s := range g.keys {
		g.keys[s] = g.rehash(s)
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
			return nil, fmt.Errorf("line %d: %.20q after the side to move", line, text)
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
	var stones [2]uint64
	for i, row := range rows {
		for column, c := range row {
			if side := strings.IndexRune("XO", c); side >= 0 {
				stones[side] |= 1 << ((g.size-1-i)*stride + column)
			}
		}
	}
	g.set(stones, side)
	for s := range stones {
		if str := g.weak(s, 0); str != 0 {
			p := Point(bits.TrailingZeros64(str))
			return nil, fmt.Errorf("line %d: the string of %s at %v has no liberty", numbers[g.size-1-int(p/stride)], SideName(s), p)
		}
	}
	return g, nil
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
	return 0, fmt.Errorf("%.20q is no cell of the board, want A1 to %v", name, last)
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

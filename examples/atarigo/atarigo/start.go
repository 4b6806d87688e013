package atarigo

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ply-search/ply/examples/goban/goban"
)

// starts are the starting positions: the four cells in the middle, the upper ones first, and whether the size must be odd.
var starts = []struct {
	name, cells string
	odd         int
}{{"empty", "", 0}, {"cross", "OXXO", 0}, {"cross-high", "XOOX", 1}, {"cross-low", "OXXO", 1}, {"stable", "XXOO", 0}}

// StartNames returns the names of starting positions.
func StartNames() (names []string) {
	for _, s := range starts {
		names = append(names, s.name)
	}
	return names
}

// Start returns a starting position, Black to move:
//
//   - empty: no stones
//   - cross, on boards of even size: two stones of each side that cut one another in the middle, black ones at the
//     lower left and the upper right
//   - cross-high and cross-low, on boards of odd size: such a cross whose lower right stone, of Black or White, is on the
//     centre point
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

func (g *Game) set(stones [2]uint64, side int) {
	g.stones, g.side = stones, side
	for s := range g.keys {
		g.keys[s] = g.rehash(s)
	}
}

// Parse reads a position as [goban.ReadText] does, of 2 to 8 rows and without a ko.
func Parse(r io.Reader) (*Game, error) {
	b, err := goban.ReadText(r, goban.Rules{})
	if err == nil && b.Ko() != goban.NoPoint {
		err = fmt.Errorf("a ko at %s: want X, O or . for points", b.Name(b.Ko()))
	}
	if err != nil {
		return nil, err
	}
	g, err := New(b.Size())
	if err != nil {
		return nil, err
	}
	var stones [2]uint64
	for _, p := range b.Points() {
		if c := b.At(p); c != goban.Empty {
			column, row := b.XY(p)
			stones[c-goban.Black] |= 1 << (row*stride + column)
		}
	}
	g.set(stones, int(b.ToMove()-goban.Black))
	return g, nil
}

// SideName returns "black" or "white".
func SideName(side int) string { return [...]string{"black", "white"}[side] }

// ParsePoint returns the cell of a name such as "C3".
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

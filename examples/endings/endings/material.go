package endings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	board "github.com/ply-search/ply/examples/internal/chess"
)

// MostMen is the greatest number of men, the kings included.
const MostMen = 5

// A Material is the men of a position, by side and kind. The first side is the stronger: it has more men or, with equally many,
// more queens or, with equally many, more rooks, and so on for bishops, knights and pawns.
type Material struct{ counts [2][board.Kinds]uint8 }

// ParseMaterial parses the men of both sides, as in KRK or KQKR, in capital or small letters. The stronger side may be second.
func ParseMaterial(text string) (Material, error) {
	var m Material
	upper := strings.ToUpper(text)
	second := strings.LastIndexByte(upper, 'K')
	if second < 1 || upper[0] != 'K' {
		return m, fmt.Errorf("men %.20q: want the men of both sides from the kings on, as in KRK", text)
	}
	for i, c := range []byte(upper) {
		k := board.Kind(strings.IndexByte(board.Letters[board.Pawn:], c) + 1)
		if k == board.None {
			return m, fmt.Errorf("men %.20q: %q is not one of KQRBNP", text, c)
		}
		side := 0
		if i >= second {
			side = 1
		}
		m.counts[side][k]++
	}
	if m.counts[0][board.King] != 1 || m.counts[1][board.King] != 1 {
		return m, fmt.Errorf("men %.20q: want a king of each side", text)
	}
	if err := m.check(); err != nil {
		return m, fmt.Errorf("men %.20q: %w", text, err)
	}
	strong, _ := m.strong()
	return strong, nil
}

// check returns an error if there are too many men, or pawns of both sides.
func (m Material) check() error {
	switch {
	case m.men() > MostMen:
		return fmt.Errorf("%d men: want %d at most, the kings included", m.men(), MostMen)
	case m.counts[0][board.Pawn] > 0 && m.counts[1][board.Pawn] > 0:
		return fmt.Errorf("pawns of both sides: want pawns of one side at most")
	}
	return nil
}

func (m Material) men() int { return sum(m.counts[0]) + sum(m.counts[1]) }

func sum(counts [board.Kinds]uint8) (n int) {
	for _, c := range counts {
		n += int(c)
	}
	return n
}

func (m Material) pawns() int { return int(m.counts[0][board.Pawn] + m.counts[1][board.Pawn]) }

// String returns the men as in KRK.
func (m Material) String() string { return sideText(m.counts[0]) + sideText(m.counts[1]) }

func sideText(counts [board.Kinds]uint8) (text string) {
	for k := board.King; k > board.None; k-- {
		text += strings.Repeat(board.Letters[k:k+1], int(counts[k]))
	}
	return text
}

// strong returns the material with the stronger side first, and whether the sides had to be exchanged.
func (m Material) strong() (Material, bool) {
	c := cmp.Compare(sum(m.counts[0]), sum(m.counts[1]))
	for k := board.Queen; k > board.None && c == 0; k-- {
		c = cmp.Compare(m.counts[0][k], m.counts[1][k])
	}
	if c < 0 {
		m.counts[0], m.counts[1] = m.counts[1], m.counts[0]
	}
	return m, c < 0
}

// after returns the other material to which one move can lead.
func (m Material) after() (all []Material) {
	add := func(n Material) {
		if n, _ = n.strong(); !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	taken := func(n Material, side int) {
		for k := board.Queen; k > board.None; k-- {
			if n.counts[side][k] > 0 {
				less := n
				less.counts[side][k]--
				add(less)
			}
		}
	}
	for side := range m.counts {
		taken(m, side)
		if m.counts[side][board.Pawn] == 0 {
			continue
		}
		for k := board.Queen; k > board.Pawn; k-- {
			more := m
			more.counts[side][board.Pawn]--
			more.counts[side][k]++
			add(more)
			taken(more, side^1)
		}
	}
	return all
}

// A family is a material with all material that captures and promotions can lead to.
type family struct {
	classes []class            // after all classes that captures and promotions lead to
	of      map[Material]place // also of material with the sides exchanged
	size    uint64
}

// A place is the class of a material. flipped reports that the sides are exchanged there.
type place struct {
	class   int
	flipped bool
}

// A class is the positions with the same material.
type class struct {
	material Material
	first    uint64
	groups   []menGroup
	half     uint64 // number of indices with the same side to move
	even     bool   // both sides have the same men: only positions with White to move have indices
	below    []int
}

// A menGroup is the men of a side and a kind, except kings.
type menGroup struct {
	side  uint8
	kind  board.Kind
	count int
	ways  uint64
}

func newFamily(m Material) *family {
	all := []Material{m}
	for i := 0; i < len(all); i++ {
		for _, next := range all[i].after() {
			if !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.men(), b.men()), cmp.Compare(a.pawns(), b.pawns()), cmp.Compare(a.String(), b.String()))
	})
	f := &family{of: make(map[Material]place)}
	for i, m := range all {
		c := newClass(m)
		c.first = f.size
		f.size += c.size()
		f.classes = append(f.classes, c)
		exchanged := Material{[2][board.Kinds]uint8{m.counts[1], m.counts[0]}}
		f.of[exchanged] = place{i, true}
		f.of[m] = place{i, false}
	}
	for i := range f.classes {
		for _, next := range f.classes[i].material.after() {
			f.classes[i].below = append(f.classes[i].below, f.of[next].class)
		}
		slices.Sort(f.classes[i].below)
	}
	return f
}

func newClass(m Material) class {
	c := class{material: m, even: m.counts[0] == m.counts[1]}
	c.half = uint64(len(c.kings().pairs))
	for side := range m.counts {
		for k := board.Queen; k > board.None; k-- {
			n := int(m.counts[side][k])
			if n == 0 {
				continue
			}
			places := squares
			if k == board.Pawn {
				places -= 2 * size
			}
			g := menGroup{uint8(side), k, n, binomial[places][n]}
			c.groups = append(c.groups, g)
			c.half *= g.ways
		}
	}
	return c
}

func (c *class) size() uint64 {
	if c.even {
		return c.half
	}
	return 2 * c.half
}

// binomial holds the binomial coefficients: binomial[n][k] is the number of sets of k out of n squares.
var binomial = func() (b [squares + 1][MostMen + 1]uint64) {
	for n := range b {
		b[n][0] = 1
		for k := 1; k <= MostMen && n > 0; k++ {
			b[n][k] = b[n-1][k-1] + b[n-1][k]
		}
	}
	return b
}()

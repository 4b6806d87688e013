package teeko

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/search/retrograde"
)

// TestWins compares the shapes with all sets of four squares that a program for the eye would take: lines and squares by
// their coordinates. There are 44 in the standard game and 58 in the advanced one.
func TestWins(t *testing.T) {
	want := map[uint32]Variant{}
	add := func(v Variant, at ...[2]int) {
		set := uint32(0)
		for _, p := range at {
			if p[0] < 0 || p[0] >= side || p[1] < 0 || p[1] >= side {
				return
			}
			set |= 1 << (p[1]*side + p[0])
		}
		want[set] = v
	}
	for x := range side {
		for y := range side {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				add(Standard, [2]int{x, y}, [2]int{x + d[0], y + d[1]}, [2]int{x + 2*d[0], y + 2*d[1]}, [2]int{x + 3*d[0], y + 3*d[1]})
			}
			for size := 1; size < side; size++ {
				v := Advanced
				if size == 1 {
					v = Standard
				}
				add(v, [2]int{x, y}, [2]int{x + size, y}, [2]int{x, y + size}, [2]int{x + size, y + size})
			}
		}
	}
	counts := [2]int{}
	for r, set := range bySize[men].all {
		if rank(set) != r || bits.OnesCount32(set) != men {
			t.Fatalf("set %d is %b, of rank %d", r, set, rank(set))
		}
		in, ok := want[set]
		for _, v := range []Variant{Standard, Advanced} {
			wins := v.wins(set)
			if wins != (ok && in <= v) {
				t.Errorf("%v: %025b wins: %v", v, set, wins)
			}
			if wins {
				counts[v]++
			}
		}
	}
	if counts != [2]int{44, 58} {
		t.Errorf("%d ways to win, want 44 and 58", counts)
	}
}

// TestAlwaysAMove shows that four men are never shut in by four others, so that a game ends only with a win.
func TestAlwaysAMove(t *testing.T) {
	for _, set := range bySize[men].all {
		around := uint32(0)
		for left := set; left != 0; left &= left - 1 {
			around |= near[bits.TrailingZeros32(left)]
		}
		if n := bits.OnesCount32(around &^ set); n <= men {
			t.Errorf("%025b has %d squares around it", set, n)
		}
	}
}

// TestPerft compares counts of lines of play with those of a game on a board of letters.
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		text  string
		depth int
	}{{"5/5/5/5/5 b", long.Or(5, 4)}, {"5/2B2/1BW2/1WB2/2W2 b", 4}, {"BW3/WB3/5/3WB/3BW b", 4}, {"W4/1BBB1/1WW2/5/4W b", 4}} {
		for _, v := range []Variant{Standard, Advanced} {
			text := test.text
			if strings.Count(text, "B") == 3 && strings.Count(text, "W") == 4 {
				text = "W4/1BBB1/1W3/5/4W b"
			}
			g, err := Parse(text, v)
			if err != nil {
				t.Fatal(err)
			}
			r, err := search.Perft(context.Background(), g, test.depth, search.PerftOptions{})
			if err != nil {
				t.Fatal(err)
			}
			p := plainOf(g)
			if want := p.count(test.depth); r.Leaves != want {
				t.Errorf("%v %s: %d lines of %d moves, want %d", v, text, r.Leaves, test.depth, want)
			}
		}
	}
}

// A plain game is a board of letters, with the rules as they are read.
type plain struct {
	at      [side][side]byte // by file and rank
	toMove  byte
	variant Variant
}

func plainOf(g *Game) *plain {
	p := &plain{toMove: letters[g.toMove], variant: g.variant}
	for square := range squares {
		p.at[square%side][square/side] = g.letterOn(square)
	}
	return p
}

func (p *plain) other() byte { return 'B' + 'W' - p.toMove }

func (p *plain) has(c byte, at ...int) bool {
	for i := 0; i < len(at); i += 2 {
		if x, y := at[i], at[i+1]; x < 0 || y < 0 || x >= side || y >= side || p.at[x][y] != c {
			return false
		}
	}
	return true
}

func (p *plain) won(c byte) bool {
	for x := range side {
		for y := range side {
			most := 1
			if p.variant == Advanced {
				most = 4
			}
			for s := 1; s <= most; s++ {
				if p.has(c, x, y, x+s, y, x, y+s, x+s, y+s) {
					return true
				}
			}
			if p.has(c, x, y, x+1, y, x+2, y, x+3, y) || p.has(c, x, y, x, y+1, x, y+2, x, y+3) ||
				p.has(c, x, y, x+1, y+1, x+2, y+2, x+3, y+3) || p.has(c, x, y, x-1, y+1, x-2, y+2, x-3, y+3) {
				return true
			}
		}
	}
	return false
}

func (p *plain) count(depth int) int {
	if depth == 0 {
		return 1
	}
	if p.won(p.other()) {
		return 0
	}
	men, n := 0, 0
	for x := range side {
		for y := range side {
			if p.at[x][y] == p.toMove {
				men++
			}
		}
	}
	try := func(x, y int) {
		if x < 0 || y < 0 || x >= side || y >= side || p.at[x][y] != '.' {
			return
		}
		p.at[x][y] = p.toMove
		p.toMove = p.other()
		n += p.count(depth - 1)
		p.toMove = p.other()
		p.at[x][y] = '.'
	}
	for x := range side {
		for y := range side {
			if men < 4 {
				try(x, y)
				continue
			}
			if p.at[x][y] != p.toMove {
				continue
			}
			p.at[x][y] = '.'
			for dx := -1; dx <= 1; dx++ {
				for dy := -1; dy <= 1; dy++ {
					if dx != 0 || dy != 0 {
						try(x+dx, y+dy)
					}
				}
			}
			p.at[x][y] = p.toMove
		}
	}
	return n
}

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 20)
	for _, v := range []Variant{Standard, Advanced} {
		t.Run(v.String(), func(t *testing.T) { gametest.Check(t, func() *Game { return New(v) }) })
	}
}

// TestIndex checks random indices, and that the images of their positions have the same.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	g := New(Advanced)
	all := 0
	for i := range starts[6] {
		if g.SetIndex(i) {
			all += g.Images()
		}
	}
	// The ways to place up to five men.
	if want := 1 + 25 + 25*24 + 25*276 + 300*253 + 300*1771; all != want {
		t.Errorf("%d positions of up to five men, want %d", all, want)
	}
	for range long.Or(500_000, 30_000) {
		i := r.Uint64N(g.Positions())
		if !g.SetIndex(i) {
			continue
		}
		if j := g.Index(); j != i || g.check() != nil {
			t.Fatalf("index %d becomes %d: %v", i, j, g.check())
		}
		different := map[[2]uint32]bool{}
		for s := range symmetries {
			h := *g
			h.men = [2]uint32{image(s, g.men[0]), image(s, g.men[1])}
			different[h.men] = true
			if h.Index() != i {
				t.Fatalf("image %d of index %d has index %d", s, i, h.Index())
			}
		}
		if len(different) != g.Images() {
			t.Fatalf("index %d has %d images, not %d", i, len(different), g.Images())
		}
	}
}

// TestFingerprint checks that files of the one variant are not taken for those of the other.
func TestFingerprint(t *testing.T) {
	standard, err1 := retrograde.Fingerprint(New(Standard))
	again, err2 := retrograde.Fingerprint(New(Standard))
	advanced, err3 := retrograde.Fingerprint(New(Advanced))
	if err := errors.Join(err1, err2, err3); err != nil || standard != again || standard == advanced {
		t.Errorf("%x, %x and %x, error %v", standard, again, advanced, err)
	}
}

func TestParse(t *testing.T) {
	g := New(Standard)
	r := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		if !g.SetIndex(r.Uint64N(g.Positions())) {
			continue
		}
		again, err := Parse(g.Position(), Standard)
		if err != nil || *again != *g {
			t.Fatalf("%s: %v, %v", g.Position(), again, err)
		}
		for _, m := range g.Moves(nil) {
			if parsed, err := engine.NotationOf[Move](g).ParseMove(m.String()); err != nil || parsed != m {
				t.Fatalf("%v: %v, %v", m, parsed, err)
			}
		}
	}
	for text, want := range map[string]string{
		"":                             "ranks and the side",
		"5/5/5/5 b":                    "4 ranks",
		"5/5/5/5/4 b":                  "rank 1 has 4 squares",
		"5/5/5/5/5B b":                 "rank 1 has 6 squares",
		"5/5/5/5/4X b":                 "'X' is no man",
		"5/5/5/5/5 x":                  "side to move",
		"5/5/5/5/5 w":                  "0 black and 0 white",
		"5/5/5/5/4B b":                 "1 black and 0 white",
		"BBBBB/5/5/5/5 b":              "want 4 at most",
		"BBBB1/W1W2/1W1W1/5/5 b":       "Black has won",
		"BB3/BB3/W1W2/1W1W1/5 b":       "Black has won",
		"5/1B3/2W2/5/5 b and more yet": "ranks and the side",
	} {
		if _, err := Parse(text, Standard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"5/5/5/5/5 b", "5/1B3/2W2/5/5 b", "BB3/B4/W1W2/1W3/5 w", "5/2B2/1BW2/1WB2/2W2 b", "9/0/-/ b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text, Advanced)
		if err != nil {
			return
		}
		again, err := Parse(g.Position(), Advanced)
		if err != nil || *again != *g {
			t.Errorf("%q is %v, which is %v: %v", text, g, again, err)
		}
		i := g.Index()
		if !g.SetIndex(i) || g.Index() != i {
			t.Errorf("%q: index %d", text, i)
		}
	})
}

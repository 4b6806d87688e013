package morris

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

func boards() []*Board { return []*Board{Three(), Six()} }

// TestBoards counts what there is on a board.
func TestBoards(t *testing.T) {
	for _, test := range []struct {
		board                        *Board
		points, lines, mills, images int
		positions                    uint64
	}{{Three(), 9, 16, 8, 8, 4030}, {Six(), 16, 20, 8, 16, 52766653}} {
		lines := 0
		for p, near := range test.board.near {
			for q := range test.board.points() {
				if near>>q&1 != 0 {
					lines++
					if test.board.near[q]>>p&1 == 0 || p == q {
						t.Errorf("%v: a line from %d to %d, and none back", test.board, p, q)
					}
				}
			}
		}
		if got := [4]int{test.board.points(), lines / 2, len(test.board.mills), len(test.board.images)}; got != [4]int{test.points, test.lines, test.mills, test.images} {
			t.Errorf("%v: %v points, lines, mills and images", test.board, got)
		}
		if n := New(test.board).Positions(); n != test.positions {
			t.Errorf("%v: %d indices, want %d", test.board, n, test.positions)
		}
		// Images keep lines and mills.
		for _, image := range test.board.images {
			for p, near := range test.board.near {
				for q := range test.board.points() {
					if near>>q&1 != test.board.near[image[p]]>>image[q]&1 {
						t.Fatalf("%v: an image tears points %d and %d apart", test.board, p, q)
					}
				}
			}
		}
	}
}

func TestMoves(t *testing.T) {
	for _, test := range []struct{ name, position, moves string }{
		{"three in a line win", "three WWWBB.B.. 0 0 b", ""},
		{"men move along lines", "three WB.B.W.WB 0 0 w", "a3b2 b1a1 b1b2 c2b2 c2c3"},
		{"a mill takes a man", "six WW..B.B......... 4 4 w", "a1 b2 b3 b4 c1 c2 d2 d3 d4 e1 e3 e5xa3 e5xc4"},
		{"men in mills are safe", "six WW.BBB.........B 2 2 w", "a1 a3 b2 b3 c1 c2 d2 d3 e3 e5xe1"},
		{"men in mills are taken if there are no others", "six WW.BBB.......... 3 3 w", "a1 a3 b2 b3 c1 c2 d2 d3 e1 e3 e5xb4 e5xc4 e5xd4"},
		{"two men lose", "six WW.........BBB.. 0 0 w", ""},
		{"no move loses", "six WB....WB.....WB. 0 0 w", ""},
	} {
		g, err := Parse(test.position)
		if err != nil {
			t.Fatal(test.name, err)
		}
		var moves []string
		for _, m := range g.Moves(nil) {
			moves = append(moves, g.board.Text(m))
		}
		slices.Sort(moves)
		if got := strings.Join(moves, " "); got != test.moves {
			t.Errorf("%s: %s, want %s", test.name, got, test.moves)
		}
	}
}

// TestPerft compares counts of lines of play with those of a game by the names of points.
func TestPerft(t *testing.T) {
	for _, position := range []string{
		"three ......... 3 3 w", "three WB.BWB..W 0 0 w", "six ................ 6 6 w", "six WWBWB.B...B.W... 2 2 w", "six WWBWB.B...B.WBWB 0 0 b", "six WWW.BBB......... 0 0 w", "six WW..BB......BW.. 1 1 w",
	} {
		g, err := Parse(position)
		if err != nil {
			t.Fatal(err)
		}
		depth := long.Or(5, 4)
		r, err := search.Perft(context.Background(), g, depth, search.PerftOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p := plain{at: map[string]byte{}, board: g.board.name, hands: g.hand, side: g.ToMove()}
		for i, name := range g.board.names {
			p.at[name] = g.letterOn(i)
		}
		if want := p.count(depth); r.Leaves != want || want == 0 {
			t.Errorf("%s: %d lines of %d moves, want %d", position, r.Leaves, depth, want)
		}
	}
}

// A plain game has men on points by their names, and lines by the names of their points.
type plain struct {
	at    map[string]byte
	board string
	hands [2]uint8
	side  int
}

func (p *plain) lines() (mills, others []string) {
	if p.board == "three" {
		return []string{"a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"}, nil
	}
	return []string{"a1 c1 e1", "a5 c5 e5", "a1 a3 a5", "e1 e3 e5", "b2 c2 d2", "b4 c4 d4", "b2 b3 b4", "d2 d3 d4"}, []string{"a3 b3", "c1 c2", "d3 e3", "c4 c5"}
}

func (p *plain) inMill(point string) bool {
	mills, _ := p.lines()
	for _, mill := range mills {
		names, same := strings.Fields(mill), true
		for _, name := range names {
			same = same && p.at[name] == p.at[point]
		}
		if same && slices.Contains(names, point) {
			return true
		}
	}
	return false
}

func (p *plain) beside(a, b string) bool {
	mills, others := p.lines()
	for _, line := range append(mills, others...) {
		names := strings.Fields(line)
		if i, j := slices.Index(names, a), slices.Index(names, b); i >= 0 && j >= 0 && (i-j == 1 || j-i == 1) {
			return true
		}
	}
	return false
}

func (p *plain) count(depth int) (n int) {
	if depth == 0 {
		return 1
	}
	own, other := letters[p.side], letters[1-p.side]
	men := int(p.hands[p.side])
	for name, c := range p.at {
		if c == own {
			men++
		}
		if c == other && p.board == "three" && p.inMill(name) {
			return 0
		}
	}
	if men < 3 {
		return 0
	}
	settle := func(to string) {
		if p.board == "three" || !p.inMill(to) {
			p.side = 1 - p.side
			n += p.count(depth - 1)
			p.side = 1 - p.side
			return
		}
		var free, all []string
		for name, c := range p.at {
			if c == other {
				all = append(all, name)
				if !p.inMill(name) {
					free = append(free, name)
				}
			}
		}
		if len(free) == 0 {
			free = all
		}
		for _, name := range free {
			p.at[name] = '.'
			p.side = 1 - p.side
			n += p.count(depth - 1)
			p.side = 1 - p.side
			p.at[name] = other
		}
	}
	for to, c := range p.at {
		if c != '.' {
			continue
		}
		if p.hands[p.side] > 0 {
			p.hands[p.side]--
			p.at[to] = own
			settle(to)
			p.at[to] = '.'
			p.hands[p.side]++
			continue
		}
		for from, c := range p.at {
			if c == own && p.beside(from, to) {
				p.at[from], p.at[to] = '.', own
				settle(to)
				p.at[from], p.at[to] = own, '.'
			}
		}
	}
	return n
}

func TestLaws(t *testing.T) {
	long.Checks(t, 40, 20)
	for _, b := range boards() {
		t.Run(b.name, func(t *testing.T) { gametest.Check(t, func() *Game { return New(b) }) })
	}
}

// random returns a position after random moves.
func random(b *Board, r *rand.Rand) *Game {
	g := New(b)
	for range r.IntN(40) {
		moves := g.Moves(nil)
		if len(moves) == 0 {
			break
		}
		g.Play(moves[r.IntN(len(moves))])
	}
	return g
}

func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, b := range boards() {
		for range long.Or(20_000, 1000) {
			g := random(b, r)
			i := g.Index()
			same := New(b)
			if !same.SetIndex(i) || same.Index() != i || same.check() != nil {
				t.Fatalf("%s has index %d, which %s has", g.Position(), i, same.Position())
			}
			for s := range b.images {
				image := *g
				for side := range image.men {
					for p := range b.points() {
						image.men[side] &^= 1 << p
					}
					for p := range b.points() {
						if g.men[side]>>p&1 != 0 {
							image.men[side] |= 1 << b.images[s][p]
						}
					}
				}
				if j := image.Index(); j != i {
					t.Fatalf("%s has index %d, and its image %s %d", g.Position(), i, image.Position(), j)
				}
			}
		}
		for range long.Or(200_000, 10_000) {
			g := New(b)
			if i := r.Uint64N(b.size); g.SetIndex(i) && (g.Index() != i || g.check() != nil) {
				t.Fatalf("index %d becomes %d: %v", i, g.Index(), g.check())
			}
		}
	}
}

// TestBackward checks that moves lead backwards to where they come from, and nowhere else.
func TestBackward(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, b := range boards() {
		backwards := 0
		for range long.Or(5000, 300) {
			g := random(b, r)
			for _, m := range g.Moves(nil) {
				before := g.Index()
				g.Play(m)
				if all, _ := g.Predecessors(nil, nil); !slices.Contains(all, before) || !slices.Contains(g.Unmoves(nil), m) {
					t.Fatalf("%s: %s is not among the moves that led there, %v", g.Position(), b.Text(m), all)
				}
				g.Undo(m)
			}
			here := g.Index()
			for _, m := range g.Unmoves(nil) {
				backwards++
				g.Undo(m)
				next, _ := g.Successors(nil, nil)
				if !slices.Contains(g.Moves(nil), m) || !slices.Contains(next, here) || g.check() != nil {
					t.Fatalf("%s: %s is no move, or leads elsewhere: %v", g.Position(), b.Text(m), g.check())
				}
				g.Play(m)
			}
		}
		if backwards == 0 {
			t.Errorf("%v: no moves backwards", b)
		}
	}
}

func TestParse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		g := random(boards()[r.IntN(2)], r)
		again, err := Parse(g.Position())
		if err != nil || *again != *g {
			t.Fatalf("%s: %v, %v", g.Position(), again, err)
		}
		texts := map[string]bool{}
		for _, m := range g.Moves(nil) {
			if text := g.board.Text(m); texts[text] {
				t.Fatalf("%s: two moves %s", g.Position(), text)
			}
			texts[g.board.Text(m)] = true
		}
	}
	for text, want := range map[string]string{
		"":                                    "want board",
		"nine ......... 3 3 w":                "want three or six",
		"three ........ 3 3 w":                "8 points",
		"three ........X 3 3 w":               "'X': want",
		"three ......... 4 3 w":               "want 0 to 3",
		"three ......... 3 x w":               "want 0 to 3",
		"three ......... 3 3 x":               "side to move",
		"three ......... 3 3 b":               "in turn",
		"three W........ 3 3 w":               "4 men of White",
		"three W........ 0 0 w":               "men are missing",
		"six WWWWWWW......... 0 0 w":          "7 men of White",
		"six ................ 6 4 w":          "in turn",
		"six ................ 6 6 w and more": "want board",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"three ......... 3 3 w", "three WB.BWB..W 0 0 w", "six WWBWB.B...B.W... 2 2 w"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(g.Position())
		if err != nil || *again != *g {
			t.Errorf("%q is %v, which is %v: %v", text, g, again, err)
		}
		i := g.Index()
		if !g.SetIndex(i) || g.Index() != i {
			t.Errorf("%q: index %d", text, i)
		}
	})
}

package endings

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
)

// TestPerft checks counts of lines of play from Martin Sedlak's positions for tests of move generators (2013).
func TestPerft(t *testing.T) {
	for _, test := range []struct {
		fen    string
		depth  int
		leaves int
		long   bool
	}{
		{"K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217, false},       // stalemate
		{"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584, false},    // stalemate and checkmate
		{"8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527, false},  // the same
		{"4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342, false},    // promotion with check
		{"8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683, false},      // underpromotion with check
		{"2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001, true}, // promotion out of check
		{"3K4/8/8/8/8/8/4p3/2k2R2 b - - 0 1", 6, 3821001, true}, // the same with the colours exchanged
	} {
		if test.long && !long.Or(true, false) {
			continue
		}
		g, err := ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		r, err := search.Perft(context.Background(), g, test.depth, search.PerftOptions{})
		if err != nil || test.leaves > 0 && r.Leaves != test.leaves {
			t.Errorf("%s: %d lines of %d moves, want %d: %v", test.fen, r.Leaves, test.depth, test.leaves, err)
		}
	}
}

// materials are those that tests use.
var materials = strings.Fields("KK KQK KRK KBK KNK KPK KBNK KBBK KQKR KRKB KPKR KPPK KPKN KQKQ KBNKN")

func material(t testing.TB, text string) Material {
	m, err := ParseMaterial(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// random returns a random position of some material or of what it can come to.
func random(f *family, r *rand.Rand) *Game {
	g := &Game{f, chess.New()}
	c := &f.classes[r.IntN(len(f.classes))]
	if r.IntN(2) == 0 {
		c = &f.classes[len(f.classes)-1]
	}
	for !g.SetIndex(c.first + r.Uint64N(c.size())) {
	}
	if r.IntN(2) == 0 { // the colours exchanged
		p := g.men()
		p[0], p[1] = p[1], p[0]
		reflect(g, p, 1-g.ToMove(), flipRanks)
	}
	if r.IntN(2) == 0 {
		reflect(g, g.men(), g.ToMove(), flipFiles)
	}
	return g
}

// reflect makes a game the image of a placement.
func reflect(g *Game, p placement, toMove int, by func(board.Set) board.Set) {
	for side := range p {
		for k := range p[side] {
			p[side][k] = by(p[side][k])
		}
	}
	g.chess.Set((*board.Placement)(&p), toMove)
}

func TestLaws(t *testing.T) {
	long.Checks(t, 50, 30)
	families := map[string]*family{}
	for _, text := range materials {
		families[text] = newFamily(material(t, text))
	}
	gametest.CheckEach(t, func(t *rapid.T) func() *Game {
		text, seed := rapid.SampledFrom(materials).Draw(t, "men"), rapid.Uint64().Draw(t, "seed")
		return func() *Game { return random(families[text], rand.New(rand.NewPCG(seed, 0))) }
	})
}

// TestIndex checks that the images of a position have its index, that no other position has, and what indices there are.
func TestIndex(t *testing.T) {
	if n, m := len(plainKings.pairs), len(pawnKings.pairs); n != 462 || m != 1806 {
		t.Errorf("%d and %d ways to place the kings, want 462 and 1806", n, m)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, text := range materials {
		f := newFamily(material(t, text))
		for range long.Or(20_000, 1000) {
			g := random(f, r)
			i := g.Index()
			same := &Game{f, chess.New()}
			if !same.SetIndex(i) || same.Index() != i {
				t.Fatalf("%s: index %d of\n%vis that of\n%v", text, i, g, same)
			}
			for _, lawful := range []*Game{g, same} {
				if _, err := ParseFEN(lawful.FEN()); err != nil {
					t.Fatal(err)
				}
			}
			// Moves of images lead to images.
			a, _ := g.Successors(nil, nil)
			b, _ := same.Successors(nil, nil)
			if !sameSet(a, b) {
				t.Fatalf("%s: successors of\n%vare %v, and of\n%v%v", text, g, a, same, b)
			}
		}
	}
}

func sameSet(a, b []uint64) bool {
	set := map[uint64]bool{}
	for _, i := range a {
		set[i] = true
	}
	other := map[uint64]bool{}
	for _, i := range b {
		other[i] = true
		if !set[i] {
			return false
		}
	}
	return len(set) == len(other)
}

// TestBackward checks that moves lead backwards to where they come from, and nowhere else.
func TestBackward(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, text := range materials {
		f := newFamily(material(t, text))
		classOf := func(i uint64) int {
			n := len(f.classes) - 1
			for f.classes[n].first > i {
				n--
			}
			return n
		}
		var pairs, backwards int
		for range long.Or(2000, 300) {
			g := random(f, r)
			i := g.Index()
			next, _ := g.Successors(nil, nil)
			for _, j := range next {
				if classOf(i) != classOf(j) {
					continue
				}
				to := &Game{f, chess.New()}
				to.SetIndex(j)
				before, _ := to.Predecessors(nil, nil)
				found := false
				for _, k := range before {
					found = found || k == i
				}
				if pairs++; !found {
					t.Fatalf("%s: the move from\n%vto\n%vis not among %v", text, g, to, before)
				}
			}
			before, _ := g.Predecessors(nil, nil)
			for _, k := range before {
				from := &Game{f, chess.New()}
				if !from.SetIndex(k) {
					continue
				}
				after, _ := from.Successors(nil, nil)
				found := false
				for _, j := range after {
					found = found || j == i
				}
				if backwards++; !found {
					t.Fatalf("%s: no move from\n%vto\n%v", text, from, g)
				}
			}
		}
		if pairs == 0 || backwards == 0 {
			t.Errorf("%s: %d moves forwards and %d backwards were tried", text, pairs, backwards)
		}
	}
}

func TestParseMaterial(t *testing.T) {
	for text, want := range map[string]string{"krk": "KRK", "KKR": "KRK", "KRKQ": "KQKR", "KNBK": "KBNK", "KK": "KK", "KPPPK": "KPPPK", "KBKRR": "KRRKB"} {
		m, err := ParseMaterial(text)
		if err != nil || m.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "want the men of both", "K": "want the men of both", "QK": "want the men of both", "KXK": "is not one of", "KKK": "want a king of each",
		"KQRBNK": "6 men", "KPKP": "pawns of both", "KQ": "want the men of both",
	} {
		if _, err := ParseMaterial(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestParseFEN(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	f := newFamily(material(t, "KPKR"))
	for range 1000 {
		g := random(f, r)
		again, err := ParseFEN(g.FEN())
		if err != nil || again.FEN() != g.FEN() {
			t.Fatalf("%s: %v, %v", g.FEN(), again, err)
		}
	}
	for fen, want := range map[string]string{
		"":                                  "0 fields",
		"8/8/8/8/8/2k5/8/K6R":               "1 fields",
		"8/8/8/8/8/2k5/8 w":                 "7 ranks",
		"8/8/8/8/8/2k5/8/K5R w":             "rank 1 has 7 squares",
		"8/8/8/8/8/2k5/8/K6RR w":            "rank 1 has 9 squares",
		"8/8/8/8/8/2x5/8/K6R w":             "'x' is no piece",
		"8/8/8/8/8/2k5/8/K6R x":             "side to move",
		"8/8/8/8/8/2k5/8/K6R w KQ":          "to castle",
		"8/8/8/8/8/2k5/8/4K2R w K":          "castling",
		"8/8/8/8/8/2k5/8/K6R w - e4":        "in passing",
		"8/8/8/8/8/2k5/8/K6R w - - x":       "want a number",
		"8/8/8/8/8/2k5/8/K6R w - - 0 x":     "want a number",
		"8/8/8/8/8/8/8/K6R w":               "Black has 0 kings",
		"8/8/8/8/8/2k5/8/K6P w":             "a pawn on h1",
		"8/8/8/8/3P4/2k5/2p5/K7 w":          "pawns of both",
		"8/8/8/8/2Q5/2k5/8/K7 w":            "Black is in check",
		"8/8/8/8/8/8/1k6/K7 w":              "Black is in check",
		"RR1RR3/8/8/8/8/2k5/8/K6R w":        "7 men",
		"8/8/8/8/8/2k5/8/K6R w - - 0 1 and": "7 fields",
	} {
		if _, err := ParseFEN(fen); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", fen, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, fen := range []string{"8/8/8/8/8/2k5/8/K6R w - - 0 1", "8/P1k5/K7/8/8/8/8/8 w - e3 0 1", "2K2r2/4P3/8/8/8/8/8/3k4 b", "8/8/8/8/8/2k5/8/K8 w"} {
		f.Add(fen, "KRK")
	}
	f.Add("k6K/8/8/8/8/8/8/8 w", "KPPKQ")
	f.Fuzz(func(t *testing.T, fen, men string) {
		if m, err := ParseMaterial(men); err == nil {
			if again, err := ParseMaterial(m.String()); err != nil || again != m {
				t.Errorf("%q is %v, which is %v: %v", men, m, again, err)
			}
		}
		g, err := ParseFEN(fen)
		if err != nil {
			return
		}
		again, err := ParseFEN(g.FEN())
		if err != nil || again.FEN() != g.FEN() {
			t.Errorf("%q is %v, which is %v: %v", fen, g, again, err)
		}
		i := g.Index()
		if !again.SetIndex(i) || again.Index() != i {
			t.Errorf("%q: index %d", fen, i)
		}
	})
}

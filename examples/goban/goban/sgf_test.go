package goban_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/examples/goban/sgf"
)

// replay reads a game and plays its main line.
func replay(text string, rules goban.Rules) (*goban.Board, []goban.Move, error) {
	games, err := sgf.Read(strings.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	return goban.Replay(games[0].MainLine(), rules)
}

func TestReplay(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  string // rows from the top
		next  goban.Color
		moves int
	}{
		{"(;SZ[3])", "... ... ...", goban.Black, 0},
		{"\xef\xbb\xbf(;FF[4]GM[1]SZ[3]C[a comment with \\] and ;B[aa\\] in it];B[aa];W[bb])", "X.. .O. ...", goban.Black, 2},
		{"(;SZ[3:3];B[aa](;W[bb];B[cc])(;W[ba]))", "X.. .O. ..X", goban.White, 3},
		{"(;SZ[3];B[];W[tt])", "... ... ...", goban.Black, 2},
		{"(;SZ[3];B[aa];W[])", "X.. ... ...", goban.Black, 2},
		{"(;SZ[3]AB[aa][bb]AW[cc])", "X.. .X. ..O", goban.Black, 0},
		{"(;SZ[3]AB[aa:bb]PL[W])", "XX. XX. ...", goban.White, 0},
		{"(;SZ[3]AB[aa:bb];AE[aa:bc]AW[ac])", "... ... O..", goban.Black, 0},
		{"(;SZ[3]HA[2]AB[aa][cc])", "X.. ... ..X", goban.White, 0},
		{"(;SZ[3];Black[aa];White[bb])", "X.. .O. ...", goban.Black, 2},
		{"(;SZ[3];B[ab];W[aa];B[ba])", ".X. X.. ...", goban.White, 3},
		{"(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb]KO[])", ".XO. XO.O .XO. ....", goban.Black, 2},
		{" (\n;\nSZ [3] AB[aa]\n[ab] ) (;SZ[2])", "X.. X.. ...", goban.Black, 0},
	} {
		b, moves, err := replay(test.text, goban.Rules{})
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if rows(b) != test.want || b.ToMove() != test.next || len(moves) != test.moves {
			t.Errorf("%s: %s, %v to move, moves %v, want %s, %v, %d", test.text, rows(b), b.ToMove(), moves, test.want, test.next, test.moves)
		}
	}
	if b, _, err := replay("(;SZ[9]KM[6.5])", goban.Rules{Komi: 3}); err != nil || b.Score() != -6.5 {
		t.Errorf("error %v", err)
	}
}

// rows returns the stones row by row from the top.
func rows(b *goban.Board) string {
	var text []byte
	for y := b.Size() - 1; y >= 0; y-- {
		for x := range b.Size() {
			text = append(text, ".XO"[b.At(b.Point(x, y))])
		}
		text = append(text, ' ')
	}
	return string(text[:len(text)-1])
}

func TestSGFErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "line 1: no game",
		"nonsense":                             "line 1: no game",
		"()\n":                                 "line 2: no game",
		"(;SZ[3]\n;B[aa":                       "line 2: B: a value without an end",
		"(;SZ[3]\n;C[a\nb\\]":                  "line 2: C: a value without an end",
		"(;SZ[3]\n;B)":                         "line 2: no value of B",
		"(;SZ[3]\n;b[aa])":                     "line 2: \"b[aa])\" is not the name",
		"(;SZ[3]\n;B[aa]B[bb])":                "line 2: B: 2 moves in a node, want one",
		"(;SZ[3](;B[aa]);B[bb])":               "a node after variations",
		"(;SZ[3]\x00)":                         "want ; or ( or )",
		strings.Repeat("(;", sgf.MaxNesting+1): "variations within one another",
		"(;SZ[1])":                             "size 1: want 2 to 19",
		"(;SZ[20])":                            "size 20",
		"(;SZ[x])":                             `SZ: "x" is no number`,
		"(;SZ[9:7])":                           "want a square board",
		"(;SZ[9];SZ[7])":                       "the game began with",
		"(;GM[2])":                             "want 1, Go",
		"(;KM[many])":                          `KM: "many" is no number`,
		"(;KM[NaN])":                           "komi NaN",
		"(;KM[0.3])":                           "komi 0.3",
		"(;HA[x])":                             `HA: "x" is no number`,
		"(;PL[green])":                         "want B or W",
		"(;SZ[3]\n;B[dd])":                     `line 2: B: "dd" is no point of a board of size 3`,
		"(;SZ[3]\n;B[a])":                      `B: "a" is no point`,
		"(;SZ[3]AB[aa:dd])":                    "no point",
		"(;SZ[2]AB[aa:bb])":                    "no liberties",
	} {
		if b, _, err := replay(text, goban.Rules{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.100q: error %v, want %s\n%v", text, err, want, b)
		}
	}
	if _, err := sgf.Read(io.MultiReader(strings.NewReader("(;C["), zeros{})); err == nil || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("a file without an end: %v", err)
	}
	broken := errors.New("broken")
	if _, err := sgf.Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, _, err := goban.Replay(nil, goban.Rules{}); err == nil {
		t.Error("no error without nodes")
	}
	var many strings.Builder
	for i := range 201 {
		many.WriteString(strings.Repeat("A", i/26+1) + string(rune('A'+i%26)) + "[]")
	}
	if _, err := sgf.Read(strings.NewReader("(;" + many.String() + ")")); err == nil {
		t.Error("no error for too many properties")
	}
	for _, n := range []*goban.Node{
		{Properties: []goban.Property{{Name: "b", Values: []string{""}}}},
		{Properties: []goban.Property{{Name: "B"}}},
		{Properties: []goban.Property{{Values: []string{""}}}},
	} {
		if err := goban.WriteSGF(io.Discard, n); err == nil {
			t.Errorf("%+v is written", n)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

func TestNode(t *testing.T) {
	n := &goban.Node{}
	n.Set("LB", "aa:1", "bb:2")
	n.Set("C", "x")
	n.Set("C", "y")
	if v, ok := n.Value("C"); v != "y" || !ok || len(n.Values("LB")) != 2 || len(n.Properties) != 2 {
		t.Errorf("%+v", n)
	}
	n.Set("LB")
	if _, ok := n.Value("LB"); ok {
		t.Errorf("%+v", n)
	}
}

// TestSGFOfBoard writes random games and plays them again.
func TestSGFOfBoard(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 3))
		size := goban.MinSize + int(seed)%18
		rules := allRules[seed%4]
		rules.Komi = 7.5
		b, err := goban.New(size, rules)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			_ = b.Place(goban.Color(1+random.IntN(2)), b.Points()[random.IntN(size*size)])
		}
		b.SetToMove(goban.Color(1 + random.IntN(2)))
		for range 3 * size * size / 2 {
			c := b.ToMove()
			if random.IntN(8) == 0 {
				c = c.Opponent()
			}
			p := goban.Pass
			if random.IntN(20) > 0 {
				for range 20 {
					if q := b.Points()[random.IntN(size*size)]; b.LegalColor(c, q) {
						p = q
					}
				}
			}
			b.PlayColor(c, p)
		}
		var out bytes.Buffer
		if err := goban.WriteSGF(&out, b.SGF()); err != nil {
			t.Fatal(err)
		}
		again, moves, err := replay(out.String(), rules)
		if err != nil {
			t.Fatalf("%v\n%s", err, out.String())
		}
		if len(moves) != b.Played() || again.Hash() != b.Hash() || again.String() != b.String() || again.Score() != b.Score() {
			t.Fatalf("%s: %v, want %v", out.String(), again, b)
		}
	}
}

// sameTree reports whether two games are the same but for the lines of the file.
func sameTree(a, b *goban.Node) bool {
	for {
		if len(a.Properties) != len(b.Properties) || len(a.Children) != len(b.Children) {
			return false
		}
		for i, p := range a.Properties {
			if p.Name != b.Properties[i].Name || strings.Join(p.Values, "\x00") != strings.Join(b.Properties[i].Values, "\x00") ||
				len(p.Values) != len(b.Properties[i].Values) {
				return false
			}
		}
		if len(a.Children) == 0 {
			return true
		}
		for i := range a.Children[1:] {
			if !sameTree(a.Children[1+i], b.Children[1+i]) {
				return false
			}
		}
		a, b = a.Children[0], b.Children[0]
	}
}

func FuzzSGF(f *testing.F) {
	for _, seed := range []string{
		"(;FF[4]GM[1]SZ[9]KM[6.5]AB[aa][bb:cd]AW[dd]PL[W]C[a\\]b\\\\c\\\nd\ne];W[ee](;B[ff];W[])(;B[gg]KO[]))(;SZ[2])",
		"(;SZ[3];B[aa];W[bb];AE[aa]AW[cc])", "(;SZ[19]HA[2]AB[dd][pp];W[tt])",
		"mail (x)\n(;SZ[2:2]KM[]B[ aa];W[aa]))\n(;GM[1]CA[GBK]C[\x92\x5d];B[bb]", "\xff\xfe(\x00;\x00)\x00", "(;C[\xa5\\]CA[Big5](;FF[4](;AW[ab][ba];B[aa]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		games, err := sgf.Read(bytes.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Fatalf("error %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := goban.WriteSGF(&out, games...); err != nil {
			t.Fatal(err)
		}
		again, err := sgf.Read(&out)
		if err != nil || len(again) != len(games) {
			t.Fatalf("written and read again: %d games, error %v", len(again), err)
		}
		for i, g := range games {
			if !sameTree(g, again[i]) {
				t.Fatal("written and read again, the games are different")
			}
			b, _, err := goban.Replay(g.MainLine(), goban.Rules{Suicide: true})
			if err != nil {
				continue
			}
			var text strings.Builder
			if err := goban.WriteSGF(&text, b.SGF()); err != nil {
				t.Fatal(err)
			}
			for b.Played() > 0 {
				b.Undo()
			}
		}
	})
}

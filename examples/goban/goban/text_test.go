package goban_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/goban/goban"
)

// position reads a position.
func position(t testing.TB, text string) *goban.Board {
	t.Helper()
	b, err := goban.ReadText(strings.NewReader(text), goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestReadText(t *testing.T) {
	for text, want := range map[string]string{
		"X.O\n...\n..X": "X.O ... ..X",
		"# a comment\n\n A B C\n3 X . O 3\r\n2 . . . 2\r\n1 . . x 1\n A B C\nwhite to move\n": "X.O ... ..X",
		"2 .X\n1 o.\n": ".X O.",
	} {
		if b := position(t, text); rows(b) != want {
			t.Errorf("%q: %s, want %s", text, rows(b), want)
		}
	}
	ko := position(t, ".XO.\nX+XO\n.XO.\n....\nwhite to move")
	if ko.ToMove() != goban.White || ko.Name(ko.Ko()) != "B3" || ko.Legal(ko.Ko()) {
		t.Errorf("%v", ko)
	}
	for text, want := range map[string]string{
		"":                  "no rows",
		"# nothing":         "no rows",
		"black to move":     "no rows",
		"X":                 "line 1: size 1",
		"XO\n":              "line 1: 1 rows of 2 points",
		"X.O\n\n..\n":       "line 3: 2 points in a row, but 3 in the first",
		"X.\nY.\n":          "line 2: 'Y': want X, O or .",
		"X.\n..\n..":        "line 3: 3 rows of 2",
		"X.\n..\nto move":   "line 3: 'T': want",
		"X.\nO to move\n..": "line 3: \"..\" after the side to move",
		"XX\nXX":            "line 2: black B1: a string would have no liberties",
		".X\nXO\n":          "line 2: white B1: a string would have no liberties",
		"X+\n.+":            "line 2: a second ko",
		"X.\n.+":            "line 2: B1 is no ko",
		"1 2 X.\n..":        "at most the number",
		"1 X. 2\n..":        "at most the number",
		"1 1 1 X.\n..":      "at most the number",
		strings.Repeat(strings.Repeat(".", 20)+"\n", 20): "line 20: more than 19 rows",
		strings.Repeat("x", 1<<17):                       "line 1: ",
	} {
		if b, err := goban.ReadText(strings.NewReader(text), goban.Rules{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.50q: error %v, want %s\n%v", text, err, want, b)
		}
	}
}

func FuzzReadText(f *testing.F) {
	f.Add(".XO.\nX+XO\n.XO.\n....\nwhite to move")
	f.Add("   A B C\n 3 X . O 3\n 2 . . . 2\n 1 . . X 1\n   A B C\nblack to move\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := goban.ReadText(strings.NewReader(text), goban.Rules{})
		if err != nil {
			return
		}
		again, err := goban.ReadText(strings.NewReader(b.String()), goban.Rules{})
		if err != nil || again.String() != b.String() || again.Hash() != b.Hash() {
			t.Fatalf("%v\nread again: %v, error %v", b, again, err)
		}
	})
}

func TestNames(t *testing.T) {
	for size := goban.MinSize; size <= goban.MaxSize; size++ {
		b, err := goban.New(size, goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append([]goban.Point{goban.Pass}, b.Points()...) {
			name := b.Name(p)
			for _, text := range []string{name, strings.ToLower(name)} {
				if q, err := b.Parse(text); err != nil || q != p {
					t.Errorf("size %d: %s is %d, want %d; error %v", size, text, q, p, err)
				}
			}
		}
		for _, name := range []string{"", "A", "1", "A0", "I5", "A20", "U1", "A1 ", "A01", "A-1", "A111", "ä1", "passing", "none"} {
			if p, err := b.Parse(name); err == nil {
				t.Errorf("size %d: %q is %d", size, name, p)
			}
		}
	}
	b, err := goban.New(19, goban.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][2]int{"A1": {0, 0}, "H2": {7, 1}, "J3": {8, 2}, "T19": {18, 18}} {
		if p, err := b.Parse(name); err != nil || p != b.Point(want[0], want[1]) {
			t.Errorf("%s is %d, error %v", name, p, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("A1", uint8(7))
	f.Add("t19", uint8(17))
	f.Fuzz(func(t *testing.T, name string, size uint8) {
		b, err := goban.New(goban.MinSize+int(size)%18, goban.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := b.Parse(name); err == nil && !b.Legal(p) {
			t.Fatalf("%q is %d", name, p)
		}
	})
}

func TestScores(t *testing.T) {
	for _, test := range []struct {
		position     string
		black, white int
	}{
		{"..\n..", 0, 0},
		{"X.\n..", 4, 0},
		{".X.\n.XO\n.XO", 6, 2},
		{".XO.\n.XO.\nXXOO\n.XO.", 8, 8},
		{".X.OO\n.X.O.\nXX.OO\n.X.O.\n.X.O.", 10, 10},
	} {
		b := position(t, test.position)
		if black, white := b.Area(); black != test.black || white != test.white {
			t.Errorf("%v: areas %d and %d, want %d and %d", b, black, white, test.black, test.white)
		}
	}
	b := position(t, "OXO.\n.XO.\nXXOO\n.XO.")
	dead, err := b.Parse("A4")
	if err != nil {
		t.Fatal(err)
	}
	if score, err := b.ScoreWithout(dead); b.Score() != -3 || score != 0 || err != nil {
		t.Errorf("score %v, without A4 %v, error %v", b.Score(), score, err)
	}
	if _, err := b.ScoreWithout(goban.NoPoint); err == nil {
		t.Error("no error for no point")
	}
}

func TestNewErrors(t *testing.T) {
	for _, size := range []int{-1, 0, 1, 20, math.MaxInt} {
		if _, err := goban.New(size, goban.Rules{}); err == nil {
			t.Errorf("size %d", size)
		}
	}
	for _, komi := range []float64{0.25, 1000.5, -1e300} {
		if _, err := goban.New(9, goban.Rules{Komi: komi}); err == nil {
			t.Errorf("komi %v", komi)
		}
	}
}

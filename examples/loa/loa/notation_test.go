package loa

import (
	"strings"
	"testing"
)

func TestFEN(t *testing.T) {
	for _, g := range []*Game{Start(), mustNew(t, Rules{Size: 5})} {
		again, err := ParseFEN(g.FEN(), Rules{})
		if err != nil || again.Hash() != g.Hash() || again.size != g.size {
			t.Errorf("%s: %v, %v", g.FEN(), again, err)
		}
	}
	if got := Start().FEN(); got != StartFEN {
		t.Errorf("%s, want %s", got, StartFEN)
	}
	for text, want := range map[string]string{
		"":                            "FEN of 0 fields",
		"4/4/4 w":                     "FEN of 3 ranks, want 4 to 8",
		"L3/4/4/l2x w":                `rank 1: 'x' is no piece`,
		"L3/4/4/l3l w":                "rank 1 has 5 squares: want 4",
		"L3/5/4/l3 w":                 `rank 3: '5' is no piece`,
		"L3/4/4/4 w":                  "without men of White",
		"L3/4/4/l3 x":                 `side to move "x"`,
		"L3/4/4/l3 w - - 0 1 2":       "FEN of 7 fields",
		"L3/4/4/l3 w " + "a b c d e":  "FEN of 7 fields",
		"LL88888888888/4/4/l3 w - -":  `rank 4: '8' is no piece`,
		"L3/4/4/l3/ w":                "rank 5 has 4 squares: want 5",
		"8/8/8/8/8/8/8/8/l w - - 0 1": "FEN of 9 ranks",
	} {
		if g, err := ParseFEN(text, Rules{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, g, err, want)
		}
	}
	if _, err := ParseFEN("L3/4/4/l3 w", Rules{Size: 5}); err == nil || !strings.Contains(err.Error(), "want 5") {
		t.Error(err)
	}
	if _, err := New(Rules{Size: 9}); err == nil {
		t.Error("a board of size 9")
	}
}

func mustNew(t *testing.T, rules Rules) *Game {
	t.Helper()
	g, err := New(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func FuzzFEN(f *testing.F) {
	f.Add(StartFEN)
	f.Add("L3/4/4/l3 b")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := ParseFEN(text, Rules{})
		if err != nil {
			return
		}
		again, err := ParseFEN(g.FEN(), Rules{})
		if err != nil || again.Hash() != g.Hash() {
			t.Errorf("%q became %q: %v", text, g.FEN(), err)
		}
	})
}

func FuzzRecords(f *testing.F) {
	f.Add("1. b1-b3 h3-e3 2. b3xe3 *\n# text\nb1b3")
	f.Add("b1b3 0000 1-0")
	f.Fuzz(func(t *testing.T, text string) {
		records, err := ReadRecords(strings.NewReader(text), Rules{})
		if err != nil {
			return
		}
		for _, r := range records {
			g := Start()
			for _, m := range r.Moves {
				if _, err := g.ParseMove(m.String()); err != nil {
					t.Fatal(err)
				}
				g.Play(m)
			}
		}
	})
}

func TestMoves(t *testing.T) {
	for _, text := range []string{"b1b3", "B1-B3", "b1xb3", "b1:b3"} {
		if m, err := Start().ParseMove(text); err != nil || m.String() != "b1b3" {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "b1", "b1b9", "i1b3", "b1b3q", "b1+b3", "b1b3b5", "b1b4", "pass"} {
		if m, err := Start().ParseMove(text); err == nil {
			t.Errorf("%s: %v", text, m)
		}
	}
	stuck, err := ParseFEN("2ll1/2lL1/5/1lll1/l1Ll1 w", Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"pass", "Pass", "0000"} {
		if m, err := stuck.ParseMove(text); err != nil || m != Pass || m.String() != "0000" {
			t.Error(m, err)
		}
	}
}

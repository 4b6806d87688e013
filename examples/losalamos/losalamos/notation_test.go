package losalamos

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParseMove(t *testing.T) {
	g := New()
	promoting, err := ParseFEN("1r4/2P3/6/1K1k2/6/6 w")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Game{g, promoting} {
		for _, m := range g.Moves(nil) {
			for _, text := range []string{m.String(), strings.ToUpper(m.String())} {
				if got, err := g.ParseMove(text); got != m || err != nil {
					t.Errorf("%s: %v, error %v", text, got, err)
				}
			}
		}
	}
	for _, text := range []string{"", "b2", "b2b", "b2b4", "b2b7", "b0b1", "g1a1", "b5b6k", "b5b6p", "b5b6qq", "b2 b3", "é2b"} {
		if m, err := g.ParseMove(text); err == nil || !strings.Contains(err.Error(), "not legal here: want two squares") {
			t.Errorf("%q: %v, error %v", text, m, err)
		}
	}
}

func TestFEN(t *testing.T) {
	g := New()
	if g.FEN() != Start {
		t.Errorf("%s, want %s", g.FEN(), Start)
	}
	for _, text := range []string{"d2d3", "a5a4", "b1c3", "e6d4"} {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(m)
	}
	if want := "rnqk1r/1ppppp/p2n2/2NP2/PPP1PP/R1QKNR w - - 2 3"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}
	for _, test := range []struct{ fen, error string }{
		{"6/2P3/6/1K1k2/6/6 w", ""},
		{"6/2P3/6/1K1k2/6/6 b - - 100 1000000", ""},
		{"", "FEN of 0 fields"},
		{Start + " 1", "FEN of 7 fields"},
		{"6/2P3/6/1K1k2/6 w", "a board of 5 ranks: want 6"},
		{"6/2P3/6/1K1k3/6/6 w", "rank 3 has 7 squares"},
		{"6/2P2/6/1K1k2/6/6 w", "rank 5 has 5 squares"},
		{"6/2B3/6/1K1k2/6/6 w", `rank 5: 'B' is no piece`},
		{"6/2P3/6/1K1k11111111/6/6 w", "rank 3 has 12 squares"},
		{"6/2P./6/1K1k2/6/6 w", `rank 5: '.' is no piece`},
		{"6/2P3/6/1K1k2/6/6 x", `side to move "x"`},
		{"6/2P3/6/1K1k2/6/6 w KQ -", `castling "KQ"`},
		{"6/2P3/6/1K1k2/6/6 w - e3", `capture in passing "e3"`},
		{"6/2P3/6/1K1k2/6/6 w - - 101", `pawn "101": want 0 to 100`},
		{"6/2P3/6/1K1k2/6/6 w - - -1", `pawn "-1": want 0 to 100`},
		{"6/2P3/6/1K1k2/6/6 w - - 0 0", `number of the move "0"`},
		{"6/2P3/6/1K4/6/6 w", "Black has 0 kings"},
		{"6/2P3/6/1KKk2/6/6 w", "White has 2 kings"},
		{"2P3/6/6/1K1k2/6/6 w", "a pawn on c6"},
		{"6/6/6/1K1k2/6/5p w", "a pawn on f1"},
		{"6/2P3/6/1Kk3/6/6 w", "Black is in check"},
		{"6/2P3/3k2/1K4/6/6 w", ""},
		{"6/2P3/3k2/1K4/6/3R2 w", "Black is in check"},
	} {
		_, err := ParseFEN(test.fen)
		if test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%s: error %v, want %q", test.fen, err, test.error)
		}
	}
}

// FuzzFEN parses whatever there is. What is accepted is written as it was read, and can be played on.
func FuzzFEN(f *testing.F) {
	f.Add(Start)
	f.Add("6/2P3/6/1K1k2/6/6 b - - 100 1000000")
	f.Add("q5/2P3/3k2/1K4/6/3R2 b")
	f.Fuzz(func(t *testing.T, fen string) {
		g, err := ParseFEN(fen)
		if err != nil {
			return
		}
		again, err := ParseFEN(g.FEN())
		if err != nil || again.FEN() != g.FEN() || again.Hash() != g.Hash() {
			t.Fatalf("%q is written as %q, error %v", fen, g.FEN(), err)
		}
		random := rand.New(rand.NewPCG(1, 0))
		for range 20 {
			compareWithRules(t, g)
			if g.Rehash() != g.Hash() {
				t.Fatalf("%s: hash %x, anew %x", g.FEN(), g.Hash(), g.Rehash())
			}
			g.Evaluate()
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	})
}

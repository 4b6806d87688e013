package chess

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSAN(t *testing.T) {
	for _, test := range []struct{ fen, move, want string }{
		{Start, "g1f3", "Nf3"},
		{Start, "e2e4", "e4"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O"},
		{"5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"},
		{"4k3/8/8/8/8/1N3N2/8/4K3 w - -", "b3d2", "Nbd2"},
		{"4k3/8/8/1N6/8/1N6/8/4K3 w - -", "b3d4", "N3d4"},
		{"4k3/8/8/8/1N3N2/8/1N6/4K3 w - -", "b2d3", "N2d3"},
		{"4k3/8/8/8/1N3N2/8/1N6/4K3 w - -", "b4d3", "Nb4d3"},
		{"4k3/8/8/8/7N/5N2/8/4K3 w - -", "h4f5", "Nf5"}, // the other knight cannot go there
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"},
		{"3r3k/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", "exd8=Q+"},
		{"7k/4P3/8/8/8/8/8/4K3 w - -", "e7e8n", "e8=N"},
		{"7k/R7/6K1/8/8/8/8/8 w - -", "a7a8", "Ra8#"},
		{"7k/4r3/6K1/8/8/8/8/R7 b - -", "e7e8", "Re8"},
	} {
		g := parse(t, Standard, test.fen)
		m, err := g.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.SAN(m); got != test.want {
			t.Errorf("%s: %v is %s, want %s", test.fen, m, got, test.want)
		}
		for _, text := range []string{test.want, strings.Trim(test.want, "+#"), strings.ReplaceAll(test.want, "=", ""), test.want + "!?", strings.ToUpper(test.move)} {
			if got, err := g.ParseMove(text); err != nil || got != m {
				t.Errorf("%s: %s is %v, error %v, want %v", test.fen, text, got, err, m)
			}
		}
	}
	g := New()
	for _, text := range []string{"", "e2", "e5", "Nd2", "O-O", "e2e4q", "e2e5", "Ngf3", "nf3", "+", "é2e4", "e7e8k"} {
		if m, err := g.ParseMove(text); err == nil || !strings.Contains(err.Error(), "is not legal here: want two squares") {
			t.Errorf("%q is %v, error %v", text, m, err)
		}
	}
}

func TestFEN(t *testing.T) {
	g := New()
	if g.FEN() != Start {
		t.Errorf("%s, want %s", g.FEN(), Start)
	}
	play(t, g, "e4", "c5", "e5", "d5")
	if want := "rnbqkbnr/pp2pppp/8/2ppP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}
	const kings = "4k3/8/8/8/8/8/8/4K3"
	for _, test := range []struct{ fen, error string }{
		{kings + " w", ""},
		{kings + " b - - 100 1000000", ""},
		{kings + " w - - hmvc 12; fmvn 40;", ""},
		{kings + " w - - hmvc 500;", `pawn "500": want 0 to 100`},
		{kings + ` w - - id "x;`, "a quote without an end"},
		{"", "FEN of 0 fields"},
		{Start + " 1", "FEN of 7 fields"},
		{"4k3/8/8/8/8/8/4K3 w", "a board of 7 ranks: want 8"},
		{"4k3/8/8/8/8/8/8/4K4 w", "rank 1 has 9 squares"},
		{"4k3/8/8/8/8/8/8/4KX2 w", `rank 1: 'X' is no piece`},
		{kings + " x", `side to move "x"`},
		{"4k3/8/8/8/8/8/8/4K2R w KK", `rights to castle "KK"`},
		{kings + " w X", `rights to castle "X"`},
		{kings + " w K", "right to castle K: want a king on e1 and a rook on h1"},
		{"r3k3/8/8/8/8/8/8/4K3 w q", ""},
		{"r2k4/8/8/8/8/8/8/4K3 w q", "right to castle q: want a king on e8 and a rook on a8"},
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3", ""},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e3", `capture in passing "e3": want - or a square of rank 6`},
		{"4k3/8/8/8/4P3/8/8/4K3 b - d3", "no pawn can have gone from d2 to d4"},
		{"4k3/8/8/8/4P3/8/4P3/4K3 b - e3", "no pawn can have gone from e2 to e4"},
		{"4k3/8/8/8/8/8/8/4K3 b - i3", `capture in passing "i3"`},
		{kings + " w - - 101", `pawn "101": want 0 to 100`},
		{kings + " w - - -1", `pawn "-1": want 0 to 100`},
		{kings + " w - - 0 0", `number of the move "0"`},
		{"8/8/8/8/8/8/8/4K3 w", "Black has 0 kings"},
		{"4k3/8/8/8/8/8/8/3KK3 w", "White has 2 kings"},
		{"4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w", "White has 17 men: want at most 16"},
		{"P3k3/8/8/8/8/8/8/4K3 w", "a pawn on a8"},
		{"4k3/8/8/8/8/8/8/4K2p w", "a pawn on h1"},
		{"4k3/8/8/8/8/8/8/4RK2 w", "Black is in check"},
		{"4k3/8/8/8/8/8/8/4RK2 b", ""},
	} {
		_, err := Standard.ParseFEN(test.fen)
		if test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%s: error %v, want %q", test.fen, err, test.error)
		}
	}
}

// Los Alamos chess has another board and fewer moves.
func TestLosAlamosFEN(t *testing.T) {
	g := LosAlamos.New()
	if g.FEN() != LosAlamosStart {
		t.Errorf("%s, want %s", g.FEN(), LosAlamosStart)
	}
	play(t, g, "d2d3", "A5A4", "Nc3", "e6d4")
	if want := "rnqk1r/1ppppp/p2n2/2NP2/PPP1PP/R1QKNR w - - 2 3"; g.FEN() != want {
		t.Errorf("%s, want %s", g.FEN(), want)
	}
	for _, test := range []struct{ fen, error string }{
		{"6/2P3/6/1K1k2/6/6 w", ""},
		{"6/2P3/6/1K1k2/6/6 b - - 100 1000000", ""},
		{"6/2P3/6/1K1k2/6 w", "a board of 5 ranks: want 6"},
		{"6/2P3/6/1K1k3/6/6 w", "rank 3 has 7 squares"},
		{"6/2B3/6/1K1k2/6/6 w", `rank 5: 'B' is no piece`},
		{"6/2P3/6/1K1k11111111/6/6 w", "rank 3 has 12 squares"},
		{"6/2P3/6/1K1k2/6/6 w KQ -", `castling "KQ"`},
		{"6/2P3/6/1K1k2/6/6 w - e3", `capture in passing "e3"`},
		{"6/2P3/6/1K1k2/4p1/6 b - e3", `capture in passing "e3"`},
		{"2P3/6/6/1K1k2/6/6 w", "a pawn on c6: pawns are on ranks 2 to 5"},
		{"6/6/6/1K1k2/6/5p w", "a pawn on f1"},
		{"NNNNNN/NNNNNN/6/1K1k2/6/6 w", "White has 13 men: want at most 12"},
		{"6/2P3/3k2/1K4/6/3R2 w", "Black is in check"},
	} {
		_, err := LosAlamos.ParseFEN(test.fen)
		if test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%s: error %v, want %q", test.fen, err, test.error)
		}
	}
}

// Operations of an extended position description may follow a position.
func TestOperations(t *testing.T) {
	const board = "5k/6/6/r5/6/2K3"
	for text, want := range map[string]string{
		board + ` b - - bm a3a1; id "a; b";`:      board + " b - - 0 1",
		board + " b - - hmvc 98; fmvn 60;":        board + " b - - 98 60",
		board + " b bm a3a1; fmvn 60":             board + " b - - 0 60",
		board + " b - - hmvc 2; fmvn 1; ce -500;": board + " b - - 2 1",
	} {
		if g := parse(t, LosAlamos, text); g.FEN() != want {
			t.Errorf("%q: %s, want %s", text, g.FEN(), want)
		}
	}
	for _, text := range []string{board + " b - - hmvc 500;", board + ` b - - id "x;`, board + ";", ";", board + " x - - bm a3a1;"} {
		if _, err := LosAlamos.ParseFEN(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// FuzzFEN parses whatever there is. What is accepted is written as it was read, and can be played on.
func FuzzFEN(f *testing.F) {
	f.Add(Start)
	f.Add(LosAlamosStart)
	f.Add("q5/2P3/3k2/1K4/6/3R2 b")
	f.Add("4k3/8/8/3pP3/8/8/8/4K3 w - d6 100 1000000")
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -")
	f.Add("Q6k/8/8/8/8/8/8/4K3 b - - hmvc 3;")
	f.Fuzz(func(t *testing.T, fen string) {
		g, err := ParseFEN(fen)
		if err != nil {
			g, err = LosAlamos.ParseFEN(fen)
		}
		if err != nil {
			return
		}
		again, err := g.variant.ParseFEN(g.FEN())
		if err != nil || again.FEN() != g.FEN() || again.Hash() != g.Hash() {
			t.Fatalf("%q is written as %q, error %v", fen, g.FEN(), err)
		}
		random := rand.New(rand.NewPCG(1, 0))
		for range 10 {
			compareWithRules(t, g)
			g.Evaluate()
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	})
}

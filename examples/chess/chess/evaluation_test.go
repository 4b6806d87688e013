package chess

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ply-search/ply"
)

// mirrored returns the position with the colours exchanged.
func mirrored(t *testing.T, g *Game) *Game {
	t.Helper()
	swap := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, text)
	}
	fields := strings.Fields(g.FEN())
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	side := map[string]string{"w": "b", "b": "w"}[fields[1]]
	return parse(t, Standard, swap(strings.Join(ranks, "/"))+" "+side+" "+swap(fields[2])+" -")
}

// The evaluation does not prefer a colour, and prefers what players prefer.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for i := range 2000 {
		g := Standard.randomPosition(random, i%30)
		if got, want := g.Evaluate(), mirrored(t, g).Evaluate(); got != want {
			t.Fatalf("%s: %d, with the colours exchanged %d", g.FEN(), got, want)
		}
	}
	// The values for the endgame cancel out.
	if g := parse(t, Standard, "2q1n2r/4Q3/1QbB4/2B3K1/n3R1b1/1B3p2/3kr1n1/7N b - - 0 1"); g.Evaluate() != mirrored(t, g).Evaluate() {
		t.Errorf("%d, with the colours exchanged %d", g.Evaluate(), mirrored(t, g).Evaluate())
	}
	g := parse(t, Standard, "7k/8/8/8/QQQQQQQ1/QQQQ4/QQQQ4/K7 b - -") // no sum looks like a mate
	if v := g.now.placement.middle(); v < 14_000 || v >= ply.MaxValue/2 || g.now.phase != 15*phases[queen] {
		t.Errorf("many queens are worth %d in phase %d", v, g.now.phase)
	}
	for better, worse := range map[string]string{
		"4k3/8/8/8/8/8/4P3/4K3 w - -":                                   "4k3/8/8/8/8/8/8/4K3 w - -",     // a pawn
		"4k3/8/4P3/8/8/8/8/4K3 w - -":                                   "4k3/8/8/8/8/8/4P3/4K3 w - -",   // further up
		"4k3/8/8/8/8/8/PP6/4K3 w - -":                                   "4k3/8/8/8/8/P7/P7/4K3 w - -",   // not doubled
		"4k3/8/8/8/8/8/2BB4/4K3 w - -":                                  "4k3/8/8/8/8/8/2NB4/4K3 w - -",  // the pair of bishops
		"r3k3/p7/8/8/8/8/P7/3RK3 w - -":                                 "r3k3/p7/8/8/8/8/P7/R3K3 w - -", // an open file
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1":    Start,
		"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1":    Start,
		"rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - -": "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPPKPPP/RNBQ3R w - -",
	} {
		if b, w := parse(t, Standard, better).Evaluate(), parse(t, Standard, worse).Evaluate(); b <= w {
			t.Errorf("%s is worth %d, %s %d", better, b, worse, w)
		}
	}
}

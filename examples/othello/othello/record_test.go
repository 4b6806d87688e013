package othello

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestRecord(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 50 {
		r := randomGame(random)
		again, err := ParseRecord(r.String())
		if err != nil || again.String() != r.String() {
			t.Fatalf("%v, error %v, want %v", again, err, r)
		}
		if g, err := again.Position(len(r.Moves)); err != nil || len(g.Moves(nil)) != 0 {
			t.Fatalf("%v, error %v", g, err)
		}
	}
	for text, want := range map[string]string{"D3 D3": "move 2: D3 is illegal", "D3 X3": `move 2: move "X3"`, "pass": "move 1: pass is illegal"} {
		if _, err := ParseRecord(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	if _, err := (&Record{Board: New().Board(), Side: "X", Moves: []Move{0}}).Position(1); err == nil {
		t.Error("an illegal move was played")
	}
}

const ggf = "(;GM[Othello]PC[server]DT[2026]PB[a]PW[b]RE[?]TI[1:00]TY[8]" +
	"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[D3//0.01]W[c3/1.2/0.5];)"

func TestParseGGF(t *testing.T) {
	r, err := ParseGGF(ggf)
	if err != nil || r.String() != "D3 C3" {
		t.Fatalf("%v, error %v", r, err)
	}
	if g, err := r.Position(2); err != nil || g.ToMove() != Black || g.Empties() != 58 {
		t.Errorf("%v, error %v", g, err)
	}
	for _, text := range []string{"", "(;GM[Go];)", "(;GM[Othello]BO[8 * *];)", "(;GM[Othello]B[A1];)", "(;GM[Othello]B[xx];)", "(;GM[Othello]B", "(;GM[Othello]BO[6 x];)"} {
		if r, err := ParseGGF(text); err == nil {
			t.Errorf("%q: %v", text, r)
		}
	}
}

func FuzzParseGGF(f *testing.F) {
	f.Add(ggf)
	f.Add("(;GM[Othello]B[PA];)")
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseGGF(text); err == nil {
			if _, err := r.Position(len(r.Moves)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

package othello

import (
	"slices"
	"strings"
	"testing"
)

func TestParseMove(t *testing.T) {
	for m := range Pass + 1 {
		for _, text := range []string{m.String(), strings.ToLower(m.String())} {
			if got, err := ParseMove(text); got != m || err != nil {
				t.Errorf("%s: %v, error %v", text, got, err)
			}
		}
	}
	for _, text := range []string{"", "A", "A9", "I1", "A11", "1A"} {
		if m, err := ParseMove(text); err == nil {
			t.Errorf("%q: %v", text, m)
		}
	}
}

const problem1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; A4:-22; "

func TestReadProblems(t *testing.T) {
	problems, err := ReadProblems(strings.NewReader("# a suite\n\n" + problem1 + "\r\n" + New().Board() + " X\n"))
	if err != nil || len(problems) != 2 || problems[0].Line != 3 || problems[1].Line != 4 {
		t.Fatalf("%d problems, error %v", len(problems), err)
	}
	if scores := problems[0].Scores; len(scores) == 0 || slices.Max(scores) != 18 || problems[0].Empties() != 14 || problems[0].Board() != problem1[:64] {
		t.Errorf("scores %v of\n%v", scores, problems[0])
	}
	if len(problems[1].Scores) > 0 || problems[1].Hash() != New().Hash() {
		t.Errorf("not the start:\n%v", problems[1])
	}
	start := New().Board()
	for _, test := range []struct{ text, error string }{
		{start, "line 1: position"},
		{start[1:] + " X", "line 1: a board of 63 squares: want 64"},
		{"?" + start[1:] + " X", `line 1: square A1 is '?'`},
		{start + " Y", `line 1: side to move "Y"`},
		{strings.Repeat("-", 64) + " X", "line 1: 0 black and 0 white discs"},
		{start + " X; D3:+2", ""},
		{start + " X; A1:+2", `line 1: score "A1:+2": move A1 is illegal`},
		{start + " X; D3", `line 1: score "D3"`},
		{start + " X; D3:+65", `line 1: score "D3:+65"`},
		{start + " X; Z3:+6", `line 1: move "Z3"`},
		{start + " X\n" + start + " X and more", "line 2: position"},
	} {
		_, err := ReadProblems(strings.NewReader(test.text))
		if test.error == "" && err != nil || test.error != "" && (err == nil || !strings.Contains(err.Error(), test.error)) {
			t.Errorf("%q: error %v, want %q", test.text, err, test.error)
		}
	}
}

// FuzzReadProblems reads whatever there is. What is accepted can be played on.
func FuzzReadProblems(f *testing.F) {
	f.Add(problem1)
	f.Add(New().Board() + " O")
	f.Fuzz(func(t *testing.T, text string) {
		problems, err := ReadProblems(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, p := range problems {
			again, err := ParseBoard(p.Board(), string("XO"[p.ToMove()]))
			if err != nil || again.Hash() != p.Hash() {
				t.Fatalf("%v, error %v, want %v", again, err, p)
			}
			for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
				p.Play(moves[0])
			}
		}
	})
}

package play

import (
	"errors"
	"strings"
	"testing"
	"time"

	sheets "github.com/ply-search/ply/examples/ggp/rules"
)

// TestGDL plays games whose rules are written in GDL to their ends.
func TestGDL(t *testing.T) {
	for _, name := range []string{"tictactoe", "connectfour", "eightpuzzle", "nim"} {
		text, ok := sheets.Text(name)
		if !ok {
			t.Fatalf("there are no rules of %s", name)
		}
		s, err := OpenGDL(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		moves := 0
		for p := s.Position(-1); !p.Finished; p = s.Position(-1) {
			cells := drawn(t, p.Board)
			for _, m := range p.Moves {
				for _, c := range m.Path {
					if !strings.Contains(strings.Join(cells, " "), c) {
						t.Errorf("%s: %v has no cell of %q", name, m, cells)
					}
				}
			}
			thought, err := s.Think(t.Context(), time.Millisecond, func(Thought) {})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Play(thought.Best); err != nil {
				t.Fatal(err)
			}
			moves++
		}
		if said := s.Position(-1).Said; moves < 3 || said == "" {
			t.Errorf("%s: %d moves, and then %q", name, moves, said)
		}
	}
}

// TestBadGDL looks at what is said of texts that are no games.
func TestBadGDL(t *testing.T) {
	const explodes = `(role x) (init (at 0)) (d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)
		(<= (legal x (go ?a ?b ?c ?d ?e ?f ?g ?h)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h))
		(<= (next (at 1)) (does x (go ?a ?b ?c ?d ?e ?f ?g ?h))) (<= terminal (true (at 1))) (goal x 100)`
	for _, test := range []struct{ text, want string }{
		{"(role x)\n(init (at 0)\n", "2:"},
		{"(role x)\n\n (<= (legal x (go ?y)) (true (at 0)))\n(init (at 0)) (<= terminal (true (at 1))) (goal x 100)", "3:"},
		{"", ""},
		{explodes, "out of memory"},
		{strings.Repeat(" ", mostGDL+1), "bytes"},
	} {
		begin := time.Now()
		_, err := OpenGDL(t.Context(), test.text)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: error %v, want one with %q", test.text, err, test.want)
		}
		if took := time.Since(begin); took > 5*time.Minute {
			t.Errorf("%.40q took %v", test.text, took)
		}
	}
	text, _ := sheets.Text("buttons")
	if blind, ok := sheets.Text("blindtictactoe"); ok {
		if _, err := OpenGDL(t.Context(), blind); !errors.Is(err, ErrUnplayable) {
			t.Errorf("blind tic-tac-toe: error %v, want %v", err, ErrUnplayable)
		}
	}
	if _, err := OpenGDL(t.Context(), text); err != nil {
		t.Errorf("buttons: %v", err)
	}
}

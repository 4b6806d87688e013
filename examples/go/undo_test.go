package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ply-search/ply/engine/gtp"
)

// stones draws the stones of a board.
func stones(e *bot) string {
	rows := strings.Split(strings.ReplaceAll(e.ShowBoard(), "+", "."), "\n")
	return strings.Join(rows[:len(rows)-2], "\n") // without the side to move
}

// TestUndo plays moves of any colour, also out of turn, after passes and after komi, and takes all back.
func TestUndo(t *testing.T) {
	e, err := quick.bot()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 0))
	boards := []string{stones(e)}
	for len(boards) < 40 {
		b := e.Game().Board
		p := b.Points()[random.IntN(len(b.Points()))]
		c := gtp.Colour(random.IntN(2))
		name := b.Name(p)
		switch random.IntN(8) {
		case 0:
			name = "pass"
		case 1:
			if err := e.Komi(float64(len(boards))); err != nil {
				t.Fatal(err)
			}
		}
		if e.Play(c, name) == nil {
			boards = append(boards, stones(e))
		}
	}
	for len(boards) > 1 {
		boards = boards[:len(boards)-1]
		if err := e.Undo(); err != nil || stones(e) != boards[len(boards)-1] {
			t.Fatalf("after %d moves: %v\n%swant\n%s", len(boards)-1, err, stones(e), boards[len(boards)-1])
		}
	}
	if e.Undo() == nil {
		t.Error("no error at the start")
	}
}

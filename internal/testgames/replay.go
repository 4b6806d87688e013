package testgames

import "github.com/ply-search/ply"

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Replay plays a line on g, checks that each move is legal, calls then, and takes the line back.
func Replay(t tester, g ply.Game[int], line []int, then func()) {
	t.Helper()
	for _, m := range line {
		legal := false
		for _, l := range g.Moves(nil) {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("line %v: move %d is not legal", line, m)
		}
		g.Play(m)
	}
	then()
	for i := len(line) - 1; i >= 0; i-- {
		g.Undo(line[i])
	}
}

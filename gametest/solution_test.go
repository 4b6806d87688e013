package gametest

import (
	"slices"
	"testing"
)

// TestReachAfterOtherMoves checks that a position is reached again after the board has left the way to it.
func TestReachAfterOtherMoves(t *testing.T) {
	s := newRun(makerOf(newTiles), Options{}, 0, 0).stepper()
	x := explore(s, 10_000)
	if len(x.solved) == 0 {
		t.Fatal("no solution was met")
	}
	x.reach(s, x.solved[0])
	solution := slices.Clone(s.line)
	for back := 1; back <= len(solution); back++ {
		x.leave(s, len(solution)-back)
		toTheEnd(s, surveyChance(), 2*back)
		if x.reach(s, x.solved[0]); !slices.Equal(s.line, solution) {
			t.Fatalf("%d moves before the end others were played, and then %v was reached instead of %v", back, s.line, solution)
		}
	}
}

package contest

import (
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply/engine"
)

// Clocks run down by the time of each move, and gain what their kind gains.
func TestSpend(t *testing.T) {
	s := func(n int) time.Duration { return time.Duration(n) * time.Second }
	for _, c := range []struct {
		name          string
		clock         engine.Clock
		moves, wanted []int // seconds of each move, and left after it
	}{
		{"sudden death", engine.Clock{Left: s(10)}, []int{3, 4, 2}, []int{7, 3, 1}},
		{"increment", engine.Clock{Left: s(10), Increment: s(2)}, []int{3, 1, 9}, []int{9, 10, 3}},
		{"moves to go", engine.Clock{Left: s(10), Moves: 2}, []int{3, 4, 1, 5}, []int{7, 13, 12, 17}},
		{"byo-yomi", engine.Clock{Left: s(5), Period: s(3)}, []int{3, 4, 3}, []int{2, 0, 0}},
	} {
		now := c.clock
		for i, used := range c.moves {
			if spend(&now, s(used), c.clock); now.Left != s(c.wanted[i]) {
				t.Errorf("%s: %v left after move %d, want %ds", c.name, now.Left, i+1, c.wanted[i])
			}
		}
	}
}

func TestCheckClock(t *testing.T) {
	for _, c := range []engine.Clock{{}, {Left: 1}, {Period: 1}, {Left: 1, Moves: 40, Increment: 1, Period: 1}} {
		if err := CheckClock("arena", c); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, c := range []engine.Clock{{Left: -1}, {Left: 1, Period: -1}, {Left: 1, Increment: -1}, {Left: 1, Moves: -1}, {Increment: 1}, {Moves: 1}} {
		if err := CheckClock("arena", c); err == nil || !strings.HasPrefix(err.Error(), "arena: Clock is") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

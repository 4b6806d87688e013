package main

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestTimeForMove has the time that the engine gives its search, and whether it ends before when the move is decided: not where
// the rest of the time would be lost.
func TestTimeForMove(t *testing.T) {
	p, err := parsePlayer(usualPlayer)
	if err != nil {
		t.Fatal(err)
	}
	for commands, want := range map[string]struct {
		least, most time.Duration
		decided     bool
	}{
		"kgs-time_settings byoyomi 0 3 10\ntime_left w 3 10":   {1800 * time.Millisecond, 2900 * time.Millisecond, false},
		"kgs-time_settings byoyomi 60 3 10\ntime_left w 30 0":  {1800 * time.Millisecond, 4 * time.Second, true},
		"kgs-time_settings canadian 0 30 5\ntime_left w 30 10": {2900 * time.Millisecond, 3 * time.Second, true},
		"": {5 * time.Second, 5 * time.Second, true},
	} {
		e, err := newEngine(p, 4, rand.NewPCG(1, 1))
		if err != nil {
			t.Fatal(err)
		}
		if err := e.server().Serve(t.Context(), strings.NewReader(commands), io.Discard); err != nil {
			t.Fatal(err)
		}
		got := e.limits(1)
		_, left, cancel := e.Bound(t.Context(), 1, got.Time)
		cancel()
		if got.Time < want.least || got.Time > want.most || (left > 0) != want.decided {
			t.Errorf("%q: %+v, want %v to %v", commands, got, want.least, want.most)
		}
	}
}

package sampling

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestLead compares a lead with all ways to share out the simulations that are left: it decides if no other move can draw
// level with the first, and cannot decide before the number that Undecided returns.
func TestLead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		visits := rapid.SliceOfN(rapid.Int64Range(0, 20), 1, 5).Draw(t, "visits")
		left := rapid.Int64Range(0, 30).Draw(t, "left")
		var lead Lead
		for _, n := range visits {
			lead.Add(n, -1, 1, -1, -1)
		}
		slices.Sort(visits)
		open := lead.Undecided(left)
		if len(visits) == 1 {
			if open != 0 {
				t.Fatalf("%d more for a single move", open)
			}
			return
		}
		first, second := visits[len(visits)-1], visits[len(visits)-2]
		if decided := second+left < first; decided != (open == 0) {
			t.Fatalf("%d with %d left: %d", visits, left, open)
		}
		if open == 0 {
			return
		}
		for more := range open { // to the first move, the fastest way to an end
			if second+left-more < first+more {
				t.Fatalf("%d with %d left is decided after %d, want not before %d", visits, left, more, open)
			}
		}
		if open <= left && second+left-open >= first+open {
			t.Fatalf("%d with %d left can be decided later than after %d", visits, left, open)
		}
	})
}

func TestLeft(t *testing.T) {
	for _, c := range []struct {
		made         int64
		passed, rest time.Duration
		want         int64
	}{
		{100, time.Second, time.Second, 200},
		{100, time.Second, time.Minute, 12_000},
		{100, 0, time.Hour, math.MaxInt32},
		{100, 10 * time.Millisecond, time.Second, math.MaxInt32},
		{1 << 40, time.Second, time.Hour, math.MaxInt32},
		{100, time.Second, 20 * time.Millisecond, math.MaxInt32},
		{100, time.Second, 30 * time.Millisecond, 6},
		{100, time.Second, -time.Second, math.MaxInt32},
	} {
		if got := left(c.made, c.passed, c.rest); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

package retrograde_test

import (
	"context"
	"math"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/search/retrograde"
)

// A boundsCount counts comparisons with value iteration: games without cycles, and positions whose bounds meet or are
// apart.
type boundsCount struct{ acyclic, equal, apart int }

// check compares the values of a game with the bounds of value iteration, for which play without end is worth the least
// or the most of all outcomes. They hold for the worth of 0 that it has here if 0 is between these, or if all play ends.
func (c *boundsCount) check(t *testing.T, seed int, g *named, want []retrograde.Value, reachable []bool) {
	t.Helper()
	const tolerance = 1e-9
	lowest, highest := math.Inf(1), math.Inf(-1) // for side 0
	for p, ok := range reachable {
		if !ok || len(g.next[p]) > 0 {
			continue
		}
		v := float64(g.outcomes[p])
		if g.side[p] == 1 {
			v = -v
		}
		lowest, highest = min(lowest, v), max(highest, v)
	}
	acyclic := g.isAcyclic(reachable)
	if !acyclic && (lowest > 0 || highest < 0) {
		return
	}
	s, err := expectimax.ValueIteration(context.Background(), g, ply.Limits{}, tolerance)
	if err != nil || s.Status != ply.Complete {
		t.Errorf("game %d, value iteration: %v, error %v", seed, s.Status, err)
		return
	}
	if acyclic {
		c.acyclic++
	}
	at := *g
	for p, ok := range reachable {
		if !ok {
			continue
		}
		at.place(p)
		low, high, ok := s.Value(&at)
		v := float64(want[p].Outcome)
		if !ok || v < low-tolerance || v > high+tolerance || acyclic && high-low > 2*tolerance {
			t.Errorf("game %d: position %d is %v, and by value iteration from %v to %v (%v)", seed, p, want[p], low, high, ok)
			return
		}
		if high-low > 2*tolerance {
			c.apart++
		} else {
			c.equal++
		}
	}
}

// isAcyclic reports whether play from the start always ends.
func (r *rules) isAcyclic(reachable []bool) bool {
	before := make([]int, len(r.next))
	for p, ok := range reachable {
		if ok {
			for _, q := range r.next[p] {
				before[q]++
			}
		}
	}
	var free []int
	left := 0
	for p, ok := range reachable {
		if ok {
			left++
			if before[p] == 0 {
				free = append(free, p)
			}
		}
	}
	for len(free) > 0 {
		p := free[len(free)-1]
		free = free[:len(free)-1]
		left--
		for _, q := range r.next[p] {
			if before[q]--; before[q] == 0 {
				free = append(free, q)
			}
		}
	}
	return left == 0
}

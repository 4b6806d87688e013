package retrograde_test

import (
	"slices"

	"github.com/ply-search/ply/search/retrograde"
)

// brute finds the values of all positions of a game by iterating to a fixed point: threshold by threshold, whether a
// side can force an end that is worth so much in so many plies.
func brute(r *rules, conversion bool) []retrograde.Value {
	n := len(r.next)
	values := make([]retrograde.Value, n)
	known := make([]bool, n)
	var marks []int
	for p := range n {
		values[p].Plies = retrograde.Endless
		if o := r.outcomes[p]; len(r.next[p]) == 0 {
			values[p].Plies = 0
			if o < 0 {
				o = -o
			}
			marks = append(marks, o)
		}
	}
	slices.Sort(marks)
	marks = slices.Compact(marks)
	classOf := func(p int) int {
		class := 0
		for i, first := range r.classes {
			if uint64(p) >= first {
				class = i
			}
		}
		return class
	}
	for _, mark := range slices.Backward(marks) {
		if mark == 0 {
			continue
		}
		for p := range n {
			if len(r.next[p]) == 0 && (r.outcomes[p] == mark || r.outcomes[p] == -mark) {
				known[p], values[p].Outcome = true, r.outcomes[p]
			}
		}
		// First who wins so much, by any number of plies; then the plies, as the least fixed point of their equations.
		wins := make([]bool, n)
		for changed := true; changed; {
			changed = false
			for p := range n {
				if known[p] || len(r.next[p]) == 0 {
					continue
				}
				best := -1 << 30
				for _, q := range r.next[p] {
					v := 0
					if known[q] {
						v = values[q].Outcome
						if r.side[q] != r.side[p] {
							v = -v
						}
					}
					best = max(best, v)
				}
				if best >= mark || best <= -mark {
					known[p], values[p].Outcome, wins[p], changed = true, max(min(best, mark), -mark), true, true
				}
			}
		}
		const far = 1 << 30
		for p := range n {
			if wins[p] {
				values[p].Plies = far
			}
		}
		for changed := true; changed; {
			changed = false
			for p := range n {
				if !wins[p] {
					continue
				}
				plies := far
				if values[p].Outcome < 0 {
					plies = -1
				}
				for _, q := range r.next[p] {
					v := values[q].Outcome
					if r.side[q] != r.side[p] {
						v = -v
					}
					if !known[q] || v != values[p].Outcome {
						continue
					}
					d := values[q].Plies
					if conversion && classOf(q) != classOf(p) {
						d = 0
					}
					if d < far {
						d++
					}
					if v > 0 {
						plies = min(plies, d)
					} else {
						plies = max(plies, d)
					}
				}
				if plies != values[p].Plies {
					values[p].Plies, changed = plies, true
				}
			}
		}
	}
	return values
}

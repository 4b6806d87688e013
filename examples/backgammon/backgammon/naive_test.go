package backgammon

import "slices"

// A naive board has 26 points for each side, numbered by the side.
type naive [2][26]int8

// step moves a checker of side 0, and reports whether the rules allow it.
func (n naive) step(from, die int) (naive, bool) {
	to := from - die
	if n[0][from] == 0 || n[0][Bar] > 0 && from != Bar {
		return n, false
	}
	if to <= 0 {
		for p := 7; p <= Bar; p++ {
			if n[0][p] > 0 {
				return n, false
			}
		}
		for p := from + 1; p <= 6 && to < 0; p++ {
			if n[0][p] > 0 {
				return n, false
			}
		}
		to = 0
	} else if n[1][Bar-to] > 1 {
		return n, false
	}
	n[0][from]--
	n[0][to]++
	if to > 0 && n[1][Bar-to] == 1 {
		n[1][Bar-to]--
		n[1][Bar]++
	}
	return n, true
}

// all collects the boards after each number of steps with the dice in this order.
func (n naive) all(dice []int, used int, found []map[naive]bool) {
	found[used][n] = true
	if len(dice) == 0 {
		return
	}
	for from := 1; from <= Bar; from++ {
		if next, ok := n.step(from, dice[0]); ok {
			next.all(dice[1:], used+1, found)
		}
	}
}

// results returns the boards after all plays of a throw.
func (n naive) results(a, b int) map[naive]bool {
	tries := func(dice ...int) []map[naive]bool {
		found := make([]map[naive]bool, len(dice)+1)
		for i := range found {
			found[i] = map[naive]bool{}
		}
		n.all(dice, 0, found)
		return found
	}
	if a == b {
		found := tries(a, a, a, a)
		slices.Reverse(found)
		return found[slices.IndexFunc(found, func(m map[naive]bool) bool { return len(m) > 0 })]
	}
	greater, lesser := tries(a, b), tries(b, a)
	for m := range lesser[2] {
		greater[2][m] = true
	}
	switch {
	case len(greater[2]) > 0:
		return greater[2]
	case len(greater[1]) > 0:
		return greater[1]
	case len(lesser[1]) > 0:
		return lesser[1]
	}
	return greater[0]
}

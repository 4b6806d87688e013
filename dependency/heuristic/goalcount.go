package heuristic

import "slices"

type goalCount struct{ *task }

func (c goalCount) estimate(state []int32) int {
	count := 0
	for _, atom := range c.needs.of(c.last()) {
		if !slices.Contains(state, atom) {
			count++
		}
	}
	return count
}

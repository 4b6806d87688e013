package dependency

import (
	"slices"

	"github.com/ply-search/ply"
)

// Two lines of play are equivalent if one becomes the other by exchanging neighbouring moves that
// commute. Such lines lead to the same position. The classes of equivalent lines are the traces in the sense of
// Mazurkiewicz (1977), not to be confused with [Trace].

// Steps divides a line into steps. Each move belongs to the first step after the steps of all earlier moves with which
// it does not commute; hence all moves of a step commute with one another. Two lines are equivalent exactly if their
// steps are equal up to the order of the moves within each step (Foata normal form; Cartier and Foata 1969). Steps
// takes time proportional to the sum of the sizes of the footprints.
func Steps[M comparable](g ply.Footprinter[M], line []M) [][]M {
	var steps [][]M
	// By cell, the first step that may read it after the moves that modify it, and the first that may modify it after
	// the moves that read it.
	mayRead, mayModify := make(map[int32]int), make(map[int32]int)
	var f ply.Footprint
	for _, m := range line {
		f = g.Footprint(m, ply.Footprint{Preconditions: f.Preconditions[:0], Modifications: f.Modifications[:0]})
		step := 0
		for _, c := range f.Preconditions {
			step = max(step, mayRead[c.Cell])
		}
		for _, c := range f.Modifications {
			step = max(step, mayModify[c.Cell])
		}
		for _, c := range f.Preconditions {
			mayModify[c.Cell] = max(mayModify[c.Cell], step+1)
		}
		for _, c := range f.Modifications {
			mayRead[c.Cell] = max(mayRead[c.Cell], step+1)
		}
		if step == len(steps) {
			steps = append(steps, nil)
		}
		steps[step] = append(steps[step], m)
	}
	return steps
}

// Canonical returns a normal form of a line: the concatenation of its [Steps], in which the moves of each step are
// sorted by compare, as in [slices.SortFunc]. If compare orders different moves strictly, two lines are equivalent
// exactly if their normal forms are equal.
func Canonical[M comparable](g ply.Footprinter[M], line []M, compare func(a, b M) int) []M {
	canonical := make([]M, 0, len(line))
	for _, step := range Steps(g, line) {
		slices.SortFunc(step, compare)
		canonical = append(canonical, step...)
	}
	return canonical
}

// Equivalent reports whether two lines can be turned into each other by exchanging neighbouring moves that commute.
// Equivalent lines lead to the same position. (The equivalence classes are traces in the sense of Mazurkiewicz 1977,
// which are not the same as a [Trace].)
func Equivalent[M comparable](g ply.Footprinter[M], a, b []M) bool {
	return len(a) == len(b) && slices.EqualFunc(Steps(g, a), Steps(g, b), func(a, b []M) bool {
		// No move is twice in a step, unless it modifies nothing.
		count := make(map[M]int, len(a))
		for _, m := range a {
			count[m]++
		}
		for _, m := range b {
			count[m]--
		}
		for _, n := range count {
			if n != 0 {
				return false
			}
		}
		return true
	})
}

func footprintsOf[M comparable](g ply.Footprinter[M], moves []M) []ply.Footprint {
	footprints := make([]ply.Footprint, len(moves))
	for i, m := range moves {
		footprints[i] = g.Footprint(m, ply.Footprint{})
	}
	return footprints
}

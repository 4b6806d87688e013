package montecarlo

import (
	"cmp"
	"slices"
)

// The beam of level 1 (Cazenave and Teytaud 2012) has two halves: the lines kept, each with its policy, and at the same
// places of the second half the best lines found by these policies in this iteration, with policies to be adapted if kept.

func (a *adaptation[M]) nextPolicy() *policy {
	first := &a.levels[0]
	if a.beam == nil {
		return &first.policy
	}
	kept, found := a.beam[:a.opt.Beam], a.beam[a.opt.Beam:]
	if first.iterations == 0 && a.turn == 0 && a.tried == 0 {
		for i := range kept {
			kept[i].begin(&first.policy)
		}
	}
	if a.tried == 0 {
		found[a.turn].begin(&kept[a.turn].policy)
		found[a.turn].iterations = first.iterations + 1
	}
	return &kept[a.turn].policy
}

// adaptBeam proceeds to the next line. After an iteration, it keeps the best lines, adapts their policies and returns true.
func (a *adaptation[M]) adaptBeam() bool {
	if a.turn++; a.turn < a.opt.Beam {
		return false
	}
	a.turn = 0
	slices.SortStableFunc(a.beam, func(x, y adaptationLevel[M]) int {
		if noX, noY := len(x.best.ends) == 0, len(y.best.ends) == 0; noX != noY { // as those kept at first
			return len(y.best.ends) - len(x.best.ends)
		}
		return cmp.Or(cmp.Compare(y.bestScore, x.bestScore), y.iterations-x.iterations)
	})
	for i := range a.opt.Beam {
		a.adaptTo(&a.beam[i].policy, &a.beam[i].best, 0)
	}
	return true
}

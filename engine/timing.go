package engine

import "time"

// A timer decides at each report of an analysis whether it is worth its time to go on. It ends sooner while the best move stays
// the same, and later after changes of it.
type timer[M comparable] struct {
	allotment
	begun   bool
	best    M
	depth   int
	changes float64 // of the best move; the older a change, the less it counts
}

// What the usual time is multiplied by.
const (
	withoutChange = 0.7 // as long as the best move never changed
	perChange     = 0.5 // more for each change
	forgetting    = 0.6 // of the changes, at each report that confirms the best move
	whenClear     = 0.4 // when the best move has the share clearShare of all visits: the others would hardly catch up
	clearShare    = 0.9
	fewestVisits  = 64  // for that
	nextDepth     = 0.6 // for searches to a depth: one that is begun later would probably not be finished
)

// goesOn reports whether the analysis is to go on after a report.
func (t *timer[M]) goesOn(a Analysis[M]) bool {
	if len(a.Lines) == 0 || !t.keeps { // what is not used of a period would be lost
		return a.Elapsed < t.most
	}
	first := &a.Lines[0]
	t.note(first)
	factor := withoutChange + perChange*t.changes
	switch {
	case first.Visits == 0:
		factor *= nextDepth
	case a.Nodes >= fewestVisits && float64(first.Visits) >= clearShare*float64(a.Nodes):
		factor *= whenClear
	}
	return a.Elapsed < min(time.Duration(float64(t.usual)*factor), t.most)
}

// note notes the best move of a report. A search to a depth that reports twice within one has nothing new to tell.
func (t *timer[M]) note(first *Line[M]) {
	same := first.Move == t.best
	if t.begun && same && first.Visits == 0 && first.Depth == t.depth {
		return
	}
	t.changes *= forgetting
	if t.begun && !same {
		t.changes++
	}
	t.begun, t.best, t.depth = true, first.Move, first.Depth
}

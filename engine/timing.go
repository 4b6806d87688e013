package engine

import "time"

// A timer decides at each report of an analysis whether to go on. Most moves need little time, and the time saved there goes to
// those that need more.
//
// The rules come from strong programs, the numbers from matches by a simulated clock (package internal/playertest). A search to a depth goes on while its best move changes or falls, as in Stockfish. A tree ends when no other move is likely to
// catch up: "early C" and "STOP" of Baier and Winands (2016), "smart pruning" of Lc0.
type timer[M comparable] struct {
	allotment

	// The following are of searches to a depth.
	best    M
	depth   int        // of the last report; 0 before the first
	values  [2]float64 // at the last two depths, the later one first
	changes float64    // of the best move, and falls of its value; the older, the less they count
}

// Multiples of the usual time, and other constants of the decision.
const (
	stable     = 0.2 // while nothing changes
	perChange  = 1.5 // more for each change
	perFall    = 0.3 // the part of a change that it is if the value is lower than at both depths before
	remembered = 0.6 // the part of a change that still counts at the next depth

	wholeTree = 1.6 // for trees, unless they end before
	catchUp   = 0.5 // the part of the simulations left that another move may get at most
)

// goesOn reports whether the analysis is to go on after a report.
func (t *timer[M]) goesOn(a Analysis[M]) bool {
	switch {
	case len(a.Lines) == 0 || !t.keeps: // the rest of a period would be lost
		return a.Elapsed < t.most
	case a.Lines[0].Visits > 0:
		until := t.times(wholeTree)
		left := float64(a.Nodes) * float64(until-a.Elapsed) / float64(max(a.Elapsed, 1))
		return a.Elapsed < until && float64(a.Lead) <= catchUp*left
	}
	t.note(&a.Lines[0])
	return a.Elapsed < t.times(stable+perChange*t.changes)
}

// times returns a multiple of the usual time, or the most time if that is less.
func (t *timer[M]) times(x float64) time.Duration {
	return time.Duration(min(x*float64(t.usual), float64(t.most)))
}

// note notes the best move of a report. One that has neither another move nor another depth says nothing new.
func (t *timer[M]) note(first *Line[M]) {
	begun, same := t.depth > 0, first.Move == t.best
	if begun && same && first.Depth == t.depth {
		return
	}
	t.changes *= remembered
	switch {
	case begun && !same:
		t.changes++
	case begun && first.Value < min(t.values[0], t.values[1]):
		t.changes += perFall
	case !begun:
		t.values[0] = first.Value
	}
	t.values = [2]float64{first.Value, t.values[0]}
	t.best, t.depth = first.Move, first.Depth
}

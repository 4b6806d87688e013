package engine

import "time"

// A timer decides at each report whether an analysis goes on. Time saved in easy positions is left for difficult ones.
//
// A search to a depth goes on while its best move changes or its value falls, as in Stockfish. A search of a tree ends
// when no other move is likely to catch up ("early C" and "STOP" of Baier and Winands 2016, "smart pruning" of Lc0).
// The constants were found in matches with a simulated clock (package internal/playertest).
type timer[M comparable] struct {
	allotment

	// Searches to a depth:
	best    M
	depth   int        // at the last report; 0 before the first
	values  [2]float64 // at the last two depths, the later one first
	changes float64    // of the best move and falls of its value, decaying
}

// Multiples of the usual time, and other constants.
const (
	stable     = 0.2 // while nothing changes
	perChange  = 1.5 // added for each change
	perFall    = 0.3 // changes that a fall below the values of the last two depths counts as
	remembered = 0.6 // decay of changes per depth

	wholeTree = 1.6 // for trees that are not decided early
	catchUp   = 0.5 // greatest share of the remaining simulations that another move is expected to get
)

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

// times returns x times the usual time, but no more than t.most.
func (t *timer[M]) times(x float64) time.Duration {
	return time.Duration(min(x*float64(t.usual), float64(t.most)))
}

// note records the best move of a report. A report with the same move and depth adds nothing.
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

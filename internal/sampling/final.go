package sampling

import (
	"cmp"

	"github.com/ply-search/ply"
)

// Final returns the index of the move to play among all moves of a position, at least one: by better, which compares
// two indices, or if nil, the move with the most simulations and, on ties, the better mean. Proven values take
// precedence: a proven win is always chosen, the soonest first, and a proven loss only if there is nothing else, the
// latest first.
func Final[M comparable](moves []ply.Choice[M], better func(i, j int) bool) int {
	if better == nil {
		better = func(i, j int) bool {
			return cmp.Or(cmp.Compare(moves[i].Visits, moves[j].Visits), cmp.Compare(moves[i].Value, moves[j].Value)) > 0
		}
	}
	floor := -1.0 // the certain result for the side
	for _, m := range moves {
		floor = max(floor, m.Low)
	}
	sure, open := -1, -1 // the best of the moves with exactly this result, and of the moves that may be better
	for i := range moves {
		switch m := &moves[i]; {
		case m.High > floor:
			if open < 0 || better(i, open) {
				open = i
			}
		case m.Low == floor:
			if sure < 0 || surer(m, &moves[sure], better(i, sure)) {
				sure = i
			}
		}
	}
	// A proven loss is no fallback.
	if sure >= 0 && (open < 0 || floor > -1 && moves[open].Value < floor) {
		return sure
	}
	return open
}

// surer reports whether to prefer a move to another one of the same proven value: a sooner win, a later loss, or
// otherwise the better one. Only wins and losses have distances.
func surer[M comparable](m, other *ply.Choice[M], better bool) bool {
	if m.Distance != other.Distance {
		return (m.Distance < other.Distance) == (m.Low > 0)
	}
	return better
}

package sampling

import (
	"cmp"

	"github.com/ply-search/ply"
)

// Final returns the place of the move to play among all moves of a position, which are at least one: by better, which compares the
// moves in two places; or, if that is nil, the move with the most simulations and, on ties, with the better mean. Proven values take
// precedence: a proven win is always chosen, the soonest of several, and a proven loss only if there is nothing else, and then the
// latest.
func Final[M comparable](moves []ply.Choice[M], better func(i, j int) bool) int {
	if better == nil {
		better = func(i, j int) bool {
			return cmp.Or(cmp.Compare(moves[i].Visits, moves[j].Visits), cmp.Compare(moves[i].Value, moves[j].Value)) > 0
		}
	}
	floor := -1.0 // the result that is certain for the side
	for _, m := range moves {
		floor = max(floor, m.Low)
	}
	sure, open := -1, -1 // the best of the moves that bring just that, and of those that may bring more
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
	// A proven loss is nothing to fall back on.
	if sure >= 0 && (open < 0 || floor > -1 && moves[open].Value < floor) {
		return sure
	}
	return open
}

// surer reports whether a move is to be preferred to another one of the same proven value: a win that is sooner, a loss that is
// later, or otherwise the better one. Only of wins and losses are distances known.
func surer[M comparable](m, other *ply.Choice[M], better bool) bool {
	if m.Distance != other.Distance {
		return (m.Distance < other.Distance) == (m.Low > 0)
	}
	return better
}

package sampling

import "github.com/ply-search/ply"

// Final returns the move to play of all moves of a position, which are at least one: that with the most simulations and, on
// ties, with the better mean. Proven values take precedence: a proven win is always chosen, the soonest of several, and a
// proven loss only if there is nothing else, and then the latest.
func Final[M comparable](moves []ply.Choice[M]) ply.Choice[M] {
	floor := -1.0 // the result that is certain for the side
	for _, m := range moves {
		floor = max(floor, m.Low)
	}
	var sure, open *ply.Choice[M] // the best of the moves that bring just that, and of those that may bring more
	for i := range moves {
		switch m := &moves[i]; {
		case m.High > floor:
			if open == nil || better(m, open) {
				open = m
			}
		case m.Low == floor:
			if sure == nil || surer(m, sure) {
				sure = m
			}
		}
	}
	// A proven loss is nothing to fall back on.
	if sure != nil && (open == nil || floor > -1 && open.Value < floor) {
		return *sure
	}
	return *open
}

// surer reports whether a move is to be preferred to another one of the same proven value: a win that is sooner, or a
// loss that is later. Only of wins and losses are distances known.
func surer[M comparable](m, other *ply.Choice[M]) bool {
	if m.Distance != other.Distance {
		return (m.Distance < other.Distance) == (m.Low > 0)
	}
	return better(m, other)
}

// better reports whether a move has more simulations than another or, after as many, a better mean.
func better[M comparable](m, other *ply.Choice[M]) bool {
	return m.Visits > other.Visits || m.Visits == other.Visits && m.Value > other.Value
}

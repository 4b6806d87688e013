package alphabeta

import (
	"math"

	"github.com/ply-search/ply"
)

// Searches of the best moves of a position alone, as many as [Tree].Width says. What they find may be a bound only: searchAll
// and split count the positions where moves were left out (caveats.narrowed).

// unlimited is the width of a side all of whose moves are searched.
const unlimited = math.MaxInt

// certain returns the bound that is left of one where moves of one side were left out: that side may do better.
func (s *negamax[M]) certain(b ply.Bound) ply.Bound {
	me, sure := s.rules.sides.ToMove(), ply.NoBound
	switch mine, others := s.rules.tree.Width[me] < unlimited, s.rules.tree.Width[1-me] < unlimited; {
	case mine && !others:
		sure = ply.AtLeast
	case others && !mine:
		sure = ply.AtMost
	}
	if sure != ply.NoBound && (b == ply.Exact || b == sure) {
		return sure
	}
	return ply.NoBound
}

package alphabeta

import (
	"math"

	"github.com/ply-search/ply"
)

// Searches of only the best moves of a position ([Tree].Width), whose values may be bounds: searchAll and split count
// the positions where moves were left out (caveats.narrowed).

const unlimited = math.MaxInt

// certain weakens a bound if moves of one side were left out: that side may do better.
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

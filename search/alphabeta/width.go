package alphabeta

import "github.com/ply-search/ply"

// Searches of the best moves of a position alone, as many as [Options].Width says. What they find may be a bound only.
//
// searchAll and split count the positions whose moves beyond Width were left out (assumptions.narrowed).

// certain returns what a bound is worth where moves of one side were left out: that side may do better.
func (s *negamax[M]) certain(b ply.Bound) ply.Bound {
	sure := ply.AtLeast
	if s.sides.ToMove() != s.widthSide {
		sure = ply.AtMost
	}
	if b == ply.Exact || b == sure {
		return sure
	}
	return ply.NoBound
}

package expectimax

import (
	"context"

	"github.com/ply-search/ply"
)

// Search finds the value of a position and a best move by searching every line of play (expectimax, Michie 1966): a
// position is worth what its best move is worth to the side to move or, where chance moves, the mean of its outcomes
// weighted by their probabilities. Without a table, it is the reference that [Star1] and [Star2] are compared with. For
// one player, it is often as fast as they are.
//
// It needs memory in proportion to the longest line, and can search lines of millions of moves. Once it has that
// memory, it allocates nothing.
func Search[G ply.AdversarialGame[M], M comparable](ctx context.Context, g G, opt Options[M]) (Result[M], error) {
	return run[M](ctx, g, opt, nothing)
}

// expect returns the mean of all outcomes of a position of chance.
func (s *searcher[M]) expect(at, depth int, reach float64, start, odds int) float64 {
	sum := 0.0
	for i := start; i < len(s.stack) && !s.stopped; i++ {
		if p := s.odds[odds+i-start]; p > 0 {
			// The conversion keeps the processor from rounding product and sum together, in one search and not in
			// another.
			sum += float64(p * s.after(i, at, depth-1, -infinity, infinity, reach*p))
		}
	}
	return sum
}

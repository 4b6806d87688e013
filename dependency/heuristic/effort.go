package heuristic

import (
	"context"

	"github.com/ply-search/ply/dependency"
)

// A game that an uninformed search solves within easyPositions positions does not pay for large databases. They get
// entriesPerPosition for each such position, and at least leastEffort.
const (
	easyPositions      = 1 << 14
	easyCells          = 1 << 22 // of all these positions together
	entriesPerPosition = 16
	leastEffort        = 1 << 14
	fullEffort         = 1 << 22
)

func effortFor[M comparable](ctx context.Context, g *dependency.Game[M]) int {
	positions, easy := visit(ctx, g, min(easyPositions, easyCells/g.Cells()))
	if !easy {
		return fullEffort
	}
	return min(max(leastEffort, entriesPerPosition*positions), fullEffort)
}

// visit visits positions breadth first, up to most, and reports whether it found a solution or visited all.
func visit[M comparable](ctx context.Context, g *dependency.Game[M], most int) (positions int, done bool) {
	seen := map[uint64]bool{g.Hash(): true}
	open := []*dependency.Game[M]{g.Clone()}
	var moves []M
	for ; positions < len(open); positions++ {
		at := open[positions]
		open[positions] = nil
		if at.Solved() {
			return positions + 1, true
		}
		if ctx.Err() != nil {
			return positions, false
		}
		moves = at.Moves(moves[:0])
		for _, m := range moves {
			if hash := at.HashAfter(m); !seen[hash] {
				if len(open) >= most {
					return positions, false
				}
				seen[hash] = true
				next := at.Clone()
				next.Play(m)
				open = append(open, next)
			}
		}
	}
	return positions, true
}

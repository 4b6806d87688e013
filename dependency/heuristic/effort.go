package heuristic

import (
	"context"

	"github.com/ply-search/ply/dependency"
)

// A game that a search without estimates solves within easyPositions needs no large databases: what they save is less than
// what they take. There they get entriesPerPosition for each position that such a search visits, and leastEffort at least.
const (
	easyPositions      = 1 << 14
	easyCells          = 1 << 22 // of all these positions together
	entriesPerPosition = 16
	leastEffort        = 1 << 14
	fullEffort         = 1 << 22
)

// effortFor returns how many entries are worth computing to find patterns for a game.
func effortFor[M comparable](ctx context.Context, g *dependency.Game[M]) int {
	positions, easy := visit(ctx, g, min(easyPositions, easyCells/g.Cells()))
	if !easy {
		return fullEffort
	}
	return min(max(leastEffort, entriesPerPosition*positions), fullEffort)
}

// visit visits positions by their distance from the present one, and reports whether a solution is found or all are visited
// before there are more than a number of them.
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

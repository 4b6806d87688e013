// Package sequential checks the laws of games for block search.
package sequential

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
)

// A Game is a [github.com/ply-search/ply/dependency/block.Sequential].
type Game[M comparable] interface {
	ply.Game[M]
	ply.Hasher
	ply.Celled
	Subgames() int
	Next(x int) (m M, ok bool)
	Watched(x int, dst []int32) []int32
	Changed(m M, dst []int32) []int32
	HashChange(m M) uint64
}

// Check returns an error if it finds a law of [Game] broken in the present position or within the next two moves.
func Check[M comparable](g Game[M]) error {
	var next []M // the legal moves, and the sub-games that have one
	var movers []int
	for x := range g.Subgames() {
		if m, ok := g.Next(x); ok {
			next, movers = append(next, m), append(movers, x)
		}
	}
	legal := g.Moves(nil)
	for _, m := range legal {
		if !slices.Contains(next, m) {
			return fmt.Errorf("legal move %v is not the next move of any sub-game", m)
		}
	}
	if len(next) != len(legal) {
		return fmt.Errorf("%d sub-games have a move, and %d moves are legal", len(next), len(legal))
	}
	cells := int32(g.Cells())
	for i, m := range next {
		changed := g.Changed(m, nil)
		if slices.ContainsFunc(changed, func(c int32) bool { return c < 0 || c >= cells }) {
			return fmt.Errorf("move %v changes cells %v: want cells from 0 to %d", m, changed, cells-1)
		}
		before, change := g.Hash(), g.HashChange(m)
		if after := hashAfter(g, m); after != before^change {
			return fmt.Errorf("the hash is %x and %x after %v, whose HashChange is %x", before, after, m, change)
		}
		for y := range g.Subgames() {
			if y != movers[i] && !common(changed, g.Watched(y, nil)) {
				if err := checkUntouched(g, m, y); err != nil {
					return err
				}
			}
		}
		for j, n := range next[:i] {
			if common(changed, g.Watched(movers[j], nil)) || common(g.Changed(n, nil), g.Watched(movers[i], nil)) {
				continue
			}
			if a, b := hashAfter(g, m, n), hashAfter(g, n, m); a != b {
				return fmt.Errorf("moves %v and %v, which change nothing that the other's sub-game watches, "+
					"lead to different positions in either order", m, n)
			}
		}
	}
	return nil
}

// checkUntouched checks that m, which changes no cell that sub-game y watches, does not change sub-game y.
func checkUntouched[M comparable](g Game[M], m M, y int) error {
	before, ok := g.Next(y)
	watched := g.Watched(y, nil)
	g.Play(m)
	defer g.Undo(m)
	if after, still := g.Next(y); after != before && ok || still != ok {
		return fmt.Errorf("move %v changes nothing that sub-game %d watches, but its next move", m, y)
	}
	if now := g.Watched(y, nil); !slices.Equal(now, watched) {
		return fmt.Errorf("move %v changes nothing that sub-game %d watches, but the list of watched cells: %v before, %v after", m, y, watched, now)
	}
	return nil
}

func common(a, b []int32) bool {
	return slices.ContainsFunc(a, func(x int32) bool { return slices.Contains(b, x) })
}

func hashAfter[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G, moves ...M) uint64 {
	for _, m := range moves {
		g.Play(m)
		defer g.Undo(m)
	}
	return g.Hash()
}

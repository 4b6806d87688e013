//go:build long

package search_test

import (
	"math/bits"
	"runtime"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// A counted puzzle counts the positions that are estimated and the moves that are listed.
type counted struct {
	*testgames.Tiles
	estimated, listed *int
}

func (g counted) Estimate() int { *g.estimated++; return g.Tiles.Estimate() }

func (g counted) Moves(dst []testgames.Slide) []testgames.Slide {
	before := len(dst)
	dst = g.Tiles.Moves(dst)
	*g.listed += len(dst) - before
	return dst
}

// A nameless puzzle has no identity.
type nameless struct {
	ply.Game[testgames.Slide]
	ply.Puzzle
	ply.Estimator
	ply.Hasher
}

// TestMemoryOfPositions: the searches that keep all positions take for each what their documents say, apart from a space's own
// memory. It is measured after numbers of visits that meet lists and maps before and after they have grown.
func TestMemoryOfPositions(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("the documents tell what positions take with pointers of 64 bits")
	}
	var estimated, listed, visited int
	tiles := testgames.NewTiles(3, 8, 7, 6, 5, 4, 3, 2, 1, 0)
	tiles.NoGoal = true
	g := counted{tiles, &estimated, &listed}
	for _, test := range []struct {
		name        string
		least, most int // bytes
		run         func(limits ply.Limits, visit func(int), seen *transposition.Set) (positions int, err error)
	}{
		{"BreadthFirst", 16, 25, func(limits ply.Limits, visit func(int), seen *transposition.Set) (int, error) {
			_, err := search.BreadthFirst(t.Context(), search.ExactGraph(tiles, seen), limits, search.Options[testgames.Slide]{Visit: visit})
			return seen.Len(), err
		}},
		{"AStar", 70, 120, func(limits ply.Limits, visit func(int), _ *transposition.Set) (int, error) {
			_, err := search.AStar(t.Context(), g, limits, search.PathOptions[testgames.Slide]{Visit: visit})
			return estimated, err
		}},
		{"AStar without identities", 70, 120, func(limits ply.Limits, visit func(int), _ *transposition.Set) (int, error) {
			_, err := search.AStar(t.Context(), nameless{g, g, g, g}, limits, search.PathOptions[testgames.Slide]{Visit: visit})
			return estimated, err
		}},
		{"GreedyBestFirst", 60, 100, func(limits ply.Limits, visit func(int), _ *transposition.Set) (int, error) {
			_, err := search.GreedyBestFirst(t.Context(), g, limits, search.GreedyOptions[testgames.Slide]{Visit: visit})
			return estimated, err
		}},
		{"GreedyBestFirst, deferred", 40, 100, func(limits ply.Limits, visit func(int), _ *transposition.Set) (int, error) {
			_, err := search.GreedyBestFirst(t.Context(), g, limits, search.GreedyOptions[testgames.Slide]{Visit: visit, Deferred: true})
			return 1 + listed, err
		}},
	} {
		for _, visits := range long.Or([]int{10_000, 20_000, 40_000, 80_000, 160_000}, []int{10_000, 40_000}) {
			seen, kept := new(transposition.Set), 0
			estimated, listed, visited = 0, 0, 0
			meter := memorytest.NewMeter()
			positions, err := test.run(ply.Limits{Nodes: visits}, func(int) {
				if visited++; visited == visits {
					meter.Look()
					kept = meter.Peak() - seen.Stats().Bytes
				}
			}, seen)
			if err != nil || visited != visits || kept < test.least*positions || kept > test.most*positions+memorytest.Fixed {
				t.Errorf("%s: %d positions in %d bytes, want %d to %d each, %d visited, error %v",
					test.name, positions, kept, test.least, test.most, visited, err)
			}
			runtime.KeepAlive(seen)
		}
	}
}

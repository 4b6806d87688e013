//go:build long

package infoset_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/memory/memorytest"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/mcts/infoset"
)

// Open is a game in which nothing is hidden, for which the search keeps keys and maps all the same.
type open struct{ testgames.Lines }

func (g *open) AppendInformation(dst []byte, _ int) []byte { return g.AppendLine(dst) }
func (g *open) Determinize(int, *rand.Rand) float64        { return 1 }
func (g *open) Clone() *open                               { return &open{*g.Lines.Clone()} }

// TestResidentMemory: the resident memory exceeds the limit by a third at most. With few moves in a position most of
// it is the map of keys.
func TestResidentMemory(t *testing.T) {
	for _, bound := range long.Or([]int{50 << 20, 200 << 20}, []int{8 << 20}) {
		for _, width := range long.Or([]int{64, 4}, []int{64}) {
			for _, workers := range []int{1, 3} {
				if bound != 50<<20 && (workers == 1 || width == 4) {
					continue // which would take its time
				}
				t.Run(fmt.Sprintf("%d/%d/%d", workers, width, bound), func(t *testing.T) {
					memorytest.CheckResident(t, func() int {
						_, err := infoset.Search(t.Context(), &open{testgames.Lines{Length: 12, Width: width}},
							ply.Limits{Nodes: bound / (100 + 20*width)}, infoset.Options[int]{Memory: int64(bound), Workers: workers})
						if err != nil {
							t.Error(err)
						}
						return bound
					})
				})
			}
		}
	}
}

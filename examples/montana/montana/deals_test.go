package montana

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// TestDeals compares, on random base deals of 4 suits of 13, a search with a table and one with incremental
// transpositions and a table with the exact set of positions: they visit the same positions, all of them, by
// whole keys. The deals are those of montana explore -random -seed 1.
func TestDeals(t *testing.T) {
	deals := long.Or([]uint64{0, 1, 2, 3, 21}, []uint64{2, 21}) // these have few positions, and 21 can be won
	var (
		numbers             = make(chan uint64)
		workers             sync.WaitGroup
		mu                  sync.Mutex
		positions, solvable int
	)
	for range runtime.GOMAXPROCS(0) {
		table := newTable(long.Or(4<<20, 1<<16))
		workers.Go(func() {
			for number := range numbers {
				n, solved := compareDeal(t, number, table)
				mu.Lock()
				positions += n
				if solved {
					solvable++
				}
				mu.Unlock()
			}
		})
	}
	for _, number := range deals {
		numbers <- number
	}
	close(numbers)
	workers.Wait()
	t.Logf("%d deals: %d positions on the mean, %d can be won", len(deals), positions/len(deals), solvable)
}

// compareDeal compares on one deal, and returns the number of its positions and whether it can be won.
func compareDeal(t *testing.T, number uint64, table *transposition.Table) (positions int, solved bool) {
	deal, err := RandomDeal(4, 13, rand.New(rand.NewPCG(1, number)))
	if err != nil {
		t.Error(err)
		return 0, false
	}
	g, err := New(deal, Base)
	if err != nil {
		t.Error(err)
		return 0, false
	}
	var exact transposition.Set
	reference, err := search.DepthFirst(background, search.ExactGraph(g, &exact), ply.Limits{}, search.Options[Move]{})
	if err != nil {
		t.Error(err)
		return 0, false
	}
	solved = reference.Solutions > 0
	for name, space := range map[string]search.Space[Move]{
		"table":    search.Graph(g, table),
		"ti+table": search.IncrementalGraph(g, table),
	} {
		var visited transposition.HashSet
		var identity []byte
		foreign := 0
		result, err := search.DepthFirst(background, space, ply.Limits{}, search.Options[Move]{Visit: func(int) {
			identity, _ = g.AppendBinary(identity[:0])
			if !exact.Contains(identity) {
				foreign++
			}
			visited.Visit(g.Hash())
		}})
		if err != nil {
			t.Error(err)
			continue
		}
		if visited.Len() != reference.Nodes || foreign > 0 || (result.Solutions > 0) != solved {
			t.Errorf("deal %d, %s: %d positions, %d not in the exact set, %d solutions; want %d, 0, %d",
				number, name, visited.Len(), foreign, result.Solutions, reference.Nodes, reference.Solutions)
		}
	}
	return reference.Nodes, solved
}

package mcts

import (
	"math"

	"github.com/ply-search/ply"
)

// mostVisits returns the number of simulations of a position that can be counted without overflow, even with those that
// workers are about to add. full is the greatest number of points of a simulation.
func mostVisits(full uint64, workers int) uint32 {
	unseen := uint64(workers) * (2*batch + 2*replicaMost)
	return uint32(math.MaxUint32/full - unseen)
}

// saturated is for a position with mostVisits. In the root it ends the search, and reports that. But lines from
// earlier roots may have led to other positions so often (Transpositions): their counts are thinned out before
// many more simulations are made.
func (w *worker[M]) saturated(id uint32) bool {
	if id == w.store.Root {
		w.close()
		w.watch.run.End(ply.OutOfNodes)
		return true
	}
	w.store.crowded.Store(true)
	w.watch.run.pause.Store(true)
	return false
}

// thin halves the results of all positions below the root that have at least most simulations. Means stay as they are, and
// moves that were tried stay so. No worker may run.
func (s *store[M]) thin(most uint32) {
	for id := uint32(firstNode); int(id) < s.NodesUsed; id++ {
		n := s.Nodes.At(id)
		if n.visits < most || id == s.Root {
			continue
		}
		n.visits = 0
		arcs := s.arcsOf(n)
		for i := range arcs {
			a := &arcs[i]
			a.visits, a.points = half(a.visits, a.points)
			n.visits += a.visits
		}
		raves := s.raves.of(n)
		for i := range raves {
			raves[i] = count(half(halves(raves[i])))
		}
	}
}

// half returns half as many simulations, rounded up, and their points if the mean stays the same.
func half(visits, points uint32) (fewer, left uint32) {
	if visits == 0 {
		return visits, points
	}
	fewer = visits/2 + visits%2
	return fewer, uint32((uint64(points)*uint64(fewer) + uint64(visits/2)) / uint64(visits))
}

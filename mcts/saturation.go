package mcts

import (
	"math"

	"github.com/ply-search/ply"
)

// mostVisits returns the most simulations of a position that cannot overflow. full is the most points of a simulation.
func mostVisits(full uint64, workers int) uint32 {
	unseen := uint64(workers) * (2*batch + 2*replicaMost)
	return uint32(math.MaxUint32/full - unseen)
}

// saturated handles a position with mostVisits. At the root it ends the search, and returns true. Other positions can
// be saturated from earlier roots (Transpositions): their counts are halved before many more simulations.
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

// thin halves the results of all positions below the root with most simulations or more, except to 0, while no worker runs.
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

// half returns half of the simulations, rounded up, and their points with the same mean.
func half(visits, points uint32) (fewer, left uint32) {
	if visits == 0 {
		return visits, points
	}
	fewer = visits/2 + visits%2
	return fewer, uint32((uint64(points)*uint64(fewer) + uint64(visits/2)) / uint64(visits))
}

package mcts

import "fmt"

// A BanditFunc is a bandit of a test.
type BanditFunc func(m float64, visits, means, scores []float32)

func (BanditFunc) check() error { return nil }

func (f BanditFunc) bonus(m float64, moves statistics, scores []float32) {
	f(m, moves.visits, moves.means, scores)
}

// Bonus returns the bonus of a bandit for moves with these visits and means.
func Bonus(b Bandit, m float64, visits, means []float32) []float32 {
	scores := make([]float32, len(visits))
	b.bonus(m, statistics{visits: visits, means: means}, scores)
	return scores
}

// Pruned returns the number of positions that the tree has discarded.
func (t *Tree[M]) Pruned() (positions int) {
	for _, s := range t.stores {
		positions += s.pruned
	}
	return positions
}

// RootVisits returns the simulations of the root as the root counts them.
func (t *Tree[M]) RootVisits() (visits int) {
	for _, s := range t.stores {
		visits += int(s.Nodes.At(s.Root).visits)
	}
	return visits
}

// RAVE returns the number and the mean, from -1 to 1, of the simulations in which a move of the root was played then or later.
func (t *Tree[M]) RAVE(m M) (visits int, mean float64) {
	points := uint64(0)
	for _, s := range t.stores {
		if at := s.rootArc(m); s.raves.used && at != noNode {
			n, p := halves(*s.raves.At(at - 1))
			visits, points = visits+int(n), points+uint64(p)
		}
	}
	return visits, t.workers[0].mean(points, visits)
}

// Prior returns the prior of a move of the root, or its probability.
func (t *Tree[M]) Prior(m M) float64 {
	s := t.stores[0]
	return float64(*s.priors.At(s.rootArc(m) - 1))
}

// rootArc returns one more than the place of a move of the root, or 0.
func (s *store[M]) rootArc(m M) uint32 {
	n := s.Nodes.At(s.Root)
	for i, a := range s.arcsOf(n) {
		if a.move == m {
			return n.First + uint32(i) + 1
		}
	}
	return 0
}

// Check returns an error if a position of the tree and its moves count differently, or a move leads nowhere.
func (t *Tree[M]) Check() error {
	for _, s := range t.stores {
		for id := uint32(firstNode); int(id) < s.NodesUsed; id++ {
			n, sum := s.Nodes.At(id), uint32(0)
			for _, a := range s.arcsOf(n) {
				if sum += a.visits; a.node == claimed || int(a.node) >= s.NodesUsed || a.points > 2*a.visits {
					return fmt.Errorf("node %d of %d has the arc %+v", id, s.NodesUsed, a)
				}
			}
			if n.visits != sum {
				return fmt.Errorf("node %d of %d has %d visits, its moves have %d", id, s.NodesUsed, n.visits, sum)
			}
		}
	}
	return nil
}

package puct

import "math"

// choose returns the number of the arc that a simulation takes from a node, or -1 if there is none before evaluations
// that are pending have arrived.
func (t *Tree[G, M]) choose(id uint32, n *node, arcs []arc[M]) int {
	switch root := id == t.store.root; {
	case root && t.opt.scheduled():
		return t.chooseScheduled()
	case t.opt.Selection == Gumbel:
		return t.chooseImproved(n, arcs)
	case root && t.opt.NoiseShare > 0:
		return t.chooseUpper(n, arcs, t.top.priors)
	default:
		return t.chooseUpper(n, arcs, nil)
	}
}

// chooseUpper chooses by PUCT. priors, if not nil, take the place of those of the arcs.
func (t *Tree[G, M]) chooseUpper(n *node, arcs []arc[M], priors []float64) int {
	total := float64(1 + n.visits + n.flight)
	bonus := (t.opt.C + math.Log1p((1+total)/t.opt.Base)) * math.Sqrt(total)
	untried := n.mean()
	if t.opt.Reduction > 0 {
		tried := 0.0
		for i := range arcs {
			if arcs[i].visits > 0 {
				tried += float64(arcs[i].prior)
			}
		}
		untried -= t.opt.Reduction * math.Sqrt(tried)
	}
	best, at := math.Inf(-1), 0
	for i := range arcs {
		a := &arcs[i]
		if a.high <= n.low {
			continue // proven to be no better than a move known
		}
		prior := float64(a.prior)
		if priors != nil {
			prior = priors[i]
		}
		q := untried
		if a.visits > 0 {
			q = a.mean(t.unit)
		}
		tries := float64(a.visits)
		if a.flight > 0 {
			flight := float64(a.flight)
			tries += flight
			q -= t.opt.VirtualLoss * (1 + q) * flight / tries
		}
		if score := q + bonus*prior/(1+tries); score > best {
			best, at = score, i
		}
	}
	return at
}

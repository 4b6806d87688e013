package puct

import "math"

// Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel" (ICLR 2022): sections 3 for
// the root, 5 for other positions, and D for values of untried moves.

// leastPrior is the value that a prior of 0 counts as, in logarithms.
const leastPrior = 1e-38

// valueVisits weighs results against priors, as in the paper for Go and chess: a result x, from 0 to 1, is worth a
// prior greater by the factor exp((valueVisits+n)·x), where n is the simulations of the most visited move.
const valueVisits = 50

func (t *Tree[G, M]) drawGumbel(count int) {
	t.top.gumbel = append(t.top.gumbel[:0], make([]float64, count)...)
	if t.opt.noNoise {
		return
	}
	for i := range t.top.gumbel {
		t.top.gumbel[i] = -math.Log(t.random.ExpFloat64())
	}
}

func (t *Tree[G, M]) scoreGumbel(dst []float64, n *node, arcs []arc[M]) []float64 {
	base := len(dst)
	dst = t.appendTransformed(dst, n, arcs)
	for i := range arcs {
		dst[base+i] += t.top.gumbel[i] + math.Log(max(float64(arcs[i].prior), leastPrior))
	}
	return dst
}

// appendTransformed appends all moves' results, 0 to 1, on the scale of logarithmic priors: the paper's σ of completed Q.
func (t *Tree[G, M]) appendTransformed(dst []float64, n *node, arcs []arc[M]) []float64 {
	priors, weighted, most := 0.0, 0.0, uint32(0)
	for i := range arcs {
		if a := &arcs[i]; a.visits > 0 {
			p := max(float64(a.prior), leastPrior)
			priors += p
			weighted += p * a.mean(t.unit)
			most = max(most, a.visits)
		}
	}
	mixed := n.value
	if priors > 0 {
		visits := float64(n.visits)
		mixed = (n.value + visits*weighted/priors) / (1 + visits)
	}
	scale := valueVisits + float64(most)
	for i := range arcs {
		a := &arcs[i]
		q := agreed(mixed, a.low, a.high, t.unit)
		if a.visits > 0 {
			q = a.mean(t.unit)
		}
		dst = append(dst, scale*(1+q)/2)
	}
	return dst
}

// appendImproved appends the improved policy: each prior times the exponential of the transformed result.
func (t *Tree[G, M]) appendImproved(dst []float64, n *node, arcs []arc[M]) []float64 {
	base := len(dst)
	dst = t.appendTransformed(dst, n, arcs)
	policy := dst[base:]
	greatest := math.Inf(-1)
	for _, x := range policy {
		greatest = max(greatest, x)
	}
	sum := 0.0
	for i, x := range policy {
		policy[i] = max(float64(arcs[i].prior), leastPrior) * math.Exp(x-greatest)
		sum += policy[i]
	}
	for i := range policy {
		policy[i] /= sum
	}
	return dst
}

// chooseImproved chooses the move whose share of the simulations is farthest below the improved policy.
func (t *Tree[G, M]) chooseImproved(n *node, arcs []arc[M]) int {
	t.scratch = t.appendImproved(t.scratch[:0], n, arcs)
	total := float64(1 + n.visits + n.flight)
	best, at, floor := math.Inf(-1), 0, t.floor(n)
	for i, p := range t.scratch {
		a := &arcs[i]
		if a.high <= floor {
			continue // proven to be no better than a move known
		}
		if score := p - float64(a.visits+a.flight)/total; score > best {
			best, at = score, i
		}
	}
	return at
}

package puct

import (
	"fmt"
	"math"
)

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

// A Selection is the rule by which a simulation chooses moves.
type Selection uint8

const (
	// PUCT chooses the move with the greatest Q + c·P·√N/(1+n), where Q is the mean result of the move after n
	// simulations, P its prior and N the number of simulations of the position, its own evaluation included (Rosin 2011;
	// Silver and others 2017). c grows slowly with N: it is C + log((1+N+Base)/Base) (Silver and others 2018). The move
	// to play is the one with the most simulations.
	PUCT Selection = iota

	// Gumbel searches by the rules of Danihelka, Guez, Schrittwieser and Silver ("Policy improvement by planning with
	// Gumbel", 2022). In the root it draws a sample of the moves without replacement, by their priors and Gumbel noise,
	// and finds the best of them by sequential halving. In other positions it chooses moves so that the shares of the
	// simulations follow the improved policy, which [Statistics.Policy] explains. It needs MaxSimulations.
	//
	// The paper shows that in expectation the move to play is not worse than one drawn by the priors, whatever the
	// number of simulations, if the values are right.
	Gumbel

	// Halving shares the simulations of the root by sequential halving (Karnin, Koren and Somekh 2013; in trees Cazenave
	// 2015): all moves get the same number, then the better half of them, and so on. It makes the regret of the move to
	// play small, not that of the simulations. Other positions are as with [PUCT]. It needs MaxSimulations.
	Halving

	selections
)

// String returns "PUCT", "Gumbel" or "halving".
func (s Selection) String() string {
	if s >= selections {
		return fmt.Sprintf("Selection(%d)", uint8(s))
	}
	return [...]string{"PUCT", "Gumbel", "halving"}[s]
}

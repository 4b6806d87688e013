package mcts

import (
	"cmp"
	"fmt"
	"math"
)

// A Bandit is the exploration term of a bandit formula: it adds to the score of each move how much the move
// deserves another trial, beyond what its results say.
//
// A search calls Bonus once for each position that a simulation passes, for all its moves together. Bonus adds to
// scores[i] the term for arms.Visits[i], arms.Means[i] and arms.Priors[i], where m is the number of simulations of
// the position. The score of a move without visits is settled before, by first-play urgency or RAVE; a bandit with
// priors may add to it, others leave it. A score that is not a number is the least.
//
// Bonus is called by the goroutines of all workers, several at a time. It should be quick, since most of the time of
// a simulation may go there. A panic in Bonus reaches the caller of the search.
//
// If a Bandit has a method Check() error, [New] calls it and returns its error. The bandits of this package have one:
// their constants must be 0 or from 1e-18 to 1e18.
type Bandit interface {
	Bonus(m float64, arms Arms, scores []float32)
}

// Arms are the moves of a position as a [Bandit] sees them. Each slice has one element for each move. A bandit must not
// change them.
type Arms struct {
	// Visits are the simulations of the move.
	Visits []float32

	// Means are the mean results of the move, from 0 for lost to 1 for won; ½ without visits.
	Means []float32

	// Priors are what a [Guide] expects of the moves, scaled to the sum 1; nil without one.
	Priors []float32
}

// Hoeffding is the bandit of UCT, √(K·log(2+m)/n) after n of m simulations, from Hoeffding's bound on
// the mean (UCB1, Auer and others 2002; Kocsis and Szepesvári 2006). Teytaud and Teytaud 2010, (1), set
// K to 0.25. K = 0 means 0.25, too; [Greedy] adds nothing.
type Hoeffding struct{ K float64 }

// Check returns an error if K is out of range.
func (b Hoeffding) Check() error { return checkConstant("Hoeffding.K", b.K) }

// Bonus adds the term.
func (b Hoeffding) Bonus(m float64, arms Arms, scores []float32) {
	c := float32(b.k() * fastLog(2+m))
	for i, n := range arms.Visits[:len(scores)] {
		if n > 0 {
			scores[i] += sqrt(c * (1 / n))
		}
	}
}

// k returns K or its default.
func (b Hoeffding) k() float64 { return cmp.Or(b.K, 0.25) }

// Greedy is the bandit that adds nothing: the move with the best mean is chosen. That suits RAVE, whose statistics
// explore enough (Teytaud and Teytaud 2010, section 4).
type Greedy struct{}

// Bonus adds nothing.
func (Greedy) Bonus(float64, Arms, []float32) {}

// Bernstein is a bandit for results of small variance, √(4K·p(1-p)·log(2+m)/n) + 3√2·K·log(2+m)/n after n of
// m simulations of mean p, from the bound of Bernstein (Audibert, Munos and Szepesvári 2006; Teytaud
// and Teytaud 2010, (3)). Where games are drawn, p(1-p) is more than the variance. K = 0 means 0.01.
type Bernstein struct{ K float64 }

// Check returns an error if K is out of range.
func (b Bernstein) Check() error { return checkConstant("Bernstein.K", b.K) }

// Bonus adds the term.
func (b Bernstein) Bonus(m float64, arms Arms, scores []float32) {
	k := cmp.Or(b.K, 0.01)
	c := float32(4 * k * fastLog(2+m))
	linear := float32(3 * math.Sqrt2 * k * fastLog(2+m))
	means := arms.Means[:len(scores)]
	for i, n := range arms.Visits[:len(scores)] {
		if n > 0 {
			p := means[i]
			scores[i] += sqrt(c*p*(1-p)/n) + linear/n
		}
	}
}

// Tuned is the bandit C·√(log m/n · min(¼, p(1-p) + √(2·log m/n))) after n of m simulations of mean p
// (UCB1-Tuned, Auer and others 2002, section 4). There, C is 1. C = 0 means 1, too.
type Tuned struct{ C float64 }

// Check returns an error if C is out of range.
func (b Tuned) Check() error { return checkConstant("Tuned.C", b.C) }

// Bonus adds the term.
func (b Tuned) Bonus(m float64, arms Arms, scores []float32) {
	c := float32(cmp.Or(b.C, 1))
	log := float32(fastLog(max(m, 1)))
	means := arms.Means[:len(scores)]
	for i, n := range arms.Visits[:len(scores)] {
		if n > 0 {
			p, part := means[i], log/n
			scores[i] += c * sqrt(part*min(0.25, p*(1-p)+sqrt(2*part)))
		}
	}
}

// PUCT is the bandit C·P·√m/(1+n) after n of m simulations for a move of prior P (Rosin 2011, in the form of Silver
// and others 2017). C = 0 means 1. Without a [Guide], moves have equal priors. Options.FirstPlay should not be 0 with
// it, since then all moves are tried once whatever their priors.
type PUCT struct{ C float64 }

// Check returns an error if C is out of range.
func (b PUCT) Check() error { return checkConstant("PUCT.C", b.C) }

// Bonus adds the term.
func (b PUCT) Bonus(m float64, arms Arms, scores []float32) {
	c := float32(cmp.Or(b.C, 1) * math.Sqrt(m))
	visits := arms.Visits[:len(scores)]
	if arms.Priors == nil {
		c /= float32(len(arms.Visits))
		for i, n := range visits {
			scores[i] += c / (1 + n)
		}
		return
	}
	priors := arms.Priors[:len(scores)]
	for i, n := range visits {
		scores[i] += c * priors[i] / (1 + n)
	}
}

// usable reports whether a weight is 0, or a number from 1e-18 to 1e18: those and what formulas make of them do not
// overflow in float32.
func usable(x float64) bool { return x == 0 || x >= 1e-18 && x <= 1e18 }

func checkConstant(name string, x float64) error {
	if !usable(x) {
		return fmt.Errorf("mcts: %s is %v, want 0 or a number from 1e-18 to 1e18", name, x)
	}
	return nil
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

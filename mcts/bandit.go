package mcts

import (
	"cmp"
	"fmt"
	"math"
)

// A Bandit is the exploration term of a bandit formula. It adds a bonus to the score of each move of a position, which
// expresses how much the move deserves another trial beyond what its results so far say. The bandits of this package
// are [Hoeffding], [Greedy], [Bernstein], [Tuned] and [PUCT]; their zero values have usual constants.
//
// If a Bandit also has a method
//
//	Check() error
//
// then [New] and [NewMultiplayer] call it, and return its error. The bandits of this package that have a constant have
// this method; it requires the constant to be 0, for the usual one, or from 1e-18 to 1e18.
type Bandit interface {
	// Bonus adds to scores[i] the bonus for move i of a position, given the statistics in arms.Visits[i], arms.Means[i]
	// and arms.Priors[i]. m is the number of simulations of the position. A search calls Bonus once for each position
	// that a simulation passes, for all moves together; it chooses the move with the highest score. A score that is NaN
	// counts as the lowest.
	//
	// A move without visits already has a score from first-play urgency or RAVE. A bandit that uses priors may add to
	// it; others should leave it as it is.
	//
	// Bonus is called by several workers at the same time. It should be fast, because it may take most of the time of a
	// simulation. A panic in Bonus reaches the caller of the search.
	Bonus(m float64, arms Arms, scores []float32)
}

// Arms are the statistics of the moves of a position, as a [Bandit] sees them. Each slice has one element for each move
// that can be chosen: for every move or, with progressive widening, for the first ones. A bandit must not modify them.
type Arms struct {
	// Visits are the numbers of simulations of the moves.
	Visits []float32

	// Means are the mean results of the moves, from 0 for a loss to 1 for a win; ½ for a move without visits.
	Means []float32

	// Priors are the priors that a [ply.Guide] gave the moves, scaled so that the priors of all moves of the position sum
	// to 1. They are nil for a game that is not a Guide.
	Priors []float32
}

// Hoeffding is the bandit of UCT. After n of m simulations, a move gets the bonus √(K·log(2+m)/n). K = 0 means 0.25, as
// in Teytaud and Teytaud 2010, formula (1).
//
// It follows from Hoeffding's bound on the mean (UCB1, Auer and others 2002; UCT, Kocsis and Szepesvári 2006). For no
// exploration, use [Greedy].
type Hoeffding struct {
	// K is the exploration constant. 0 means 0.25.
	K float64
}

// Check returns an error unless K is 0 or from 1e-18 to 1e18.
func (b Hoeffding) Check() error { return checkConstant("Hoeffding.K", b.K) }

// Bonus implements [Bandit].
func (b Hoeffding) Bonus(m float64, arms Arms, scores []float32) {
	c := sqrt(float32(b.k() * fastLog(2+m)))
	for i, n := range arms.Visits[:len(scores)] {
		if n > 0 {
			scores[i] += float32(c * sqrt(1/n))
		}
	}
}

// k returns K or its default.
func (b Hoeffding) k() float64 { return cmp.Or(b.K, 0.25) }

// Greedy is the bandit that adds nothing, so that the move with the best score is chosen. It suits RAVE, whose
// statistics explore enough (Teytaud and Teytaud 2010, section 4).
type Greedy struct{}

// Bonus implements [Bandit]. It does nothing.
func (Greedy) Bonus(float64, Arms, []float32) {}

// Bernstein is a bandit for results with a small variance. After n of m simulations with mean p, a move gets the bonus
// √(4K·p(1-p)·log(2+m)/n) + 3√2·K·log(2+m)/n. K = 0 means 0.01.
//
// It follows from Bernstein's bound (Audibert, Munos and Szepesvári 2006; Teytaud and Teytaud 2010, formula (3)). The
// variance is taken to be p(1-p), which is too much if there are draws.
type Bernstein struct {
	// K is the exploration constant. 0 means 0.01.
	K float64
}

// Check returns an error unless K is 0 or from 1e-18 to 1e18.
func (b Bernstein) Check() error { return checkConstant("Bernstein.K", b.K) }

// Bonus implements [Bandit].
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

// Tuned is the bandit UCB1-Tuned (Auer and others 2002, section 4). After n of m simulations with mean p, a move gets
// the bonus C·√(log m/n · min(¼, p(1-p) + √(2·log m/n))). C = 0 means 1, as in the paper.
type Tuned struct {
	// C is the exploration constant. 0 means 1.
	C float64
}

// Check returns an error unless C is 0 or from 1e-18 to 1e18.
func (b Tuned) Check() error { return checkConstant("Tuned.C", b.C) }

// Bonus implements [Bandit].
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

// PUCT is a bandit that uses priors. After n of m simulations, a move with prior P gets the bonus C·P·√m/(1+n) (Rosin
// 2011, in the form of Silver and others 2017). C = 0 means 1.
//
// The game gives the priors as a [ply.Guide]. Without one, all moves have equal priors. Set [Options.FirstPlay] to a positive
// score, such as 0.5. With 0, all moves are tried once whatever their priors.
type PUCT struct {
	// C is the exploration constant. 0 means 1.
	C float64
}

// Check returns an error unless C is 0 or from 1e-18 to 1e18.
func (b PUCT) Check() error { return checkConstant("PUCT.C", b.C) }

// Bonus implements [Bandit].
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

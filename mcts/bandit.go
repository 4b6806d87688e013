package mcts

import (
	"cmp"
	"fmt"
	"math"
)

// A Bandit is the exploration term of the formula that scores moves: [Hoeffding], [Greedy], [Bernstein], [Tuned] or
// [PUCT]. It adds a bonus to the score of each move. The exploration constant of a bandit, its field K or C, is from
// 1e-18 to 1e18, or 0 for a default.
type Bandit interface {
	check() error

	// bonus adds to scores[i] the bonus of move i in a position with m simulations. best and chooseLegal call it once
	// for all moves of a position. bestByMean, bestPlain and bestByRAVE (selection.go) inline the usual bandits. A
	// move without visits already has a score from first-play urgency or RAVE.
	bonus(m float64, moves statistics, scores []float32)
}

// statistics are a position's statistics for a [Bandit]: of every move or, with progressive widening, the first ones.
type statistics struct {
	visits []float32 // simulations
	means  []float32 // their mean results, from 0 for a loss to 1 for a win; ½ for a move without visits
	priors []float32 // by a [ply.Guide], scaled: over all moves of the position they sum to 1; nil without one
}

// Hoeffding is the bandit of UCT. In a position with m simulations, a move with n simulations gets the bonus
// √(K·log(2+m)/n), as in Teytaud and Teytaud 2010, formula (1). The formula follows from Hoeffding's bound on the mean
// (UCB1, Auer and others 2002; UCT, Kocsis and Szepesvári 2006). For no exploration, use [Greedy].
type Hoeffding struct {
	K float64 // the exploration constant; 0 means 0.25
}

func (b Hoeffding) check() error { return checkConstant("Hoeffding.K", b.K) }

func (b Hoeffding) bonus(m float64, moves statistics, scores []float32) {
	c := sqrt(float32(b.k() * fastLog(2+m)))
	for i, n := range moves.visits[:len(scores)] {
		if n > 0 {
			scores[i] += float32(c * sqrt(1/n))
		}
	}
}

func (b Hoeffding) k() float64 { return cmp.Or(b.K, 0.25) }

// Greedy adds no bonus: it chooses the move with the best score. Use it with [RAVE], whose results change the scores
// enough to try other moves (Teytaud and Teytaud 2010, section 4).
type Greedy struct{}

func (Greedy) check() error { return nil }

func (Greedy) bonus(float64, statistics, []float32) {}

// Bernstein is a bandit for results with a small variance. In a position with m simulations, a move with n simulations
// and mean p, from 0 to 1, gets the bonus √(4K·p(1-p)·log(2+m)/n) + 3√2·K·log(2+m)/n. The formula follows from
// Bernstein's bound (Audibert, Munos and Szepesvári 2006; Teytaud and Teytaud 2010, formula (3)). The term p(1-p) is
// the variance of wins and losses; with draws, the true variance is smaller.
type Bernstein struct {
	K float64 // the exploration constant; 0 means 0.01
}

func (b Bernstein) check() error { return checkConstant("Bernstein.K", b.K) }

func (b Bernstein) bonus(m float64, moves statistics, scores []float32) {
	k := b.k()
	c := float32(4 * k * fastLog(2+m))
	linear := float32(3 * math.Sqrt2 * k * fastLog(2+m))
	means := moves.means[:len(scores)]
	for i, n := range moves.visits[:len(scores)] {
		if n > 0 {
			p := means[i]
			scores[i] += sqrt(c*p*(1-p)/n) + linear/n
		}
	}
}

func (b Bernstein) k() float64 { return cmp.Or(b.K, 0.01) }

// Tuned is UCB1-Tuned (Auer and others 2002, section 4). In a position with m simulations, a move with n simulations and
// mean p, from 0 to 1, gets the bonus C·√(log m/n · min(¼, p(1-p) + √(2·log m/n))).
type Tuned struct {
	C float64 // the exploration constant; 0 means 1, as in the paper
}

func (b Tuned) check() error { return checkConstant("Tuned.C", b.C) }

func (b Tuned) bonus(m float64, moves statistics, scores []float32) {
	c := float32(b.c())
	log := float32(fastLog(max(m, 1)))
	means := moves.means[:len(scores)]
	for i, n := range moves.visits[:len(scores)] {
		if n > 0 {
			p, part := means[i], log/n
			scores[i] += c * sqrt(part*min(0.25, p*(1-p)+sqrt(2*part)))
		}
	}
}

func (b Tuned) c() float64 { return cmp.Or(b.C, 1) }

// PUCT is a bandit that uses the priors of a [ply.Guide]; without a Guide, all priors are equal. In a position with m
// simulations, a move with n simulations and prior P gets the bonus C·P·√m/(1+n) (Rosin 2011, in the form of Silver and
// others 2017). Set [Options.FirstPlay] to a positive score, such as 0.5. If FirstPlay is 0, each move is tried once
// before any move is tried again, regardless of priors.
type PUCT struct {
	C float64 // the exploration constant; 0 means 1
}

func (b PUCT) check() error { return checkConstant("PUCT.C", b.C) }

func (b PUCT) bonus(m float64, moves statistics, scores []float32) {
	c := float32(b.c() * math.Sqrt(m))
	visits := moves.visits[:len(scores)]
	if moves.priors == nil {
		c /= float32(len(moves.visits))
		for i, n := range visits {
			scores[i] += c / (1 + n)
		}
		return
	}
	priors := moves.priors[:len(scores)]
	for i, n := range visits {
		scores[i] += c * priors[i] / (1 + n)
	}
}

func (b PUCT) c() float64 { return cmp.Or(b.C, 1) }

// usable reports whether a weight is 0 or from 1e-18 to 1e18, which does not overflow in the float32 formulas.
func usable(x float64) bool { return x == 0 || x >= 1e-18 && x <= 1e18 }

func checkConstant(name string, x float64) error {
	if !usable(x) {
		return fmt.Errorf("mcts: %s is %v, want 0 or a number from 1e-18 to 1e18", name, x)
	}
	return nil
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// fastLog returns the logarithm of, positive and not tiny, to about 2 in a million. Bandits need one for each position
// that a simulation passes, for which math.Log would be slow.
func fastLog(x float64) float64 {
	// x is 2^exponent times a mantissa from 1 to 2, close to the middle of one of many intervals.
	bits := math.Float64bits(x)
	exponent := int(bits>>52) - 1023
	mantissa := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	middle := &middles[bits>>(52-middleBits)&(1<<middleBits-1)]
	return float64(exponent)*math.Ln2 + middle.log + (mantissa*middle.inverse - 1)
}

const middleBits = 8

// middles holds the logarithms and inverses of the middles of the intervals.
var middles = func() (table [1 << middleBits]struct{ log, inverse float64 }) {
	for i := range table {
		middle := 1 + (float64(i)+0.5)/(1<<middleBits)
		table[i].log, table[i].inverse = math.Log(middle), 1/middle
	}
	return table
}()

// logAfter returns ln(2+m) like fastLog, for small numbers from a table.
func logAfter(m uint32) float64 {
	if m < uint32(len(smallLogs)) {
		return smallLogs[m]
	}
	return fastLog(2 + float64(m))
}

var smallLogs = func() (table [1024]float64) {
	for m := range table {
		table[m] = fastLog(2 + float64(m))
	}
	return table
}()

package puct

import (
	"cmp"
	"math"
	"math/rand/v2"
)

// A Selection is the rule by which simulations choose moves: [PUCT], [Gumbel] or [Halving].
type Selection interface{ selects(*rule) }

// PUCT chooses the move with the greatest Q + c·P·√N/(1+n) (Rosin 2011; Silver and others 2017). Q is the mean result
// of the move after n simulations, and P is its prior. N is 1 plus the number of simulations that have chosen a move in
// the position. c = C + log((1+N+19652)/19652) grows slowly (Silver and others 2018). The search returns the most
// visited move.
type PUCT struct {
	// C is the exploration constant. 0 means 1.25 (Silver and others 2018).
	C float64

	// Reduction lowers the assumed result of untried moves (first-play urgency). The result of an untried move is the
	// mean result of the position less Reduction·√S, where S is the sum of the priors of the tried moves (Wu 2019,
	// section 4, where Reduction is 0.2).
	Reduction float64

	// VirtualLoss, from 0 to 1, lowers the mean result of moves with pending simulations, which wait for an evaluation.
	// With 0, a pending simulation counts with the mean result of its move (Liu and others 2020). With 1, it counts as
	// a loss (Chaslot, Winands and van den Herik 2008). Numbers between 0 and 1 mean a result between these two.
	VirtualLoss float64

	// Noise is the share of Dirichlet noise in the priors of the root, from 0 to 1. Noise varies the games from which a
	// network learns (Silver and others 2017, where Noise is 0.25). The parameter α of the distribution is 10 divided by
	// the number of moves. Each search draws new noise. To vary games further, draw the move from [Result].Policy.
	Noise float64
}

// Gumbel searches by the rules of Danihelka, Guez, Schrittwieser and Silver ("Policy improvement by planning with
// Gumbel", 2022). At the root, Gumbel draws several different moves by their priors, using Gumbel noise, and finds the
// best of these moves by sequential halving. In other positions, Gumbel chooses the move whose share of the simulations
// is farthest below its probability in the improved policy (see [Result].Policy). Simulations that wait for an
// evaluation are included in the shares. Gumbel requires [ply.Limits].Nodes.
//
// If the evaluator returns exact values, the expected value of the move found is not less than the expected value of a
// move drawn by the priors (see the paper).
type Gumbel struct {
	Considered int  // the greatest number of root moves tried, limited by [ply.Limits].Nodes; 0 means 16
	NoNoise    bool // considers the moves with the greatest priors, without noise, for the strongest play
}

// Halving divides the simulations of the root by sequential halving (Karnin, Koren and Somekh 2013; for trees, Cazenave
// 2015): in each round, all remaining moves get the same number of simulations, and the better half of them remains for
// the next round. The aim is a small expected difference between the values of the best move and of the chosen move
// (simple regret). In other positions, moves are chosen by [PUCT]. Halving requires [ply.Limits].Nodes.
type Halving struct {
	// Considered is the greatest number of root moves that a search tries: the moves with the greatest priors. 0 means
	// all moves. A search never tries more than [ply.Limits].Nodes moves.
	Considered int

	// PUCT chooses moves in other positions. Its Noise changes the priors that determine which root moves are considered.
	PUCT
}

type rule struct {
	name       string
	improves   bool // it is Gumbel
	scheduled  bool // the number of simulations decides which move of the root is next
	upper      PUCT // where moves are chosen by upper bounds
	considered int
	noNoise    bool
}

func (s PUCT) selects(r *rule) { r.name, r.upper = "PUCT", s }

func (s Gumbel) selects(r *rule) {
	r.name, r.improves, r.scheduled = "Gumbel", true, true
	r.considered, r.noNoise = cmp.Or(s.Considered, 16), s.NoNoise
}

func (s Halving) selects(r *rule) {
	r.name, r.scheduled, r.considered = "Halving", true, cmp.Or(s.Considered, math.MaxInt)
	r.upper = s.PUCT
}

// choose returns the index of the arc that a simulation takes, or -1 if it must wait for pending evaluations.
func (t *Tree[G, M]) choose(id uint32, n *node, arcs []arc[M]) int {
	switch root := id == t.store.Root; {
	case n.byChance:
		return t.chooseOutcome(n, arcs)
	case root && t.opt.scheduled:
		return t.chooseScheduled()
	case t.opt.improves:
		return t.chooseImproved(n, arcs)
	case root && t.opt.upper.Noise > 0:
		return t.chooseUpper(n, arcs, t.top.priors)
	default:
		return t.chooseUpper(n, arcs, nil)
	}
}

// chooseUpper chooses by PUCT. priors, if not nil, replace the priors of the arcs.
func (t *Tree[G, M]) chooseUpper(n *node, arcs []arc[M], priors []float64) int {
	bonus, untried, full, floor := t.exploration(int(1+n.visits+n.flight)), n.mean(), int16(t.full), t.floor(n)
	if t.opt.upper.Reduction > 0 {
		tried := 0.0
		for i := range arcs {
			if arcs[i].visits > 0 {
				tried += float64(arcs[i].prior)
			}
		}
		untried -= t.opt.upper.Reduction * math.Sqrt(tried)
	}
	best, at := math.Inf(-1), 0
	for i := range arcs {
		a := &arcs[i]
		if a.high <= floor {
			continue // proven to be no better than a move known
		}
		prior := float64(a.prior)
		if priors != nil {
			prior = priors[i]
		}
		q := untried
		if a.visits > 0 {
			q = a.sum / float64(a.visits)
		}
		if a.low > -full || a.high < full { // a result must be within proven bounds
			q = agreed(q, a.low, a.high, t.unit)
		}
		tries := float64(a.visits)
		if a.flight > 0 {
			flight := float64(a.flight)
			tries += flight
			q -= t.opt.upper.VirtualLoss * (1 + q) * flight / tries
		}
		if score := q + bonus*prior/(1+tries); score > best {
			best, at = score, i
		}
	}
	return at
}

const (
	usualC = 1.25
	base   = 19652 // the simulations that exploration grows by
)

// mostKept is the number of simulations up to which exploration caches its terms: half a megabyte.
const mostKept = 1 << 16

// exploration returns c·√N for N simulations. It is cached, since the logarithm takes as long as the rest of the choice.
func (t *Tree[G, M]) exploration(total int) float64 {
	if total < len(t.explorations) {
		return t.explorations[total]
	}
	explore := func(total float64) float64 {
		return (t.opt.upper.C + math.Log1p((1+total)/base)) * math.Sqrt(total)
	}
	if total >= mostKept {
		return explore(float64(total))
	}
	for i := len(t.explorations); i <= total; i++ {
		t.explorations = append(t.explorations, explore(float64(i)))
	}
	return t.explorations[total]
}

func (t *Tree[G, M]) drawDirichlet(n *node) {
	arcs := t.store.arcsOf(n)
	alpha := 10 / float64(len(arcs))
	noise := t.top.priors[:0]
	greatest := math.Inf(-1)
	for range arcs {
		x := logGamma(t.random, alpha)
		noise = append(noise, x)
		greatest = max(greatest, x)
	}
	sum := 0.0
	for i, x := range noise {
		noise[i] = math.Exp(x - greatest)
		sum += noise[i]
	}
	share := t.opt.upper.Noise
	for i := range noise {
		noise[i] = (1-share)*float64(arcs[i].prior) + share*noise[i]/sum
	}
	t.top.priors = noise
}

// logGamma draws the logarithm of a gamma variable with scale 1 (Marsaglia and Tsang 2000), which may be tiny itself.
func logGamma(random *rand.Rand, shape float64) float64 {
	if shape < 1 {
		// A uniform number to the power of 1/shape reduces the shape by 1.
		return logGamma(random, shape+1) - random.ExpFloat64()/shape
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := random.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if -random.ExpFloat64() < x*x/2+d*(1-v+math.Log(v)) {
			return math.Log(d * v)
		}
	}
}

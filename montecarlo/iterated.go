package montecarlo

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/saved"
)

// IteratedOptions are the options of [IteratedAdaptation].
type IteratedOptions[M comparable] struct {
	// AdaptationOptions are the options of each call of [NestedRolloutPolicyAdaptation]. If the field Level is 0, the
	// level is 2 here, and not 4.
	AdaptationOptions[M]

	// Forbidden is the greatest number of moves of the current line that a call of [NestedRolloutPolicyAdaptation] must
	// avoid, up to 2²⁰. For each call, the actual number is drawn from 1 to Forbidden. 0 means 2.
	Forbidden int

	// Weight is the initial weight, in each call of [NestedRolloutPolicyAdaptation], of the moves of the current line
	// that the call need not avoid. 0 means 5.
	Weight float64

	// Temperature sets how often a line with a lower score replaces the current line. After each call, a number is drawn
	// from the exponential distribution with mean Temperature. The best line of the call replaces the current line if the
	// score of the best line is lower than the score of the current line by at most this number. 0 means that a line with
	// a lower score never replaces the current line.
	Temperature float64

	// MaxFailures ends a run after this number of successive calls of [NestedRolloutPolicyAdaptation] that find no score
	// above the best score of the run. 0 means 1000.
	MaxFailures int
}

func (o *IteratedOptions[M]) check() error {
	if err := checkSize("Forbidden", o.Forbidden, maxSize, 2); err != nil {
		return err
	}
	switch {
	case !isAmount(o.Weight):
		return fmt.Errorf("montecarlo: Weight is %v, want a positive number, or 0 for 5", o.Weight)
	case !isAmount(o.Temperature):
		return fmt.Errorf("montecarlo: Temperature is %v, want a number from 0", o.Temperature)
	case o.MaxFailures < 0:
		return fmt.Errorf("montecarlo: MaxFailures is %d, want a number from 1, or 0 for 1000", o.MaxFailures)
	}
	o.Level = cmp.Or(o.Level, 2)
	o.Forbidden = cmp.Or(o.Forbidden, 2)
	o.Weight = min(cmp.Or(o.Weight, 5), weightBound)
	o.MaxFailures = cmp.Or(o.MaxFailures, 1000)
	return o.AdaptationOptions.check()
}

// IteratedAdaptation improves a line by many short calls of [NestedRolloutPolicyAdaptation]. It is an iterated local
// search (Lourenço, Martin and Stützle 2003), in which each call is one local search.
//
// The first call of a run begins with all weights 0. Each further call begins with a policy that plays most moves of
// the current line with high probability. A few moves of the current line, chosen at random, are practically never
// played: the call must find other moves in their place. The best line of the call becomes the current line if its
// score is not lower than the score of the current line. A best line with a lower score becomes the current line only
// sometimes (simulated annealing at a constant temperature; Kirkpatrick, Gelatt and Vecchi 1983).
//
// In Morpion solitaire, IteratedAdaptation finds lines about as good as one call of NestedRolloutPolicyAdaptation with
// a higher level finds in the same time. The lines differ more from run to run. Try IteratedAdaptation if calls of a
// higher level always find the same line.
func IteratedAdaptation[G ply.Game[M], M comparable](ctx context.Context, g G, limits ply.Limits, opt IteratedOptions[M]) (Result[M], error) {
	if err := opt.check(); err != nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	name := fmt.Sprintf("iterated %s, without %d moves, weight %v, temperature %v, %d failures",
		opt.describe(), opt.Forbidden, opt.Weight, opt.Temperature, opt.MaxFailures)
	return searchAdapting(ctx, g, limits, &opt.AdaptationOptions, name, func(a *adaptation[M]) method {
		return &iterated[M]{adaptation: a, opt: &opt}
	})
}

type iterated[M comparable] struct {
	*adaptation[M]
	opt *IteratedOptions[M]

	current  adaptationLevel[M] // its best line is that which is improved; the rest of it is not used
	best     float64            // the highest score of the run
	failures int                // calls since then

	start policy // scratch: with which a call begins
}

func (i *iterated[M]) step() bool {
	if i.adaptation.step() {
		return true
	}
	if i.over() {
		return false
	}
	call := &i.levels[len(i.levels)-1]
	first := len(i.current.bestLine) == 0
	if first || call.bestScore >= i.current.bestScore-i.allowed() {
		i.current.take(call.bestScore, call.bestLine, &call.best)
	}
	i.failures++
	if first || call.bestScore > i.best {
		i.best, i.failures = call.bestScore, 0
	}
	if i.failures >= i.opt.MaxFailures || len(i.current.bestLine) == 0 {
		return false
	}
	i.perturb()
	call.begin(&i.start)
	i.beginBelow(len(i.levels) - 1)
	return true
}

// allowed returns the accepted loss of score, exponentially distributed.
func (i *iterated[M]) allowed() float64 {
	if i.opt.Temperature == 0 {
		return 0
	}
	return -i.opt.Temperature * math.Log(1-i.unit())
}

func (i *iterated[M]) perturb() {
	p, t := &i.start, &i.current.best
	p.weights, p.exponentials = p.weights[:0], p.exponentials[:0]
	p.grow(i.lexicon.count)
	for _, n := range t.played {
		p.set(t.numbers[n], i.opt.Weight)
	}
	for range 1 + i.below(i.opt.Forbidden) {
		p.set(t.numbers[t.played[i.below(len(t.played))]], -weightBound)
	}
}

func (i *iterated[M]) appendState(s *saved.Writer) {
	i.adaptation.appendState(s)
	i.appendLine(s, i.current.bestLine)
	s.Float(i.current.bestScore)
	s.Float(i.best)
	s.Int(i.failures)
}

func (i *iterated[M]) readState(s *saved.Reader) {
	i.adaptation.readState(s)
	i.retrace(&i.current, i.readLine(s))
	i.current.bestScore = s.Float()
	i.best = s.Float()
	i.failures = s.Int()
}

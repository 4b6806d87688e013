package mcts

import (
	"cmp"
	"math"

	"github.com/ply-search/ply/engine"
)

// Parameters returns the constants that the options use, with ranges of good values, for tune.SPSA. These constants are
// the exploration constant of the bandit and, if they are not 0, the constants in RAVE, FirstPlay, Widening and
// History. A range is widened if it does not contain the present value of its constant. [Options.With] sets other
// values.
func (o Options[M]) Parameters() (parameters []engine.Parameter) {
	for _, c := range o.constants() {
		parameters = append(parameters, c.Parameter)
	}
	return parameters
}

// With returns the options with the given values of their parameters, in the order of [Options.Parameters].
func (o Options[M]) With(values []float64) Options[M] {
	for i, c := range o.constants() {
		if i < len(values) {
			c.set(&o, values[i])
		}
	}
	return o
}

type constant[M comparable] struct {
	engine.Parameter
	set func(*Options[M], float64)
}

func (o *Options[M]) constants() (all []constant[M]) {
	add := func(name string, initial, least, most float64, set func(*Options[M], float64)) {
		all = append(all, constant[M]{engine.Parameter{Name: name, Initial: initial, Least: min(least, initial), Most: max(most, initial), Logarithmic: true}, set})
	}
	switch b := cmp.Or(o.Bandit, Bandit(Hoeffding{})).(type) {
	case Hoeffding:
		add("Hoeffding.K", b.k(), 0.001, 4, func(o *Options[M], x float64) { o.Bandit = Hoeffding{K: x} })
	case Bernstein:
		add("Bernstein.K", b.k(), 0.0001, 1, func(o *Options[M], x float64) { o.Bandit = Bernstein{K: x} })
	case Tuned:
		add("Tuned.C", b.c(), 0.01, 10, func(o *Options[M], x float64) { o.Bandit = Tuned{C: x} })
	case PUCT:
		add("PUCT.C", b.c(), 0.05, 20, func(o *Options[M], x float64) { o.Bandit = PUCT{C: x} })
	}
	if o.RAVE.Weight > 0 {
		add("RAVE.Weight", o.RAVE.Weight, 1, 10_000, func(o *Options[M], x float64) { o.RAVE.Weight = x })
	}
	if o.RAVE.Reference > 0 {
		add("RAVE.Reference", float64(o.RAVE.Reference), 1, 1000, func(o *Options[M], x float64) { o.RAVE.Reference = int(x) })
		all[len(all)-1].Integer = true
	}
	if o.FirstPlay > 0 && !math.IsInf(o.FirstPlay, 1) {
		add("FirstPlay", o.FirstPlay, 0.05, 5, func(o *Options[M], x float64) { o.FirstPlay = x })
	}
	if o.Widening != (Widening{}) {
		add("Widening.Factor", o.Widening.Factor, 0.1, 100, func(o *Options[M], x float64) { o.Widening.Factor = x })
		add("Widening.Power", o.Widening.Power, 0.05, 1, func(o *Options[M], x float64) { o.Widening.Power = x })
	}
	if o.History > 0 {
		add("History", o.History, 0.01, 100, func(o *Options[M], x float64) { o.History = x })
	}
	return all
}

package puct

import (
	"cmp"

	"github.com/ply-search/ply/engine"
)

// Parameters returns the constants of [PUCT] for tune.SPSA, with ranges of good values for most games: C and, if it is
// not 0, Reduction. With [Halving], these are the constants of its field PUCT. With [Gumbel], Parameters returns none.
// A range is widened if it does not contain the present value of its constant. [Options.With] sets other values.
func (o Options[M]) Parameters() (parameters []engine.Parameter) {
	upper, ok := upperOf(o.Selection)
	if !ok {
		return nil
	}
	add := func(name string, initial, least, most float64) {
		parameters = append(parameters, engine.Parameter{Name: name, Initial: initial, Least: min(least, initial), Most: max(most, initial), Logarithmic: true})
	}
	add("PUCT.C", cmp.Or(upper.C, usualC), 0.1, 10)
	if upper.Reduction > 0 {
		add("PUCT.Reduction", upper.Reduction, 0.02, 2)
	}
	return parameters
}

// With returns the options with the given values of their parameters, in the order of [Options.Parameters].
func (o Options[M]) With(values []float64) Options[M] {
	upper, ok := upperOf(o.Selection)
	if !ok || len(values) == 0 {
		return o
	}
	upper.C = values[0]
	if upper.Reduction > 0 && len(values) > 1 {
		upper.Reduction = values[1]
	}
	if h, ok := o.Selection.(Halving); ok {
		h.PUCT = upper
		o.Selection = h
	} else {
		o.Selection = upper
	}
	return o
}

func upperOf(s Selection) (PUCT, bool) {
	switch s := s.(type) {
	case nil:
		return PUCT{}, true
	case PUCT:
		return s, true
	case Halving:
		return s.PUCT, true
	}
	return PUCT{}, false
}

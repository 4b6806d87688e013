package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply/engine"
)

// Parameters returns the constants of the options for tune.SPSA, with ranges that hold good values for most games:
// TableFrom, EnhancedFrom and OrderFrom, and Tree.NullMove and Tree.Quiescence if they are set. All are whole numbers.
// A constant beyond the range widens it. [Options.With] sets them.
func (o Options[M]) Parameters() (parameters []engine.Parameter) {
	for _, c := range o.constants() {
		parameters = append(parameters, c.Parameter)
	}
	return parameters
}

// With returns the options with other values of their parameters, in the order of [Options.Parameters].
func (o Options[M]) With(values []float64) Options[M] {
	constants := o.constants()
	for i, x := range values[:min(len(values), len(constants))] {
		*constants[i].field = int(math.Round(x))
	}
	return o
}

type constant struct {
	engine.Parameter
	field *int
}

func (o *Options[M]) constants() (all []constant) {
	add := func(name string, field *int, usual, least, most float64) {
		initial := cmp.Or(float64(*field), usual)
		all = append(all, constant{engine.Parameter{Name: name, Initial: initial, Least: min(least, initial), Most: max(most, initial), Integer: true}, field})
	}
	add("TableFrom", &o.TableFrom, 2, 1, 5)
	add("EnhancedFrom", &o.EnhancedFrom, 5, 2, 10)
	add("OrderFrom", &o.OrderFrom, 2, 1, 5)
	if o.Tree.NullMove > 0 {
		add("Tree.NullMove", &o.Tree.NullMove, 0, 1, 4)
	}
	if o.Tree.Quiescence > 0 {
		add("Tree.Quiescence", &o.Tree.Quiescence, 0, 1, 20)
	}
	return all
}

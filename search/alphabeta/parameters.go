package alphabeta

import (
	"cmp"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// Parameters returns the numbers in the options that tune.SPSA can tune: TableFrom, EnhancedFrom and OrderFrom and, if
// they are set, Tree.NullMove, Tree.Selective and Tree.Quiescence. All are integers. Each has a range that suits most
// games; if the number in the options lies outside that range, the range is extended to include it. [Options.With] sets
// the numbers.
func (o Options[M]) Parameters() (parameters []engine.Parameter) {
	for _, c := range o.constants() {
		parameters = append(parameters, c.Parameter)
	}
	return parameters
}

// With returns the options with the numbers in values, given in the order of [Options.Parameters].
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
	if o.Tree.Selective > 0 {
		add("Tree.Selective", &o.Tree.Selective, 0, 1, min(4*float64(o.Tree.Selective), ply.MaxValue))
	}
	if o.Tree.Quiescence > 0 {
		add("Tree.Quiescence", &o.Tree.Quiescence, 0, 1, 20)
	}
	return all
}

package alphabeta_test

import (
	"reflect"
	"testing"

	"github.com/ply-search/ply/search/alphabeta"
)

// The parameters are valid, tell the constants in use, and With changes these and nothing else.
func TestParameters(t *testing.T) {
	always := []string{"TableFrom", "EnhancedFrom", "OrderFrom"}
	for _, c := range []struct {
		opt   alphabeta.Options[int]
		names []string
		with  alphabeta.Options[int] // of 3.4 for each
	}{
		{alphabeta.Options[int]{Depth: 7}, always, alphabeta.Options[int]{Depth: 7, TableFrom: 3, EnhancedFrom: 3, OrderFrom: 3}},
		{alphabeta.Options[int]{TableFrom: 9, OrderFrom: 1, Tree: alphabeta.Tree{NullMove: 2, Unverified: true, Selective: 50, Quiescence: 1000}},
			append(always, "Tree.NullMove", "Tree.Selective", "Tree.Quiescence"),
			alphabeta.Options[int]{TableFrom: 3, EnhancedFrom: 3, OrderFrom: 3, Tree: alphabeta.Tree{NullMove: 3, Unverified: true, Selective: 3, Quiescence: 3}}},
	} {
		var names []string
		var initial, others []float64
		for _, p := range c.opt.Parameters() {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
			names, initial, others = append(names, p.Name), append(initial, p.Initial), append(others, 3.4)
		}
		same, changed := c.opt.With(initial), c.opt.With(append(others, 7))
		if !reflect.DeepEqual(names, c.names) || !reflect.DeepEqual(same.Parameters(), c.opt.Parameters()) || !reflect.DeepEqual(changed, c.with) {
			t.Errorf("%+v: %v, with the same %+v, with others %+v", c.opt, names, same, changed)
		}
	}
}

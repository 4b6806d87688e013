package puct_test

import (
	"testing"

	"github.com/ply-search/ply/mcts/puct"
)

// The parameters are valid, and With gives every option back and changes nothing else.
func TestParameters(t *testing.T) {
	for _, c := range []struct{ selection, with puct.Selection }{
		{nil, puct.PUCT{C: 0.5}},
		{puct.PUCT{C: 99, Reduction: 0.2, Noise: 0.25}, puct.PUCT{C: 0.5, Reduction: 0.5, Noise: 0.25}},
		{puct.Halving{Considered: 4}, puct.Halving{Considered: 4, PUCT: puct.PUCT{C: 0.5}}},
		{puct.Gumbel{Considered: 4}, puct.Gumbel{Considered: 4}},
	} {
		opt := puct.Options[int]{Selection: c.selection}
		for _, p := range opt.Parameters() {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
		}
		if got := opt.With([]float64{0.5, 0.5}).Selection; got != c.with {
			t.Errorf("%+v with 0.5 is %+v, want %+v", c.selection, got, c.with)
		}
		if got := opt.With(nil).Selection; got != c.selection {
			t.Errorf("%+v with nothing is %+v", c.selection, got)
		}
	}
	if n := len((puct.Options[int]{}).Parameters()); n != 1 {
		t.Errorf("%d parameters of the zero value, want C alone", n)
	}
}

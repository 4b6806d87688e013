package mcts_test

import (
	"reflect"
	"testing"

	"github.com/ply-search/ply/mcts"
)

// The parameters are valid, tell the constants in use, and With gives every option back and changes nothing else.
func TestParameters(t *testing.T) {
	for _, c := range []struct {
		opt   mcts.Options[int]
		names []string
		with  mcts.Options[int] // of 0.5 for each
	}{
		{mcts.Options[int]{}, []string{"Hoeffding.K"}, mcts.Options[int]{Bandit: mcts.Hoeffding{K: 0.5}}},
		{mcts.Options[int]{Bandit: mcts.Bernstein{K: 7}, Transpositions: true}, []string{"Bernstein.K"},
			mcts.Options[int]{Bandit: mcts.Bernstein{K: 0.5}, Transpositions: true}},
		{mcts.Options[int]{Bandit: mcts.Tuned{}, FirstPlay: 1}, []string{"Tuned.C", "FirstPlay"}, mcts.Options[int]{Bandit: mcts.Tuned{C: 0.5}, FirstPlay: 0.5}},
		{mcts.Options[int]{Bandit: mcts.PUCT{C: 3}, History: 2}, []string{"PUCT.C", "History"}, mcts.Options[int]{Bandit: mcts.PUCT{C: 0.5}, History: 0.5}},
		{mcts.Options[int]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 50, Reference: 10}, Widening: mcts.Widening{Factor: 1, Power: 0.3}},
			[]string{"RAVE.Weight", "RAVE.Reference", "Widening.Factor", "Widening.Power"},
			mcts.Options[int]{Bandit: mcts.Greedy{}, RAVE: mcts.RAVE{Weight: 0.5}, Widening: mcts.Widening{Factor: 0.5, Power: 0.5}}},
	} {
		var names []string
		var initial, halves []float64
		for _, p := range c.opt.Parameters() {
			if err := p.Check(); err != nil {
				t.Error(err)
			}
			names, initial, halves = append(names, p.Name), append(initial, p.Initial), append(halves, 0.5)
		}
		same, changed := c.opt.With(initial), c.opt.With(halves)
		if !reflect.DeepEqual(names, c.names) || !reflect.DeepEqual(same.Parameters(), c.opt.Parameters()) || !reflect.DeepEqual(changed, c.with) {
			t.Errorf("%+v: %v, with the same %+v, with others %+v", c.opt, names, same, changed)
		}
	}
}

package expectimax_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/expectation"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search/expectimax"
)

// odd is a gamble of which some positions have no value.
type odd struct {
	*testgames.Gamble
	value float64
}

func (o odd) bad(node int) bool { return node%5 == 4 }

func (o odd) Expectation() float64 {
	if o.bad(o.At) {
		return o.value
	}
	return float64(o.Evaluate())
}

// after returns the node to which the line leads that an error names.
func (o odd) after(err error) (node int, ok bool) {
	text, found := strings.CutPrefix(err.Error(), "expectimax: after [")
	text, _, ended := strings.Cut(text, "]: ")
	for _, word := range strings.Fields(text) {
		m := 0
		if _, err := fmt.Sscan(word, &m); err != nil || o.Edges[m].From != node {
			return node, false
		}
		node = o.Edges[m].To
	}
	return node, found && ended
}

// TestValuesThatAreNotFinite: a value that is NaN or infinite ends every search with an error that names the position,
// however positions are evaluated.
func TestValuesThatAreNotFinite(t *testing.T) {
	failed := map[string]int{}
	for seed := range uint64(12) {
		o := odd{gamble(seed, 20, true), []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[seed%3]}
		check := func(name string, replies bool, status ply.Status, err error) {
			t.Helper()
			if err == nil {
				return
			}
			failed[name]++
			node, ok := o.after(err)
			bad := o.bad(node)
			if replies { // it may be a reply that has no value
				for _, m := range o.Nodes[node].Out {
					bad = bad || o.bad(o.Edges[m].To)
				}
			}
			if !ok || !bad || status != ply.Failed {
				t.Errorf("seed %d, %s: %v, status %v", seed, name, err, status)
			}
		}
		for depth := range 5 {
			for _, s := range searches {
				for _, f := range []expectimax.Filter{{}, {Width: 2}} {
					r, err := s.search(t.Context(), o.Gamble, ply.Limits{}, options{
						Depth: depth, Range: [2]float64{-9, 9}, Filter: f, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return o }})
					check(s.name, false, r.Status, err)
				}
			}
			for name, e := range map[string]expectimax.Evaluator{
				"successors": expectation.Successors[int](o, o),
				"replies":    expectation.Replies[int](o, o),
			} {
				for _, s := range searches {
					for _, f := range []expectimax.Filter{{}, {Width: 2}} {
						r, err := s.search(t.Context(), o.Gamble, ply.Limits{}, options{
							Depth: depth, Range: [2]float64{-9, 9}, Filter: f, Evaluator: func(ply.AdversarialGame[int]) expectimax.Evaluator { return e }})
						check(s.name+" of "+name, name == "replies", r.Status, err)
					}
				}
			}
		}
		r, err := expectimax.ValueIteration(t.Context(), o, ply.Limits{}, 0)
		check("ValueIteration", false, r.Status, err)
	}
	for _, name := range []string{"Expectimax", "Star1", "Star2", "Expectimax of successors", "Expectimax of replies", "Star2 of replies", "ValueIteration"} {
		if failed[name] == 0 {
			t.Errorf("%s: no error", name)
		}
	}
}

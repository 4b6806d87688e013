package player

import (
	"reflect"
	"testing"
)

func TestBoards(t *testing.T) {
	all := []string{"(cell a 2 x)", "(cell b 10 y)", "(cell a 1 x)", "(pos (f 1) 2 3)", "(step 1)", "(both 1 1 x)", "(both 2 2 x)",
		"(both 2 2 y)", "(mixed 1 1 x)", "(mixed 2 2 x)", "(mixed 1)", "(named a b x)", "(named b a x)", "(row 1 1 x)", "(row 1 2 x)", "done"}
	p := newPlan(all)
	boards, rest := p.arrange([]string{"(cell a 2 x)", "(cell b 10 y)", "(both 2 2 x)", "(both 2 2 y)", "(step 1)", "(mixed 1 1 x)", "done"})
	// The rows go upwards, by number. What is crowded, of several arities, named in both ways or a single column is no board.
	want := []Board{{"cell", []string{"a", "b"}, []BoardRow{{"10", []string{"", "y"}}, {"2", []string{"x", ""}}, {"1", []string{"", ""}}}}}
	if !reflect.DeepEqual(boards, want) {
		t.Errorf("%v, want %v", boards, want)
	}
	if want := []string{"(both 2 2 x)", "(both 2 2 y)", "(step 1)", "(mixed 1 1 x)", "done"}; !reflect.DeepEqual(rest, want) {
		t.Errorf("%q, want %q", rest, want)
	}
	if boards, _ := p.arrange([]string{"(both 2 2 y)"}); len(boards) != 2 || boards[0].Relation != "both" {
		t.Errorf("%v, want a board that is no longer crowded", boards)
	}
	if p := newPlan(make([]string, mostFacts+1)); p != nil {
		t.Errorf("a plan of too many facts: %v", p)
	}
}

func TestChart(t *testing.T) {
	turns := []TurnView{{Number: 1, Decision: Decision{Known: true, Value: 1}}, {Number: 2}, {Number: 3, Decision: Decision{Known: true}}}
	want := &Chart{[]Point{{1, 100, 36, 10}, {3, 0, 590, 110}}, "36,10 590,110", 3}
	if got := chart(turns); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	for _, few := range [][]TurnView{nil, turns[:1], turns[:2]} {
		if got := chart(few); got != nil {
			t.Errorf("%+v of %d turns", got, len(few))
		}
	}
}

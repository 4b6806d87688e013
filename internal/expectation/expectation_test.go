package expectation_test

import (
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/expectation"
)

// walk is a game in which side 0 tosses a coin for one or two steps, and side 1 then takes none, one or two back.
type walk struct {
	line []int
}

func (w *walk) Moves(dst []int) []int {
	return append(dst, [][]int{{1, 2}, {0, 1, 2}, nil}[len(w.line)]...)
}
func (w *walk) Play(m int) { w.line = append(w.line, m) }
func (w *walk) Undo(int)   { w.line = w.line[:len(w.line)-1] }
func (w *walk) ToMove() int {
	return []int{ply.Chance, 1, 0}[len(w.line)]
}
func (w *walk) Outcome() int { return 0 }
func (w *walk) Expectation() float64 {
	v := 0.0
	for i, m := range w.line {
		v += float64(m * (1 - 2*i))
	}
	if w.ToMove() == 1 {
		return -v
	}
	return v
}

func TestSuccessors(t *testing.T) {
	w := new(walk)
	e := expectation.Successors(w, w)
	if got := e.EvaluateSuccessors([]int{2, 1}, []float64{7}); !slices.Equal(got, []float64{7, 2, 1}) {
		t.Errorf("from the start: %v", got)
	}
	w.Play(2)
	if got := e.EvaluateSuccessors([]int{0, 2, 1}, nil); !slices.Equal(got, []float64{2, 0, 1}) {
		t.Errorf("after a move: %v", got)
	}
}

func TestReplies(t *testing.T) {
	w := new(walk)
	e := expectation.Replies(w, w)
	want := []fast.Reply{{Value: -1, Moves: 3}, {Value: 0, Moves: 3}}
	if got := e.EvaluateReplies([]int{1, 2}, nil); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

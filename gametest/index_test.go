//go:build long

package gametest

import (
	"fmt"
	"testing"

	"github.com/ply-search/ply/internal/long"
)

// A walk is a token on a track of twelve fields. Side 0 moves it by one or two fields to the end, side 1 by one to either
// end. Who moves it to the last field wins. If it is on field 3, the same side moves again.
type walk struct {
	at, side int
	line     [][2]int
}

const fields = 12

func (w *walk) steps() []int {
	if w.side == 0 {
		return []int{1, 2}
	}
	return []int{-1, 1}
}

func (w *walk) Moves(dst []int) []int {
	for _, step := range w.steps() {
		if to := w.at + step; w.at < fields-1 && to >= 0 && to < fields {
			dst = append(dst, step)
		}
	}
	return dst
}

func (w *walk) Play(step int) {
	w.line = append(w.line, [2]int{w.at, w.side})
	if w.at += step; w.at != 3 {
		w.side = 1 - w.side
	}
}

func (w *walk) Undo(int) {
	last := len(w.line) - 1
	w.at, w.side = w.line[last][0], w.line[last][1]
	w.line = w.line[:last]
}
func (w *walk) ToMove() int       { return w.side }
func (w *walk) Outcome() int      { return -1 }
func (w *walk) Hash() uint64      { return (w.Index() + 1) * 0x9e3779b97f4a7c15 }
func (w *walk) Positions() uint64 { return 2 * fields }
func (w *walk) Index() uint64     { return uint64(2*w.at + w.side) }
func (w *walk) String() string    { return fmt.Sprint(w.at, w.side) }

func (w *walk) SetIndex(i uint64) bool {
	w.at, w.side, w.line = int(i/2), int(i%2), nil
	return true
}

func (w *walk) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	for i := range w.Positions() {
		before := new(walk)
		before.SetIndex(i)
		for _, m := range before.Moves(nil) {
			side := before.side
			before.Play(m)
			if before.Index() == w.Index() {
				if side == w.side {
					same = append(same, i)
				} else {
					other = append(other, i)
				}
			}
			before.Undo(m)
		}
	}
	return other, same
}

func (w *walk) Successors(other, same []uint64) ([]uint64, []uint64) {
	s := nextIndices(subjectOf[int](w))
	return append(other, s.other...), append(same, s.same...)
}

// A classedWalk has two classes, the second of which it never leaves.
type classedWalk struct{ *walk }

func (w classedWalk) Classes() []uint64   { return []uint64{0, 0} }
func (w classedWalk) Below(int) (b []int) { return nil }

func TestIndexLaws(t *testing.T) {
	long.Checks(t, 40, 40)
	Check(t, func() *walk { return new(walk) })
	Check(t, func() classedWalk { return classedWalk{new(walk)} })
}

// Games with one fault each.
type (
	indexGreat      struct{ *walk }
	positionsChange struct{ *walk }
	indexTwice      struct{ *walk }
	setsBeside      struct{ *walk }
	setRefuses      struct{ *walk }
	setsAny         struct{ *walk }
	classUp         struct{ *walk }
	successorLost   struct{ *walk }
	successorsAnew  struct{ *walk }
	sidesMixed      struct{ *walk }
	oneBeforeLost   struct{ *walk }
	oneTooMany      struct{ *walk }
	beforePlays     struct{ *walk }
)

func (g indexGreat) Index() uint64 { return g.walk.Index() + 2 }

func (g positionsChange) Positions() uint64 { return g.walk.Positions() + uint64(g.at) }

// indexTwice gives the same index to different positions.
func (g indexTwice) Index() uint64 { return g.walk.Index() / 4 * 4 }

func (g setsBeside) SetIndex(i uint64) bool { return g.walk.SetIndex(i ^ 2) }

func (g setRefuses) SetIndex(i uint64) bool { return g.walk.SetIndex(i) && i != 5 }

// setsAny takes indices of positions from which moves lead to indices that it refuses.
func (g setsAny) Positions() uint64 { return g.walk.Positions() + 2 }
func (g setsAny) SetIndex(i uint64) bool {
	if i >= g.walk.Positions() {
		g.walk.SetIndex(0)
		return true
	}
	return g.walk.SetIndex(i)
}

func (g classUp) Classes() []uint64 { return []uint64{0, 8} }
func (g classUp) Below(int) []int   { return nil }

func (g successorLost) Successors(other, same []uint64) ([]uint64, []uint64) {
	s := nextIndices(subjectOf[int](g.walk))
	return append(other, s.other[min(1, len(s.other)):]...), append(same, s.same...)
}

func (g successorsAnew) Successors(other, same []uint64) ([]uint64, []uint64) {
	return g.walk.Successors(other[:0], same[:0])
}

func (g sidesMixed) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	other, same = g.walk.Predecessors(other, same)
	return same, other
}

func (g oneBeforeLost) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	n := len(other)
	if other, same = g.walk.Predecessors(other, same); len(other) > n {
		other = other[:len(other)-1]
	}
	return other, same
}

func (g oneTooMany) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	other, same = g.walk.Predecessors(other, same)
	return append(other, g.Index()^1), same
}

func (g beforePlays) Predecessors(other, same []uint64) ([]uint64, []uint64) {
	other, same = g.walk.Predecessors(other, same)
	if moves := g.Moves(nil); len(moves) > 0 {
		g.Play(moves[0])
	}
	return other, same
}

func TestEachIndexLawIsFoundBroken(t *testing.T) {
	eachIsFound(t, indexLaws, []fault{
		{"an index too great", judgeLaw(func() indexGreat { return indexGreat{new(walk)} }), "index"},
		{"Positions changes", judgeLaw(func() positionsChange { return positionsChange{new(walk)} }), "index"},
		{"one index for two positions", judgeLaw(func() indexTwice { return indexTwice{new(walk)} }), "index inverse"},
		{"SetIndex of another position", judgeLaw(func() setsBeside { return setsBeside{new(walk)} }), "index inverse"},
		{"SetIndex refuses a position", judgeLaw(func() setRefuses { return setRefuses{new(walk)} }), "index inverse"},
		{"indices of no position", judgeLaw(func() setsAny { return setsAny{new(walk)} }), "index of any position"},
		{"a move to a greater class", judgeLaw(func() classUp { return classUp{new(walk)} }), "classes"},
		{"a successor is missing", judgeLaw(func() successorLost { return successorLost{new(walk)} }), "successors"},
		{"Successors does not append", judgeLaw(func() successorsAnew { return successorsAnew{new(walk)} }), "successors"},
		{"predecessors of the wrong side", judgeLaw(func() sidesMixed { return sidesMixed{new(walk)} }), "predecessors"},
		{"a predecessor is missing", judgeLaw(func() oneBeforeLost { return oneBeforeLost{new(walk)} }), "predecessors"},
		{"a predecessor too many", judgeLaw(func() oneTooMany { return oneTooMany{new(walk)} }), "predecessors"},
		{"Predecessors plays", judgeLaw(func() beforePlays { return beforePlays{new(walk)} }), "predecessors"},
	})
}

//go:build long

package gametest

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/transposition"
)

// Dots is Dots and Boxes on a square of boxes: a side that completes a box moves again. It has no identity besides its
// hash, and keeps data to take moves back.
type dots struct {
	size  int
	drawn uint64 // edges: the horizontal ones row by row, then the vertical ones
	side  int
	boxes [2]int
	taken []int // the boxes completed by each move played
}

func newDots(size int) *dots { return &dots{size: size} }

func (g *dots) edges() int { return 2 * g.size * (g.size + 1) }

// completed returns the number of boxes whose edges are all among some.
func (g *dots) completed(edges uint64) int {
	n := 0
	for r := range g.size {
		for c := range g.size {
			horizontal, vertical := r*g.size+c, g.size*(g.size+1)+r*(g.size+1)+c
			box := uint64(1)<<horizontal | 1<<(horizontal+g.size) | 1<<vertical | 1<<(vertical+1)
			if edges&box == box {
				n++
			}
		}
	}
	return n
}

func (g *dots) Moves(dst []int) []int {
	for e := range g.edges() {
		if g.drawn>>e&1 == 0 {
			dst = append(dst, e)
		}
	}
	return dst
}

func (g *dots) Play(e int) {
	n := g.completed(g.drawn|1<<e) - g.completed(g.drawn)
	g.drawn |= 1 << e
	g.taken = append(g.taken, n)
	g.boxes[g.side] += n
	if n == 0 {
		g.side ^= 1
	}
}

func (g *dots) Undo(e int) {
	n := g.taken[len(g.taken)-1]
	g.taken = g.taken[:len(g.taken)-1]
	if n == 0 {
		g.side ^= 1
	}
	g.boxes[g.side] -= n
	g.drawn &^= 1 << e
}

func (g *dots) ToMove() int   { return g.side }
func (g *dots) Outcome() int  { return g.boxes[g.side] - g.boxes[1-g.side] }
func (g *dots) Evaluate() int { return g.Outcome() }
func (g *dots) Acyclic() bool { return true }

func (g *dots) Bounds(_, _ int) (low, high int) {
	left := g.size*g.size - g.boxes[0] - g.boxes[1]
	return g.Outcome() - left, g.Outcome() + left
}

func (g *dots) hash(side, boxes int) uint64 {
	return transposition.Mix(transposition.Mix(g.drawn) + uint64(2*(boxes+g.size*g.size)+side))
}

func (g *dots) Hash() uint64 { return g.hash(g.side, g.boxes[0]-g.boxes[1]) }

func (g *dots) Clone() *dots {
	c := *g
	c.taken = append([]int(nil), g.taken...)
	return &c
}

func (g *dots) CopyFrom(other *dots) {
	taken := append(g.taken[:0], other.taken...)
	*g = *other
	g.taken = taken
}

// Rank puts moves first that complete boxes.
func (g *dots) Rank(_ int, moves []int, ranks []int32) bool {
	for i, e := range moves {
		ranks[i] = int32(g.completed(g.drawn | 1<<e))
	}
	return false
}

func (g *dots) String() string {
	return fmt.Sprintf("%0*b, boxes %v, side %d to move", g.edges(), bits.Reverse64(g.drawn)>>(64-g.edges()), g.boxes, g.side)
}

func TestDotsAreLawful(t *testing.T) {
	for size := range long.Or(3, 2) {
		Check(t, func() *dots { return newDots(size + 1) })
	}
}

// TestHashAlone breaks the law of hashes where there is no identity to compare them with.
func TestHashAlone(t *testing.T) {
	eachIsFound(t, nil, []fault{
		{"the hash ignores the side", judgeLaw(func() hashIgnoresSide { return hashIgnoresSide{newDots(2)} }), "different positions, different hashes"},
		{"the hash ignores the boxes", judgeLaw(func() hashIgnoresBoxes { return hashIgnoresBoxes{newDots(2)} }), "different positions, different hashes"},
	})
}

// Each type here is Dots and Boxes with one fault.
type (
	hashIgnoresSide  struct{ *dots }
	hashIgnoresBoxes struct{ *dots }
	undoForgetsBoxes struct{ *dots }
	boundsHigh       struct{ *dots }
	cloneSharesStack struct{ *dots }
	cloneLosesSide   struct{ *dots }
	cloneLosesBoxes  struct{ *dots }
	copyLosesSide    struct{ *dots }
	copyLosesStack   struct{ *dots }
	copySharesStack  struct{ *dots }
	outcomeOneView   struct{ *dots }
)

func (g hashIgnoresSide) Hash() uint64  { return g.hash(0, g.boxes[0]-g.boxes[1]) }
func (g hashIgnoresBoxes) Hash() uint64 { return g.hash(g.side, 0) }

func (g undoForgetsBoxes) Undo(e int) {
	boxes := g.boxes
	g.dots.Undo(e)
	g.boxes = boxes
}

func (g boundsHigh) Bounds(alpha, beta int) (low, high int) {
	low, high = g.dots.Bounds(alpha, beta)
	return low + 1, high
}

func (g cloneSharesStack) Clone() cloneSharesStack {
	c := *g.dots
	return cloneSharesStack{&c}
}

func (g cloneLosesSide) Clone() cloneLosesSide {
	c := g.dots.Clone()
	c.side = 0
	return cloneLosesSide{c}
}

func (g copyLosesSide) Clone() copyLosesSide { return copyLosesSide{g.dots.Clone()} }
func (g copyLosesSide) CopyFrom(other copyLosesSide) {
	side := g.side
	g.dots.CopyFrom(other.dots)
	g.side = side
}

func (g copyLosesStack) Clone() copyLosesStack { return copyLosesStack{g.dots.Clone()} }
func (g copyLosesStack) CopyFrom(other copyLosesStack) {
	g.dots.CopyFrom(other.dots)
	clear(g.taken)
}

func (g copySharesStack) Clone() copySharesStack         { return copySharesStack{g.dots.Clone()} }
func (g copySharesStack) CopyFrom(other copySharesStack) { *g.dots = *other.dots }

// The hash does not tell that the boxes of a clone are lost.
func (g cloneLosesBoxes) Hash() uint64   { return g.hash(g.side, len(g.taken)) }
func (g cloneLosesBoxes) String() string { return "" }
func (g cloneLosesBoxes) Clone() cloneLosesBoxes {
	c := g.dots.Clone()
	c.boxes = [2]int{}
	return cloneLosesBoxes{c}
}

// outcomeOneView takes the view of side 0.
func (g outcomeOneView) Outcome() int                    { return g.boxes[0] - g.boxes[1] }
func (g outcomeOneView) Evaluate() int                   { return g.Outcome() }
func (g outcomeOneView) Bounds(_, _ int) (low, high int) { return -ply.MaxValue, ply.MaxValue }

// noughtsOneView takes the view of side 0 and has nothing else to compare with.
type noughtsOneView struct{ g *noughts }

func (v noughtsOneView) Moves(dst []int) []int { return v.g.Moves(dst) }
func (v noughtsOneView) Play(m int)            { v.g.Play(m) }
func (v noughtsOneView) Undo(m int)            { v.g.Undo(m) }
func (v noughtsOneView) ToMove() int           { return v.g.ToMove() }

func (v noughtsOneView) Outcome() int {
	if v.ToMove() == 1 {
		return -v.g.Outcome()
	}
	return v.g.Outcome()
}

// TestViewOfOneSide checks the doubts about values from the perspective of one side, which no law can detect.
func TestViewOfOneSide(t *testing.T) {
	for _, c := range []struct {
		name   string
		doubts []string
		want   []string
	}{
		{"dots", doubtsOn(func() *dots { return newDots(2) }), nil},
		{"noughts", doubtsOn(newNoughts), nil},
		{"duel", doubtsOn(newDuel), nil},
		{"kuhn", doubtsOn(func() *kuhn { return &kuhn{card: [2]int{1, 2}} }), nil},
		{"dots of one view", doubtsOn(func() outcomeOneView { return outcomeOneView{newDots(2)} }), []string{"evaluations of one side"}},
		{"noughts of one view", doubtsOn(func() noughtsOneView { return noughtsOneView{newNoughts()} }), []string{"outcomes of one side"}},
	} {
		if len(c.doubts) != len(c.want) {
			t.Errorf("%s: doubts %q, want %q", c.name, c.doubts, c.want)
			continue
		}
		for i, doubt := range c.doubts {
			if !strings.Contains(doubt, c.want[i]) {
				t.Errorf("%s: doubt %q, want %q", c.name, doubt, c.want[i])
			}
		}
	}
}

// doubtsOn returns the doubts about a game, and its other faults.
func doubtsOn[G ply.Game[M], M comparable](newGame func() G) []string {
	var names []string
	meant := Options{}
	for {
		f := newRun(makerOf(newGame), meant, 0, 0).survey()
		if f == nil {
			return names
		}
		names = append(names, f.law.name)
		if !f.law.doubt {
			return names
		}
		meant.Ignore = names
	}
}

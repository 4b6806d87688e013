package gametest_test

import (
	"testing"

	"github.com/ply-search/ply/gametest"
)

// Nim is a game for two. A move takes any number of stones from one heap. The player who takes the last stone wins.
type Nim struct {
	Heaps [3]int
	side  int
}

// A Take is a move.
type Take struct{ Heap, Stones int }

func (n *Nim) Moves(dst []Take) []Take {
	for heap, stones := range n.Heaps {
		for take := 1; take <= stones; take++ {
			dst = append(dst, Take{heap, take})
		}
	}
	return dst
}

func (n *Nim) Play(m Take) {
	n.Heaps[m.Heap] -= m.Stones
	n.side = 1 - n.side
}

func (n *Nim) Undo(m Take) {
	n.Heaps[m.Heap] += m.Stones
	n.side = 1 - n.side
}

func (n *Nim) ToMove() int   { return n.side }
func (n *Nim) Outcome() int  { return -1 } // The other side took the last stone.
func (n *Nim) Acyclic() bool { return true }

// The test of a game is a single call. It checks the laws of all games, and those of the capabilities that it finds in Nim:
// ply.Adversarial and ply.Acyclic.
func Example() {
	var t *testing.T // the argument of the test function

	gametest.Check(t, func() *Nim { return &Nim{Heaps: [3]int{3, 4, 5}} })
}

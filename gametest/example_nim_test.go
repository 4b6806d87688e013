package gametest_test

import (
	"testing"

	"github.com/ply-search/ply/gametest"
)

// Nim is a game for two. A move takes one to three stones from a heap. The player who takes the last stone wins.
type Nim struct{ Stones, side int }

func (n *Nim) Moves(dst []int) []int {
	for take := 1; take <= min(3, n.Stones); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (n *Nim) Play(take int) { n.Stones, n.side = n.Stones-take, 1-n.side }
func (n *Nim) Undo(take int) { n.Stones, n.side = n.Stones+take, 1-n.side }
func (n *Nim) ToMove() int   { return n.side }
func (n *Nim) Outcome() int  { return -1 } // The other side took the last stone.
func (n *Nim) Acyclic() bool { return true }

// The test of a game is a single call. It checks the laws of all games and of the capabilities that it detects in Nim:
// ply.Adversarial and ply.Acyclic.
func Example() {
	var t *testing.T // the argument of the test function

	gametest.Check(t, func() *Nim { return &Nim{Stones: 12} })
}

package threattest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/search/threat/threattest"
)

// inRow is a game of stones on four by four points, whose goal is three of the attacker in a row, from left to right. Move
// 2c is a stone of the attacker on point c, 2c+1 one of the defender. It begins with a stone of the attacker.
type inRow struct {
	stones [16]int32 // 0 empty, 1 attacker, 2 defender
	turn   int32     // 0 attacker, 1 defender
}

func newInRow() *inRow {
	g := new(inRow)
	g.stones[5] = 1
	return g
}

func (g *inRow) Attacking() bool { return g.turn == 0 }
func (g *inRow) Pass() bool      { g.turn ^= 1; return true }
func (g *inRow) Unpass()         { g.turn ^= 1 }
func (g *inRow) Cells() int      { return 17 }

func (g *inRow) Cell(i int) int32 {
	if i == 16 {
		return g.turn
	}
	return g.stones[i]
}

func (g *inRow) Moves(dst []int) []int {
	for c, v := range g.stones {
		if v == 0 {
			dst = append(dst, 2*c+int(g.turn))
		}
	}
	return dst
}

func (g *inRow) Play(m int) {
	g.stones[m/2] = int32(m%2) + 1
	g.turn ^= 1
}

func (g *inRow) Undo(m int) {
	g.stones[m/2] = 0
	g.turn ^= 1
}

func (g *inRow) Standing(_ int, trace *dependency.Trace) threat.Standing {
	for c := range int32(14) {
		if c%4 < 2 && g.stones[c] == 1 && g.stones[c+1] == 1 && g.stones[c+2] == 1 {
			trace.Add(c)
			trace.Add(c + 1)
			trace.Add(c + 2)
			return threat.Won
		}
	}
	return threat.Open
}

func (g *inRow) Attacks(_ int, dst []int) []int { return g.Moves(dst) }

func (g *inRow) TraceMove(m int, _ int, trace *dependency.Trace) { trace.Add(int32(m / 2)) }

func (g *inRow) Replies(_ int, trace *dependency.Trace, dst []int) []int {
	for c := range trace.Cells() {
		if c < 16 && g.stones[c] == 0 {
			dst = append(dst, 2*int(c)+int(g.turn))
		}
	}
	return dst
}

// A test of a game checks these laws with all others: gametest.Check(t, newInRow, gametest.Options{Laws: threattest.Laws[int]()}).
func ExampleLaws() {
	for _, law := range threattest.Laws[int]() {
		fmt.Printf("%s: %v\n", law.Name, law.Check(newInRow(), rand.New(rand.NewPCG(1, 2))))
	}
	// Output:
	// trace of a win: <nil>
	// replies: <nil>
}

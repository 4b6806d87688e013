package engine_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/search/alphabeta"
)

// Noughts is noughts and crosses: the cells played, from 0 to 8, X first. A pass is the cell 9.
type Noughts []int

func (g *Noughts) won() bool { // by the side that moved last
	for _, line := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		own := 0
		for i := len(*g) - 1; i >= 0; i -= 2 {
			if strings.ContainsRune(line, rune('0'+(*g)[i])) {
				own++
			}
		}
		if own == 3 {
			return true
		}
	}
	return false
}

func (g *Noughts) Moves(dst []int) []int {
	taken := fmt.Sprint(*g)
	for cell := 0; cell < 9 && !g.won(); cell++ {
		if !strings.ContainsRune(taken, rune('0'+cell)) {
			dst = append(dst, cell)
		}
	}
	return dst
}
func (g *Noughts) Play(cell int) { *g = append(*g, cell) }
func (g *Noughts) Undo(int)      { *g = (*g)[:len(*g)-1] }
func (g *Noughts) ToMove() int   { return len(*g) % 2 }
func (g *Noughts) Acyclic() bool { return true }
func (g *Noughts) Outcome() int { // for the side to move, which has lost or has no cell left
	if g.won() {
		return -1
	}
	return 0
}
func (g *Noughts) Pass() bool { g.Play(9); return true }
func (g *Noughts) Unpass()    { g.Undo(9) }

// X has the cell 0 and O the cell 8. X compares the centre with the cell 1.
func ExamplePlayer_Compare() {
	searcher, err := alphabeta.NewSearcher(&Noughts{0, 8}, alphabeta.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	player, err := engine.New(searcher, engine.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := player.Compare(context.Background(), ply.Limits{}, 1, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, l := range c.Lines {
		reply, threat := c.Replies[i], c.Threats[i]
		fmt.Println(l.Move, "is worth", l.Value, "and goes on", l.Line[1:])
		fmt.Println("  the reply", reply.Move, "is worth", reply.Value, "to O, with", reply.Line[1:])
		fmt.Println("  without a reply, X goes on", threat.Line, "for", threat.Value)
	}
	fmt.Println("moves in common:", c.Common)
	fmt.Println("the reply refutes both moves:", c.Refuted)
	// Output:
	// 4 is worth 0 and goes on [2 5 3 7 1 6]
	//   the reply 2 is worth 0 to O, with [5 3 1 7 6]
	//   without a reply, X goes on [1 2 7] for 1
	// 1 is worth -1 and goes on [2 5 6 3 4]
	//   the reply 2 is worth 1 to O, with [5 6 4 7]
	//   without a reply, X goes on [2] for 1
	// moves in common: 2
	// the reply refutes both moves: false
}

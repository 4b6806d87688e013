package proof_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/proof"
)

// Chomp is played on a bar of chocolate with three rows. A move takes a piece and all pieces to its right and below. The
// piece at the upper left is poisoned: the side that takes it loses.
type Chomp struct {
	rows   [3]int // their lengths, the longest first
	before [][3]int
}

// A Bite is the piece at the upper left of those that are taken.
type Bite struct{ Row, Column int }

func (c *Chomp) Moves(dst []Bite) []Bite {
	for row, length := range c.rows {
		for column := range length {
			dst = append(dst, Bite{row, column})
		}
	}
	return dst
}

func (c *Chomp) Play(b Bite) {
	c.before = append(c.before, c.rows)
	for row := b.Row; row < len(c.rows); row++ {
		c.rows[row] = min(c.rows[row], b.Column)
	}
}

func (c *Chomp) Undo(Bite) {
	last := len(c.before) - 1
	c.rows, c.before = c.before[last], c.before[:last]
}

func (c *Chomp) ToMove() int   { return len(c.before) % 2 }
func (c *Chomp) Outcome() int  { return 1 } // for the side to move: the other side took the poison
func (c *Chomp) Acyclic() bool { return true }

func ExampleBestFirst() {
	bar := &Chomp{rows: [3]int{4, 4, 4}}
	result, err := proof.BestFirst(context.Background(), bar, ply.Limits{}, proof.Options[Bite]{})
	fmt.Println(result.Answer, "by", result.Line[0], err)
	// Output: proved by {1 2} <nil>
}

package alphabeta_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// Coins lie in a row. The sides take a coin from either end in turn. The side that gets more money wins, by the
// difference.
type Coins struct {
	row         []int
	first, last int    // the coins that are left: row[first:last]
	won         [2]int // the money of both sides
}

// An End of the row is a move: to take the coin there.
type End int

const (
	Left End = iota
	Right
)

func (e End) String() string { return [...]string{"left", "right"}[e] }

func (c *Coins) Moves(dst []End) []End {
	if c.first < c.last {
		dst = append(dst, Left, Right)
	}
	return dst
}

func (c *Coins) Play(end End) {
	side := c.ToMove()
	if end == Left {
		c.won[side] += c.row[c.first]
		c.first++
	} else {
		c.last--
		c.won[side] += c.row[c.last]
	}
}

func (c *Coins) Undo(end End) {
	if end == Left {
		c.first--
		c.won[c.ToMove()] -= c.row[c.first]
	} else {
		c.last++
		c.won[c.ToMove()] -= c.row[c.last-1]
	}
}

func (c *Coins) ToMove() int   { return (len(c.row) - (c.last - c.first)) % 2 }
func (c *Coins) Outcome() int  { return c.Evaluate() }
func (c *Coins) Acyclic() bool { return true }

// Evaluate returns the lead of the side to move.
func (c *Coins) Evaluate() int {
	side := c.ToMove()
	return c.won[side] - c.won[1-side]
}

func (c *Coins) Hash() uint64 {
	return transposition.Hash(fmt.Append(nil, c.first, c.last, c.won))
}

func ExampleAspiration() {
	table := transposition.NewTable(1 << 16)
	row := []int{5, 20, 50, 1, 2, 100, 10, 5, 20, 1, 50, 2}
	result, err := alphabeta.Aspiration(context.Background(), &Coins{row: row, last: len(row)}, ply.Limits{}, alphabeta.Options[End]{
		Table: table,
	})
	fmt.Println(result.Value, result.Final, result.Line[0], err)
	// Output: 60 true left <nil>
}

package retrograde_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
)

// A Climb has ten positions: a token is on one of five fields, and it is one side's turn. Side 0 moves it up by one field,
// side 1 up by two, or down by one or two. Who moves it to the last field wins. Positions recur.
type Climb struct{ field, side int }

var steps = [2][]int{{1}, {2, -1, -2}}

func (c *Climb) Moves(dst []int) []int {
	for _, step := range steps[c.side] {
		if to := c.field + step; c.field < 4 && to >= 0 && to <= 4 {
			dst = append(dst, step)
		}
	}
	return dst
}
func (c *Climb) Play(step int) { c.field, c.side = c.field+step, 1-c.side }
func (c *Climb) Undo(step int) { c.field, c.side = c.field-step, 1-c.side }
func (c *Climb) ToMove() int   { return c.side }
func (c *Climb) Outcome() int  { return -1 } // the other side has just moved the token to the last field

func (c *Climb) Positions() uint64 { return 10 }
func (c *Climb) Index() uint64     { return uint64(2*c.field + c.side) }
func (c *Climb) SetIndex(index uint64) bool {
	c.field, c.side = int(index/2), int(index%2)
	return true
}

func ExampleSolve() {
	game := new(Climb)
	solution, err := retrograde.Solve(context.Background(), game, ply.Limits{}, retrograde.Options{All: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solution.Positions, "positions:", solution.Wins, "won,", solution.Draws, "drawn,", solution.Losses, "lost")
	for field := range 5 {
		for side := range 2 {
			value, _ := solution.Value(&Climb{field, side})
			fmt.Printf("field %d, side %d: %v\n", field, side, value)
		}
	}
	line, err := retrograde.Line(&Climb{0, 1}, solution, 10)
	fmt.Println(line, err)
	// Output:
	// 10 positions: 4 won, 2 drawn, 4 lost
	// field 0, side 0: 0
	// field 0, side 1: 1 in 5
	// field 1, side 0: -1 in 2
	// field 1, side 1: 0
	// field 2, side 0: -1 in 4
	// field 2, side 1: 1 in 1
	// field 3, side 0: 1 in 1
	// field 3, side 1: 1 in 3
	// field 4, side 0: -1 in 0
	// field 4, side 1: -1 in 0
	// [2 1 -2 1 2] <nil>
}

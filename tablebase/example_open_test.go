package tablebase_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/retrograde"
	"github.com/ply-search/ply/tablebase"
)

// A Climb has ten positions: a token is on one of five fields, and it is one side's turn. Side 0 moves it up by one field,
// side 1 up by two, or down by one or two. Who moves it to the last field wins.
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
func (c *Climb) Outcome() int  { return -1 }

func (c *Climb) Positions() uint64 { return 10 }
func (c *Climb) Index() uint64     { return uint64(2*c.field + c.side) }
func (c *Climb) SetIndex(index uint64) bool {
	c.field, c.side = int(index/2), int(index%2)
	return true
}

// A game is solved once, and its table is read whenever it is needed.
func ExampleOpen() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "climb")

	solution, err := retrograde.Solve(context.Background(), new(Climb), ply.Limits{}, retrograde.Options{All: true})
	if err == nil {
		err = tablebase.Write(file, new(Climb), solution, tablebase.WriteOptions{Label: "climb of 5 fields"})
	}
	if err != nil {
		fmt.Println(err)
		return
	}

	table, err := tablebase.Open(file, new(Climb))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer table.Close()
	value, err := table.Value(&Climb{0, 1})
	fmt.Println(table.Label(), "-", value, err)
	line, err := retrograde.Line(&Climb{0, 1}, table, 10)
	fmt.Println(line, err)
	// Output:
	// climb of 5 fields - 1 in 5 <nil>
	// [2 1 -2 1 2] <nil>
}

package search_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Jugs are two jugs of 3 and 5 litres. A move fills one, empties one, or pours one into the other. The puzzle is to
// measure out 4 litres.
type Jugs struct {
	now    [2]int
	before [][2]int
}

func (j *Jugs) Moves(dst []string) []string {
	if j.Solved() {
		return dst
	}
	return append(dst, "fill 3", "fill 5", "empty 3", "empty 5", "pour 3 to 5", "pour 5 to 3")
}

func (j *Jugs) Play(move string) {
	j.before = append(j.before, j.now)
	switch move {
	case "fill 3":
		j.now[0] = 3
	case "fill 5":
		j.now[1] = 5
	case "empty 3":
		j.now[0] = 0
	case "empty 5":
		j.now[1] = 0
	case "pour 3 to 5":
		poured := min(j.now[0], 5-j.now[1])
		j.now = [2]int{j.now[0] - poured, j.now[1] + poured}
	case "pour 5 to 3":
		poured := min(j.now[1], 3-j.now[0])
		j.now = [2]int{j.now[0] + poured, j.now[1] - poured}
	}
}

func (j *Jugs) Undo(string) {
	last := len(j.before) - 1
	j.now, j.before = j.before[last], j.before[:last]
}

func (j *Jugs) Solved() bool { return j.now[1] == 4 }
func (j *Jugs) Hash() uint64 { return transposition.Mix(uint64(j.now[0])<<8 | uint64(j.now[1])) }

func ExampleBreadthFirst() {
	space := search.Graph(new(Jugs), nil)
	var levels []int // positions at each distance from the start
	result, err := search.BreadthFirst(context.Background(), space, ply.Limits{}, search.Options[string]{
		StopAtSolution: true,
		Visit: func(depth int) {
			if depth == len(levels) {
				levels = append(levels, 0)
			}
			levels[depth]++
		},
	})
	fmt.Println(result.Status, levels, err)
	for _, move := range result.Line {
		fmt.Println(move)
	}
	// Output:
	// solved [1 2 3 2 2 2 2] <nil>
	// fill 5
	// pour 5 to 3
	// empty 3
	// pour 5 to 3
	// fill 5
	// pour 5 to 3
}

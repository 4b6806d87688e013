package dependency_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search"
)

// River is the puzzle of the farmer who takes a wolf, a goat and a cabbage across a river, in a boat with room for one of
// them. Left alone, the wolf eats the goat, and the goat the cabbage. The cells hold the banks, 0 or 1, of farmer, wolf,
// goat and cabbage. Only the moves by which nothing is eaten are listed.
func river() (*dependency.Game[int], []string, error) {
	const farmer, wolf, goat, cabbage = 0, 1, 2, 3
	var moves []ply.Footprint
	var names []string
	add := func(name string, bank int32, with []int32, here ...ply.Condition) {
		f := ply.Footprint{Preconditions: here}
		for _, c := range with {
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: bank})
			f.Modifications = append(f.Modifications, ply.Condition{Cell: c, Value: 1 - bank})
		}
		moves, names = append(moves, f), append(names, name)
	}
	for bank := range int32(2) {
		here := func(c int32) ply.Condition { return ply.Condition{Cell: c, Value: bank} }
		over := func(c int32) ply.Condition { return ply.Condition{Cell: c, Value: 1 - bank} }
		// Nothing is eaten on this bank: the goat is over the river, or alone here.
		add("goat", bank, []int32{farmer, goat})
		add("wolf", bank, []int32{farmer, wolf}, over(goat))
		add("wolf", bank, []int32{farmer, wolf}, here(goat), over(cabbage))
		add("cabbage", bank, []int32{farmer, cabbage}, over(goat))
		add("cabbage", bank, []int32{farmer, cabbage}, here(goat), over(wolf))
		add("alone", bank, []int32{farmer}, over(goat))
		add("alone", bank, []int32{farmer}, here(goat), over(wolf), over(cabbage))
	}
	rules, err := dependency.List(4, moves)
	if err != nil {
		return nil, nil, err
	}
	all := []ply.Condition{{Cell: farmer, Value: 1}, {Cell: wolf, Value: 1}, {Cell: goat, Value: 1}, {Cell: cabbage, Value: 1}}
	g, err := dependency.New(make([]int32, 4), rules, dependency.GameOptions{Goal: all})
	return g, names, err
}

// A puzzle is stated as a list of moves, and solved by a search that knows nothing of it.
func ExampleList() {
	g, names, err := river()
	if err != nil {
		fmt.Println(err)
		return
	}
	space := search.Graph(g, nil)
	result, err := search.BreadthFirst(context.Background(), space, ply.Limits{}, search.Options[int]{StopAtSolution: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range result.Line {
		g.Play(m)
		fmt.Println(g, names[m])
	}
	// Output:
	// [1 0 1 0] goat
	// [0 0 1 0] alone
	// [1 1 1 0] wolf
	// [0 1 0 0] goat
	// [1 1 0 1] cabbage
	// [0 1 0 1] alone
	// [1 1 1 1] goat
}

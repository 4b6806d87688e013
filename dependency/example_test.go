package dependency_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/search"
)

// The cells of the examples: a kettle, which is 0 empty, 1 full or 2 hot; a cup, which is 0 on the shelf or 1 on the
// table; tea, which is 0 in the tin or 1 in the cup; and a lamp, which is 0 off or 1 on.
const (
	kettle = iota
	cup
	tea
	lamp
	cells
)

// change is a move that changes the value of a cell by 1, under some further conditions.
func change(cell, from int32, conditions ...ply.Condition) ply.Footprint {
	return ply.Footprint{
		Preconditions: append(conditions, ply.Condition{Cell: cell, Value: from}),
		Modifications: []ply.Condition{{Cell: cell, Value: from + 1}},
	}
}

var (
	names      = []string{"fill the kettle", "boil the water", "fetch the cup", "make tea", "light the lamp"}
	footprints = []ply.Footprint{
		change(kettle, 0),
		change(kettle, 1),
		change(cup, 0),
		change(tea, 0, ply.Condition{Cell: kettle, Value: 2}, ply.Condition{Cell: cup, Value: 1}),
		change(lamp, 0),
	}
)

// kitchen returns the game of making tea.
func kitchen(goal ...ply.Condition) *dependency.Game[int] {
	rules, err := dependency.List(cells, footprints)
	if err != nil {
		panic(err)
	}
	game, err := dependency.New(make([]int32, cells), rules, dependency.GameOptions{Goal: goal, Acyclic: true, Monotone: true})
	if err != nil {
		panic(err)
	}
	return game
}

func ExampleNew() {
	rules, err := dependency.List(cells, footprints)
	if err != nil {
		fmt.Println(err)
		return
	}
	start := []int32{kettle: 1, cup: 0, tea: 0, lamp: 0} // the kettle is full already
	game, err := dependency.New(start, rules, dependency.GameOptions{
		Goal:    []ply.Condition{{Cell: tea, Value: 1}},
		Acyclic: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range game.Moves(nil) {
		fmt.Println(names[m])
	}
	// Output:
	// boil the water
	// fetch the cup
	// light the lamp
}

func ExampleGame() {
	game := kitchen()
	hash := game.Hash()
	game.Play(0)
	fmt.Println(game, game.Moves(nil), game.Commute(1, 2))
	game.Undo(0)
	fmt.Println(game, game.Hash() == hash)
	// Output:
	// [1 0 0 0] [1 2 4] true
	// [0 0 0 0] true
}

// The search finds the moves needed for the goal, and their order. The lamp is of no use.
func ExampleSearch() {
	game := kitchen(ply.Condition{Cell: tea, Value: 1})
	result, err := dependency.Search(context.Background(), game, ply.Limits{}, dependency.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status, result.Solutions)
	for _, m := range result.Line {
		fmt.Println(names[m])
	}
	// Output:
	// complete 1
	// fill the kettle
	// fetch the cup
	// boil the water
	// make tea
}

// Each node of the graph is a move, with the nodes that it needs.
func ExampleDAG() {
	result, err := dependency.Search(context.Background(), kitchen(), ply.Limits{}, dependency.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for node := range result.Graph.Nodes() {
		if node.ID > 0 {
			fmt.Printf("%d: %s, after %v\n", node.ID, names[node.Move], node.Parents)
		}
	}
	last := result.Graph.Node(result.Graph.Len() - 1)
	fmt.Println(result.Graph.Line(last.ID))
	// Output:
	// 1: fill the kettle, after []
	// 2: fetch the cup, after []
	// 3: light the lamp, after []
	// 4: boil the water, after [1]
	// 5: make tea, after [2 4]
	// [0 2 1 3]
}

// Parts that have nothing to do with one another are searched one by one.
func ExampleGame_Parts() {
	game := kitchen(ply.Condition{Cell: kettle, Value: 2}, ply.Condition{Cell: lamp, Value: 1})
	for _, part := range game.Parts() {
		result, err := search.DepthFirst(context.Background(), search.Tree(part), ply.Limits{}, search.Options[int]{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(result.Line, part.Goal())
	}
	// Output:
	// [0 1] [{0 2}]
	// [4] [{3 1}]
}

func ExampleTrace() {
	var trace dependency.Trace
	trace.AddFootprint(footprints[3])
	trace.Add(lamp)
	fmt.Println(trace.Len(), trace.Has(cup), slices.Collect(trace.Cells()))
	// Output: 4 true [0 1 2 3]
}

func ExampleCheck() {
	fmt.Println(dependency.Check(footprints[0], cells))
	flood := ply.Footprint{Modifications: []ply.Condition{{Cell: kettle, Value: 1}}}
	fmt.Println(dependency.Check(flood, cells))
	// Output:
	// <nil>
	// cell 0 is modified without being a precondition
}

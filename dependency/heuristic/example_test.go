package heuristic_test

import (
	"context"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/dependency/heuristic"
	"github.com/ply-search/ply/search"
)

// A blocks world with four blocks: a block that is clear is moved to the table or to another clear block. Cells 0 to 3 hold
// what each block stands on, and cells 4 to 7 whether it is clear.
func ExampleNew() {
	const a, b, c, d, table, blocks = 0, 1, 2, 3, 4, 4
	names := []string{"a", "b", "c", "d", "the table"}
	start := []int32{table, a, table, c, 0, 1, 0, 1}                                       // b on a, and d on c
	goal := []ply.Condition{{Cell: a, Value: c}, {Cell: c, Value: b}, {Cell: b, Value: d}} // a on c on b on d
	var moves []ply.Footprint
	var texts []string
	for block := range int32(blocks) {
		for from := range int32(blocks + 1) {
			for to := range int32(blocks + 1) {
				if block == from || block == to || from == to {
					continue
				}
				var f ply.Footprint
				change := func(cell, old, new int32) {
					f.Preconditions = append(f.Preconditions, ply.Condition{Cell: cell, Value: old})
					if old != new {
						f.Modifications = append(f.Modifications, ply.Condition{Cell: cell, Value: new})
					}
				}
				change(block, from, to)
				change(blocks+block, 1, 1)
				if from != table {
					change(blocks+from, 0, 1)
				}
				if to != table {
					change(blocks+to, 1, 0)
				}
				moves, texts = append(moves, f), append(texts, names[block]+" to "+names[to])
			}
		}
	}
	rules, err := dependency.List(len(start), moves)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal})
	if err != nil {
		fmt.Println(err)
		return
	}
	estimated, err := heuristic.New(context.Background(), game, heuristic.Options[int]{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("at least", estimated.Estimate(), "moves")
	result, err := search.AStar(context.Background(), estimated, ply.Limits{}, search.PathOptions[int]{})
	for _, m := range result.Line {
		fmt.Println(texts[m])
	}
	fmt.Println(result.Status, err)
	// Output:
	// at least 4 moves
	// d to the table
	// b to d
	// c to b
	// a to c
	// solved <nil>
}

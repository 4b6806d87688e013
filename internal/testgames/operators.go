package testgames

import (
	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// Operators draws a small game of listed moves over cells, which may have a goal. If acyclic, values only grow.
func Operators(t *rapid.T, acyclic bool) *dependency.Game[int] {
	cells := rapid.IntRange(1, 6).Draw(t, "cells")
	const values = 3
	value := rapid.Int32Range(0, values-1)
	var moves []ply.Footprint
	for range rapid.IntRange(1, 20).Draw(t, "moves") {
		var f ply.Footprint
		read := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(cells-1)), 1, min(3, cells), rapid.ID[int32]).Draw(t, "cells read")
		for _, c := range read {
			before, after := value.Draw(t, "before"), value.Draw(t, "after")
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: before})
			if after > before || after < before && !acyclic {
				f.Modifications = append(f.Modifications, ply.Condition{Cell: c, Value: after})
			}
		}
		if len(f.Modifications) > 0 {
			moves = append(moves, f)
		}
	}
	opt := dependency.GameOptions{Acyclic: acyclic}
	for c := range cells {
		if rapid.IntRange(0, 3).Draw(t, "in goal") == 0 {
			opt.Goal = append(opt.Goal, ply.Condition{Cell: int32(c), Value: value.Draw(t, "goal")})
		}
	}
	rules, err := dependency.List(cells, moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(make([]int32, cells), rules, opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

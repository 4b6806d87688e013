package main

import (
	"testing"

	"github.com/ply-search/ply/examples/havannah/havannah"
)

// TestCells has a name for each cell, in the shape of the board, and a stone where one was put.
func TestCells(t *testing.T) {
	g, err := havannah.New(5)
	if err != nil {
		t.Fatal(err)
	}
	c, err := g.Parse("e5")
	if err != nil {
		t.Fatal(err)
	}
	g.Play(c)
	rows := cells(g, 1)
	named := map[string]string{}
	for y, row := range rows {
		if want := 9 - max(4-y, y-4); len(row) != want {
			t.Errorf("row %d has %d cells, want %d", y, len(row), want)
		}
		for _, c := range row {
			named[c.Name] = c.Man
		}
	}
	for _, m := range g.Moves(nil) {
		if man, ok := named[string(g.AppendMove(nil, m))]; !ok || man != "" {
			t.Errorf("%s: %q, %t", g.AppendMove(nil, m), man, ok)
		}
	}
	if len(named) != g.Cells() || named["e5"] != "white" || rows[0][0].Name != "a1" {
		t.Errorf("%d cells, e5 has %q, the first is %+v", len(named), named["e5"], rows[0][0])
	}
}

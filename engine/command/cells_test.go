package command

import (
	"slices"
	"strings"
	"testing"
)

// TestPath reads the cells that moves name.
func TestPath(t *testing.T) {
	for _, c := range []struct{ names, text, path string }{
		{"a1 a2 b3", "a1", "a1"},
		{"a1 a2 b3", "a2xb3", "a2 b3"},
		{"a1 a2 b3", "a1-a2-b3", "a1 a2 b3"},
		{"e7 e8", "e7e8q", "e7 e8"},
		{"a1 a2 b3", "pass", ""},
		{"a1 a2 b3", "P@a1", ""},
		{"a1 a2 b3", "A1", ""},
		{"A1 A10 A19", "A10", "A10"},
		{"A1 A10 A19", "A1", "A1"},
		{"1 2 3", "3", "3"},
		{"♔1 ♔2", "♔2♔1", "♔2 ♔1"},
		{"", "a1", ""},
		{"a1", "", ""},
	} {
		var row []Cell
		for _, name := range strings.Fields(c.names) {
			row = append(row, Cell{Name: name}, Cell{})
		}
		if path := namesOf([][]Cell{row}).path(c.text); path == nil || !slices.Equal(path, strings.Fields(c.path)) {
			t.Errorf("%q among %s: %q, want %s", c.text, c.names, path, c.path)
		}
	}
}

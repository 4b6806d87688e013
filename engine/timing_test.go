package engine

import (
	"testing"
	"time"

	"github.com/ply-search/ply"
)

// ends returns the second at which a timer with a usual time of 100 seconds ends an analysis that reports each second.
func ends(t *testing.T, report func(second int) Analysis[string]) int {
	t.Helper()
	timer := timer[string]{allotment: allotment{usual: 100 * time.Second, most: 400 * time.Second, keeps: true}}
	for second := 1; second <= 1000; second++ {
		a := report(second)
		a.Elapsed = time.Duration(second) * time.Second
		if !timer.goesOn(a) {
			return second
		}
	}
	return 1000
}

// deepening is a report of a search that deepens each second, and tree one of a tree that makes ten simulations a second.
func deepening(depth int, move string, value float64) Analysis[string] {
	return Analysis[string]{Lines: []Line[string]{{Choice: ply.Choice[string]{Move: move, Value: value}, Depth: depth}}}
}

func tree(second, lead int) Analysis[string] {
	return Analysis[string]{
		Report: ply.Report{Nodes: 10 * second}, Lead: lead,
		Lines: []Line[string]{{Choice: ply.Choice[string]{Move: "a", Visits: 10 * second}, Depth: second}},
	}
}

func TestTimer(t *testing.T) {
	for name, c := range map[string]struct {
		report      func(second int) Analysis[string]
		least, most int
	}{
		"always the same": {func(s int) Analysis[string] { return deepening(s, "a", 1) }, 20, 20},
		"rising":          {func(s int) Analysis[string] { return deepening(s, "a", float64(s)) }, 20, 20},
		"a fall just before the end": {func(s int) Analysis[string] {
			return deepening(s, "a", -float64(s/19))
		}, 21, 30},
		"a change just before the end": {func(s int) Analysis[string] {
			return deepening(s, string(rune('a'+s/19)), 1)
		}, 23, 200},
		"ever another move": {func(s int) Analysis[string] { return deepening(s, string(rune('a'+s%2)), 1) }, 390, 400},
		"ever falling, with two reports of each depth": {func(s int) Analysis[string] {
			return deepening((s+1)/2, "a", -float64((s+1)/2))
		}, 130, 135},

		// Of 160 seconds, those left have as many simulations as twice the lead.
		"a tree with a tie":           {func(s int) Analysis[string] { return tree(s, 0) }, 160, 160},
		"a tree with a lead":          {func(s int) Analysis[string] { return tree(s, 200) }, 121, 121},
		"a tree with a growing lead":  {func(s int) Analysis[string] { return tree(s, 5*s) }, 81, 81},
		"a tree with one move to try": {func(s int) Analysis[string] { return tree(s, 1<<30) }, 1, 1},
	} {
		if end := ends(t, c.report); end < c.least || end > c.most {
			t.Errorf("%s: ends after %d seconds, want %d to %d", name, end, c.least, c.most)
		}
	}
}

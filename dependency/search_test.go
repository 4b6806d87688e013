package dependency_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/internal/testgames"
)

// conditions returns a list of conditions of cells and values in turn.
func conditions(cellsAndValues ...int32) []ply.Condition {
	var list []ply.Condition
	for i := 0; i < len(cellsAndValues); i += 2 {
		list = append(list, ply.Condition{Cell: cellsAndValues[i], Value: cellsAndValues[i+1]})
	}
	return list
}

// listed returns the game of some moves over cells that hold 0.
func listed(t testing.TB, cells int, opt dependency.GameOptions, moves ...ply.Footprint) *dependency.Game[int] {
	t.Helper()
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

// growing draws the moves of a game in which values only grow, which makes it monotone.
func growing(t *rapid.T) (cells int, moves []ply.Footprint) {
	cells = rapid.IntRange(1, 7).Draw(t, "cells")
	for range rapid.IntRange(1, 16).Draw(t, "moves") {
		var f ply.Footprint
		read := rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(cells-1)), 1, min(3, cells), rapid.ID[int32]).Draw(t, "cells read")
		for _, c := range read {
			before := rapid.Int32Range(0, 2).Draw(t, "before")
			after := rapid.Int32Range(before, 2).Draw(t, "after")
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: before})
			if after > before {
				f.Modifications = append(f.Modifications, ply.Condition{Cell: c, Value: after})
			}
		}
		if len(f.Modifications) > 0 {
			moves = append(moves, f)
		}
	}
	return cells, moves
}

// checkMany is rapid.Check for properties of games that are small: it looks at 20 at a time.
func checkMany(t *testing.T, property func(t *rapid.T)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		for range 20 {
			property(t)
		}
	})
}

// A pair is a move and the set of the moves that it needs, with itself.
type pair struct {
	move  int
	needs uint64
}

// pairs goes through all lines of a monotone game and returns the pairs of the moves played.
func pairs(g *dependency.Game[int]) map[pair]bool {
	found := make(map[pair]bool)
	seen := make(map[uint64]bool)          // sets of moves played
	made := make(map[ply.Condition]uint64) // by moves of the line: what these need
	var visit func(played uint64)
	visit = func(played uint64) {
		if seen[played] {
			return
		}
		seen[played] = true
		for _, m := range g.Moves(nil) {
			f := g.Footprint(m, ply.Footprint{})
			needs := uint64(1) << m
			for _, c := range f.Preconditions {
				needs |= made[c]
			}
			found[pair{m, needs}] = true
			g.Play(m)
			for _, c := range f.Modifications {
				made[c] = needs
			}
			visit(played | 1<<m)
			for _, c := range f.Modifications {
				delete(made, c)
			}
			g.Undo(m)
		}
	}
	visit(0)
	return found
}

func TestSearchFindsAllPairs(t *testing.T) {
	checkMany(t, func(t *rapid.T) {
		cells, moves := growing(t)
		rules, err := dependency.List(cells, moves)
		if err != nil {
			t.Fatal(err)
		}
		g, err := dependency.New(make([]int32, cells), rules, dependency.GameOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := pairs(g)
		r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
		if err != nil || r.Status != ply.Complete {
			t.Fatal(r.Status, err)
		}
		if r.Nodes != len(want)+1 || r.Graph.Len() != r.Nodes {
			t.Fatalf("%d nodes, want %d", r.Nodes, len(want)+1)
		}
		needs := make([]uint64, r.Nodes)
		for n := range r.Graph.Nodes() {
			if n.ID == 0 {
				continue
			}
			line := r.Graph.Line(n.ID)
			for _, m := range line {
				needs[n.ID] |= 1 << m
				if !slices.Contains(g.Moves(nil), m) {
					t.Fatalf("node %+v: line %v is illegal at %d", n, line, m)
				}
				g.Play(m)
			}
			for _, m := range slices.Backward(line) {
				g.Undo(m)
			}
			if p := (pair{n.Move, needs[n.ID]}); !want[p] || line[len(line)-1] != n.Move {
				t.Fatalf("node %+v has line %v", n, line)
			} else {
				delete(want, p) // so that none comes twice
			}
			together, level := uint64(1)<<n.Move, 1
			for _, p := range n.Parents {
				together |= needs[p]
				level = max(level, r.Graph.Node(p).Level)
				for _, q := range n.Parents {
					if p != q && needs[p]&^needs[q] == 0 {
						t.Fatalf("node %+v: parent %d needs parent %d", n, q, p)
					}
				}
			}
			if together != needs[n.ID] {
				t.Fatalf("node %+v: parents need %b, and all %b", n, together, needs[n.ID])
			}
			if len(n.Parents) > 1 {
				level++
			}
			if n.Level != level {
				t.Fatalf("node %+v: want level %d", n, level)
			}
		}
	})
}

// TestSearchFindsGoal compares the ways to solve a puzzle with an enumeration of all lines.
func TestSearchFindsGoal(t *testing.T) {
	checkMany(t, func(t *rapid.T) {
		cells, moves := growing(t)
		var goal []ply.Condition
		for _, c := range rapid.SliceOfNDistinct(rapid.Int32Range(0, int32(cells-1)), 1, min(3, cells), rapid.ID[int32]).Draw(t, "goal") {
			goal = append(goal, ply.Condition{Cell: c, Value: rapid.Int32Range(0, 2).Draw(t, "value")})
		}
		rules, err := dependency.List(cells, moves)
		if err != nil {
			t.Fatal(err)
		}
		g, err := dependency.New(make([]int32, cells), rules, dependency.GameOptions{Goal: goal})
		if err != nil {
			t.Fatal(err)
		}
		solvable := false
		seen := make(map[string]bool)
		var visit func()
		visit = func() {
			if seen[g.String()] {
				return
			}
			seen[g.String()] = true
			solvable = solvable || g.Solved()
			for _, m := range g.Moves(nil) {
				g.Play(m)
				visit()
				g.Undo(m)
			}
		}
		visit()
		for _, first := range []bool{false, true} {
			r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{StopAtSolution: first})
			if err != nil {
				t.Fatal(err)
			}
			if r.Found != solvable || (r.Solutions > 0) != solvable || (r.Status == ply.Solved) != (first && solvable) {
				t.Fatalf("%+v, solvable %v", r, solvable)
			}
			for _, m := range r.Line {
				if !slices.Contains(g.Moves(nil), m) {
					t.Fatalf("line %v is illegal at %d", r.Line, m)
				}
				g.Play(m)
			}
			if len(r.Path) != len(r.Line) {
				t.Fatalf("line %v has path %v", r.Line, r.Path)
			}
			for i, id := range r.Path {
				n := r.Graph.Node(id)
				for _, p := range n.Parents {
					if !slices.Contains(r.Path[:i], p) {
						t.Fatalf("path %v has %d without its parent %d", r.Path, id, p)
					}
				}
				if n.Move != r.Line[i] || n.ID == 0 {
					t.Fatalf("line %v has path %v", r.Line, r.Path)
				}
			}
			if r.Found && !g.Solved() {
				t.Fatalf("line %v leads to %v", r.Line, g)
			}
			for _, m := range slices.Backward(r.Line) {
				g.Undo(m)
			}
		}
	})
}

// TestThreeParents: a move needs one of two moves on each of three cells, of which the second choices on any
// two cells are in conflict.
func TestThreeParents(t *testing.T) {
	var moves []ply.Footprint
	for cell := range int32(3) {
		for choice := range int32(2) {
			f := ply.Footprint{Preconditions: conditions(cell, 0), Modifications: conditions(cell, 1)}
			if choice == 1 {
				f.Preconditions = append(f.Preconditions, ply.Condition{Cell: 3, Value: 0})
				f.Modifications = append(f.Modifications, ply.Condition{Cell: 3, Value: 1})
			}
			moves = append(moves, f)
		}
	}
	moves = append(moves, ply.Footprint{Preconditions: conditions(0, 1, 1, 1, 2, 1, 4, 0), Modifications: conditions(4, 1)})
	r, err := dependency.Search(t.Context(), listed(t, 5, dependency.GameOptions{}, moves...), ply.Limits{}, dependency.Options[int]{})
	if err != nil || r.Nodes != 1+6+4 || combinations(r.Graph) != 4 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// combinations counts the nodes that combine the moves of several.
func combinations(g *dependency.DAG[int]) (n int) {
	for node := range g.Nodes() {
		if len(node.Parents) > 1 {
			n++
		}
	}
	return n
}

// TestIndependentParts: the nodes of the parts of a game add up, where positions multiply.
func TestIndependentParts(t *testing.T) {
	const parts, length = 10, 9
	var moves []ply.Footprint
	for p := range int32(parts) {
		for v := range int32(length) {
			moves = append(moves, ply.Footprint{Preconditions: conditions(p, v), Modifications: conditions(p, v+1)})
		}
	}
	r, err := dependency.Search(t.Context(), listed(t, parts, dependency.GameOptions{}, moves...), ply.Limits{}, dependency.Options[int]{})
	if err != nil || r.Nodes != 1+parts*length || combinations(r.Graph) != 0 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// TestReaderFirst: where one move changes what others read, they can be played in one order only.
func TestReaderFirst(t *testing.T) {
	moves := []ply.Footprint{
		{Preconditions: conditions(0, 0, 1, 0), Modifications: conditions(1, 1)}, // reads cell 0
		{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)},       // changes it
		{Preconditions: conditions(0, 1, 1, 1, 2, 0), Modifications: conditions(2, 1)},
	}
	g := listed(t, 3, dependency.GameOptions{Goal: conditions(2, 1)}, moves...)
	r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
	if err != nil || !slices.Equal(r.Line, []int{0, 1, 2}) {
		t.Errorf("%+v, error %v", r, err)
	}

	// Each of three moves changes the cell that the next reads, so two of them go together but not all.
	ring := []ply.Footprint{
		{Preconditions: conditions(0, 0, 1, 0), Modifications: conditions(0, 1)},
		{Preconditions: conditions(1, 0, 2, 0), Modifications: conditions(1, 1)},
		{Preconditions: conditions(2, 0, 0, 0), Modifications: conditions(2, 1)},
	}
	for cells, solvable := range map[int32]bool{2: true, 3: false} {
		var goal []ply.Condition
		for c := range cells {
			goal = append(goal, ply.Condition{Cell: c, Value: 1})
		}
		r, err := dependency.Search(t.Context(), listed(t, 3, dependency.GameOptions{Goal: goal}, ring...), ply.Limits{}, dependency.Options[int]{})
		if err != nil || r.Found != solvable {
			t.Errorf("%d cells: %+v, error %v", cells, r, err)
		}
	}
}

// rivals is a game that says itself which moves exclude one another: all.
type rivals struct{ *dependency.Game[int] }

func (rivals) Conflict(a, b int) bool { return true }

func TestConflictReplaced(t *testing.T) {
	moves := []ply.Footprint{
		{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)},
		{Preconditions: conditions(1, 0), Modifications: conditions(1, 1)},
		{Preconditions: conditions(0, 1, 1, 1, 2, 0), Modifications: conditions(2, 1)},
	}
	g := listed(t, 3, dependency.GameOptions{}, moves...)
	all, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
	if err != nil || all.Nodes != 4 {
		t.Errorf("%+v, error %v", all, err)
	}
	apart, err := dependency.Search(t.Context(), rivals{g}, ply.Limits{}, dependency.Options[int]{})
	if err != nil || apart.Nodes != 3 {
		t.Errorf("with conflicts: %+v, error %v", apart, err)
	}
}

// doubter is a game that accepts no line with move 0.
type doubter struct{ *dependency.Game[int] }

func (doubter) Refuted(line []int) bool { return slices.Contains(line, 0) }

func TestRefuted(t *testing.T) {
	moves := []ply.Footprint{
		{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)},
		{Preconditions: conditions(0, 0), Modifications: conditions(0, 2)},
		{Preconditions: conditions(0, 1, 1, 0), Modifications: conditions(1, 1)},
		{Preconditions: conditions(0, 2, 1, 0), Modifications: conditions(1, 1)},
	}
	g := listed(t, 2, dependency.GameOptions{Goal: conditions(1, 1)}, moves...)
	r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
	if err != nil || r.Solutions != 2 || r.Refuted != 0 {
		t.Errorf("%+v, error %v", r, err)
	}
	r, err = dependency.Search(t.Context(), doubter{g}, ply.Limits{}, dependency.Options[int]{StopAtSolution: true})
	if err != nil || r.Solutions != 1 || r.Refuted > 1 || !slices.Equal(r.Line, []int{1, 3}) {
		t.Errorf("with doubts: %+v, error %v", r, err)
	}
}

func TestNotMonotone(t *testing.T) {
	g := listed(t, 1, dependency.GameOptions{},
		ply.Footprint{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)},
		ply.Footprint{Preconditions: conditions(0, 1), Modifications: conditions(0, 0)})
	const want = "after [0], move 1 makes cell 0 hold 0 again"
	r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
	if !errors.Is(err, dependency.ErrNotMonotone) || !strings.Contains(err.Error(), want) || r.Status != ply.Failed {
		t.Errorf("%v, error %v", r.Status, err)
	}
}

// tower is a game with many nodes: every move needs one of two that set each of two cells a step lower.
func tower(t testing.TB, height int) *dependency.Game[int] {
	var moves []ply.Footprint
	for h := range int32(height) {
		for choice := range int32(2) {
			for below := range int32(3) {
				f := ply.Footprint{Preconditions: conditions(h+1, 0), Modifications: conditions(h+1, choice+1)}
				if h > 0 {
					f.Preconditions = append(f.Preconditions, ply.Condition{Cell: h, Value: below})
				}
				if h > 0 == (below > 0) {
					moves = append(moves, f)
				}
			}
		}
	}
	return listed(t, height+1, dependency.GameOptions{}, moves...)
}

func TestSearchBudgets(t *testing.T) {
	g := tower(t, 40)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, test := range []struct {
		ctx    context.Context
		limits ply.Limits
		status ply.Status
	}{
		{t.Context(), ply.Limits{Nodes: 1000}, ply.OutOfNodes},
		{t.Context(), ply.Limits{Time: 10 * time.Millisecond}, ply.OutOfTime},
		{cancelled, ply.Limits{}, ply.Cancelled},
		{late, ply.Limits{}, ply.OutOfTime},
	} {
		r, err := dependency.Search(test.ctx, g, test.limits, dependency.Options[int]{})
		if err != nil || r.Status != test.status || test.limits.Nodes > 0 && r.Nodes != test.limits.Nodes {
			t.Errorf("%+v: %d nodes, %v, error %v, want %v", test.limits, r.Nodes, r.Status, err, test.status)
		}
	}
	var reports []dependency.Result[int]
	opt := dependency.Options[int]{Progress: func(p dependency.Result[int]) { reports = append(reports, p) }}
	limits := ply.Limits{Nodes: 20000}
	r, err := dependency.Search(stop.ReportEach(t.Context(), 1), g, limits, opt)
	if err != nil || len(reports) < 2 || reports[len(reports)-1].Nodes != r.Nodes {
		t.Errorf("%d reports, error %v", len(reports), err)
	}
}

// outside is a game whose footprints name cells that there are not.
type outside struct{ *dependency.Game[int] }

func (outside) Footprint(m int, dst ply.Footprint) ply.Footprint {
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: 99})
	return dst
}

// astray is a game whose goal names a cell that there is not.
type astray struct{ *dependency.Game[int] }

func (astray) Goal() []ply.Condition { return conditions(9, 1) }

func TestSearchRefuses(t *testing.T) {
	g := tower(t, 2)
	for want, test := range map[string]struct {
		limits ply.Limits
		opt    dependency.Options[int]
	}{
		"dependency: Limits.Nodes is -1":  {limits: ply.Limits{Nodes: -1}},
		"dependency: Limits.Time is -1ns": {limits: ply.Limits{Time: -1}},
		"dependency: option Memory is -1": {opt: dependency.Options[int]{Memory: -1}},
	} {
		if _, err := dependency.Search(t.Context(), g, test.limits, test.opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	var broken outside
	broken.Game = g
	if _, err := dependency.Search(t.Context(), broken, ply.Limits{}, dependency.Options[int]{}); err == nil || !strings.Contains(err.Error(), ": precondition {99 0}") {
		t.Errorf("error %v", err)
	}
	if _, err := dependency.Search(t.Context(), astray{g}, ply.Limits{}, dependency.Options[int]{}); err == nil || !strings.Contains(err.Error(), "goal: precondition {9 ") {
		t.Errorf("error %v", err)
	}
	generated, err := dependency.New(make([]int32, 3), ladders{4}, dependency.GameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// Climbers push one another up: a move needs one for each rung, and the next climber.
	if r, err := dependency.Search(t.Context(), generated, ply.Limits{}, dependency.Options[int]{}); err != nil || r.Nodes < 12 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// givesBack reports whether a line from the present position gives a cell a value that it has had before.
func givesBack(g *dependency.Game[int], line []int) bool {
	had, back := map[ply.Condition]bool{}, false
	note := func(before []int32) (now []int32) {
		for i := range g.Cells() {
			c := ply.Condition{Cell: int32(i), Value: g.Cell(i)}
			back = back || had[c] && before[i] != c.Value
			had[c] = true
			now = append(now, c.Value)
		}
		return now
	}
	now := note(make([]int32, g.Cells()))
	for _, m := range line {
		g.Play(m)
		now = note(now)
	}
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return back
}

// TestMonotony: a search fails exactly if some line gives a cell a value back.
func TestMonotony(t *testing.T) {
	broken, kept := 0, 0
	checkMany(t, func(t *rapid.T) {
		g := testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))
		var line []int
		seen := make(map[string]bool)
		var gives func(had string) bool
		gives = func(had string) bool {
			if givesBack(start(g, line), line) {
				return true
			}
			key := g.String() + had
			if seen[key] {
				return false
			}
			seen[key] = true
			for _, m := range g.Moves(nil) {
				g.Play(m)
				line = append(line, m)
				found := gives(values(g, line))
				line = line[:len(line)-1]
				g.Undo(m)
				if found {
					return true
				}
			}
			return false
		}
		want := gives("")
		_, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{})
		behind := len(g.Goal()) > 0 && err == nil // the line that gives a value back may lead to no solution
		if errors.Is(err, dependency.ErrNotMonotone) != want && !behind || err != nil && !want {
			t.Fatalf("error %v, want one: %v", err, want)
		}
		if want {
			broken++
		} else {
			kept++
		}
	})
	if broken == 0 || kept == 0 {
		t.Errorf("%d games are not monotone, %d are", broken, kept)
	}
}

// start returns the position that a line led from.
func start(g *dependency.Game[int], line []int) *dependency.Game[int] {
	g = g.Clone()
	for _, m := range slices.Backward(line) {
		g.Undo(m)
	}
	return g
}

// values returns which values cells have had on a line.
func values(g *dependency.Game[int], line []int) string {
	g = start(g, line)
	had := make([]int, g.Cells())
	for i := -1; i < len(line); i++ {
		if i >= 0 {
			g.Play(line[i])
		}
		for cell := range had {
			had[cell] |= 1 << g.Cell(cell)
		}
	}
	return fmt.Sprint(had)
}

// Options without effect are refused.
func TestOptionsWithoutEffect(t *testing.T) {
	free := listed(t, 1, dependency.GameOptions{}, ply.Footprint{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)})
	if _, err := dependency.Search(t.Context(), free, ply.Limits{}, dependency.Options[int]{StopAtSolution: true}); err == nil || !strings.Contains(err.Error(), "no goal") {
		t.Errorf("StopAtSolution without a goal: error %v", err)
	}
}

package dependency_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/testgames"
	"github.com/ply-search/ply/search"
)

// Six counters are raised from 0 to 3, one at a time. It does not matter in which order.
func ExampleGame_Stubborn() {
	const counters, top = 6, 3
	var goal []ply.Condition
	var moves []ply.Footprint
	for c := range int32(counters) {
		goal = append(goal, ply.Condition{Cell: c, Value: top})
		for v := range int32(top) {
			moves = append(moves, ply.Footprint{
				Preconditions: []ply.Condition{{Cell: c, Value: v}},
				Modifications: []ply.Condition{{Cell: c, Value: v + 1}},
			})
		}
	}
	rules, err := dependency.List(counters, moves)
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := dependency.New(make([]int32, counters), rules, dependency.GameOptions{Goal: goal, Acyclic: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	pruned, err := game.Stubborn()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range []*dependency.Game[int]{game, pruned} {
		result, err := search.BreadthFirst(context.Background(), search.Graph(g, nil), ply.Limits{}, search.Options[int]{})
		fmt.Println(result.Nodes, "positions,", len(result.Line), "moves to the solution", err)
	}
	// Output:
	// 4096 positions, 18 moves to the solution <nil>
	// 19 positions, 18 moves to the solution <nil>
}

// A pruned game has the capabilities that its moves obey, and hides the others.
type pruned struct{ game *dependency.Game[int] }

func (p pruned) Moves(dst []int) []int                 { return p.game.Moves(dst) }
func (p pruned) Play(m int)                            { p.game.Play(m) }
func (p pruned) Undo(m int)                            { p.game.Undo(m) }
func (p pruned) Solved() bool                          { return p.game.Solved() }
func (p pruned) Hash() uint64                          { return p.game.Hash() }
func (p pruned) HashAfter(m int) uint64                { return p.game.HashAfter(m) }
func (p pruned) Acyclic() bool                         { return p.game.Acyclic() }
func (p pruned) AppendBinary(b []byte) ([]byte, error) { return p.game.AppendBinary(b) }
func (p pruned) Clone() pruned                         { return pruned{p.game.Clone()} }
func (p pruned) String() string                        { return p.game.String() }

func TestStubborn(t *testing.T) {
	left := 0
	checkMany(t, func(t *rapid.T) {
		g := testgames.Operators(t, rapid.Bool().Draw(t, "acyclic"))
		p, err := g.Stubborn()
		if len(g.Goal()) == 0 {
			if err == nil {
				t.Fatal("no error without a goal")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		all, shortest := explore(g)
		few, found := explore(p)
		if found != shortest || few > all {
			t.Fatalf("%d positions, %d moves to a solution, want at most %d and %d", few, found, all, shortest)
		}
		left += all - few
	})
	if left < 100 {
		t.Errorf("only %d positions left out", left)
	}
}

// trucks is a game in which each parcel has a separate truck, which brings it from one place to another.
func trucks(t testing.TB, n int32) *dependency.Game[int] {
	const at, loaded, there = 0, 1, 2 // a parcel
	var start []int32
	var goal []ply.Condition
	var moves []ply.Footprint
	for i := range n {
		truck, parcel := 2*i, 2*i+1
		start = append(start, 0, at)
		goal = append(goal, ply.Condition{Cell: parcel, Value: there})
		move := func(read ply.Condition, cell, from, to int32) {
			f := ply.Footprint{
				Preconditions: []ply.Condition{{Cell: cell, Value: from}},
				Modifications: []ply.Condition{{Cell: cell, Value: to}},
			}
			if read.Cell != cell {
				f.Preconditions = append(f.Preconditions, read)
			}
			moves = append(moves, f)
		}
		move(ply.Condition{Cell: truck}, truck, 0, 1)
		move(ply.Condition{Cell: truck}, truck, 1, 0)
		move(ply.Condition{Cell: truck, Value: 0}, parcel, at, loaded)
		move(ply.Condition{Cell: truck, Value: 1}, parcel, loaded, there)
	}
	rules, err := dependency.List(len(start), moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(start, rules, dependency.GameOptions{Goal: goal})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestStubbornTrucks(t *testing.T) {
	all, shortest := explore(trucks(t, 4))
	p, err := trucks(t, 4).Stubborn()
	if err != nil {
		t.Fatal(err)
	}
	few, found := explore(p)
	// All combinations but the one in which the parcels are there and the trucks are not.
	if all != 6*6*6*6-1 || shortest != 12 || found != 12 || few > 50 {
		t.Errorf("%d of %d positions, %d of %d moves", few, all, found, shortest)
	}
	parts := p.Parts()
	if len(parts) != 4 {
		t.Fatalf("%d parts", len(parts))
	}
	if n, _ := explore(parts[0]); n != 5 {
		t.Errorf("a part has %d positions: want all, 5", n)
	}
	if long.Enabled { // the laws take seconds to compile
		gametest.Check(t, func() pruned { return pruned{p.Clone()} })
	}
	dst := p.Moves(nil)
	line := slices.Clone(dst)
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range line {
			p.Play(m)
			dst = p.Moves(dst[:0])
			p.Undo(m)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A move that reads a cell which must change first must not come before all others: here, raising cell 0 while cell 1
// holds 0 would preclude the move that needs cell 0 unchanged and cell 1 changed.
func TestStubbornReads(t *testing.T) {
	when := func(conditions ...ply.Condition) []ply.Condition { return conditions }
	is := func(cell, value int32) ply.Condition { return ply.Condition{Cell: cell, Value: value} }
	rules, err := dependency.List(3, []ply.Footprint{
		{Preconditions: when(is(0, 0), is(1, 0)), Modifications: when(is(0, 1))},
		{Preconditions: when(is(1, 0)), Modifications: when(is(1, 1))},
		{Preconditions: when(is(1, 1), is(0, 0), is(2, 0)), Modifications: when(is(2, 1))},
		{Preconditions: when(is(1, 1)), Modifications: when(is(1, 0))},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, goal := range [][]ply.Condition{when(is(0, 1), is(2, 1)), when(is(2, 1), is(0, 1))} {
		g, err := dependency.New([]int32{0, 0, 0}, rules, dependency.GameOptions{Goal: goal})
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Stubborn()
		if err != nil {
			t.Fatal(err)
		}
		if _, moves := explore(p); moves != 4 {
			t.Errorf("goal %v: %d moves, want 4", goal, moves)
		}
	}
}

func TestStubbornErrors(t *testing.T) {
	g, err := dependency.New([]int32{1, 0}, Frogs{}, dependency.GameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Stubborn(); err == nil || !strings.Contains(err.Error(), "need a goal") {
		t.Errorf("error %v without a goal", err)
	}
}

func BenchmarkStubbornMoves(b *testing.B) {
	p, err := trucks(b, 20).Stubborn()
	if err != nil {
		b.Fatal(err)
	}
	var moves []int
	for b.Loop() {
		moves = p.Moves(moves[:0])
	}
}

package dependency_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/stop"
)

// A randomNet is a game of random moves that raise cells, with what brute force finds out about it.
type randomNet struct {
	game     *dependency.Game[int]
	moves    []ply.Footprint
	start    []int32
	solvable bool
}

func newRandomNet(t testing.TB, random *rand.Rand) *randomNet {
	cells, values := 1+random.IntN(6), 2+random.IntN(3)
	n := &randomNet{start: make([]int32, cells)}
	for range 1 + random.IntN(12) {
		var f ply.Footprint
		for c := range int32(cells) {
			switch random.IntN(4) {
			case 0: // is read
				f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: random.Int32N(int32(values))})
			case 1: // is raised
				v := random.Int32N(int32(values - 1))
				f.Preconditions = append(f.Preconditions, ply.Condition{Cell: c, Value: v})
				f.Modifications = append(f.Modifications, ply.Condition{Cell: c, Value: v + 1 + random.Int32N(int32(values)-v-1)})
			}
		}
		if len(f.Modifications) > 0 {
			n.moves = append(n.moves, f)
		}
	}
	var goal []ply.Condition
	for c := range int32(cells) {
		if random.IntN(3) == 0 || c == 0 {
			goal = append(goal, ply.Condition{Cell: c, Value: random.Int32N(int32(values))})
		}
	}
	n.game = listed(t, cells, dependency.GameOptions{Goal: goal, Acyclic: true}, n.moves...)
	n.explore(slices.Clone(n.start), goal, make(map[string]bool))
	return n
}

func allHold(cells []int32, conditions []ply.Condition) bool {
	return !slices.ContainsFunc(conditions, func(c ply.Condition) bool { return cells[c.Cell] != c.Value })
}

func (n *randomNet) explore(cells []int32, goal []ply.Condition, seen map[string]bool) {
	key := fmt.Sprint(cells)
	if seen[key] {
		return
	}
	seen[key] = true
	if allHold(cells, goal) {
		n.solvable = true
		return
	}
	for _, f := range n.moves {
		if allHold(cells, f.Preconditions) {
			next := slices.Clone(cells)
			for _, c := range f.Modifications {
				next[c.Cell] = c.Value
			}
			n.explore(next, goal, seen)
		}
	}
}

// Whether a random game can be solved is found out as by brute force, and with any bound the search either does so
// or says that it was cut short.
func TestSearchOfRandomNets(t *testing.T) {
	found := 0
	for seed := range uint64(long.Or(30_000, 1500)) {
		random := rand.New(rand.NewPCG(seed, 6))
		n := newRandomNet(t, random)
		for _, test := range []struct {
			limits ply.Limits
			opt    dependency.Options[int]
		}{
			{limits: ply.Limits{Nodes: 5000}},
			{ply.Limits{Nodes: math.MaxInt, Time: math.MaxInt64}, dependency.Options[int]{StopAtSolution: true, Memory: math.MaxInt}},
			{limits: ply.Limits{Nodes: 1 + random.IntN(10)}},
			{opt: dependency.Options[int]{Memory: 1 + random.Int64N(10_000)}},
		} {
			r, err := dependency.Search(t.Context(), n.game, test.limits, test.opt)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err) // cells are only raised
			}
			switch {
			case !r.Status.Conclusive() && r.Status != ply.OutOfNodes && r.Status != ply.OutOfMemory,
				r.Status.Conclusive() && r.Found != n.solvable, r.Found && !n.solvable,
				test.limits.Nodes > 0 && r.Nodes > test.limits.Nodes, (r.Status == ply.Solved) != (test.opt.StopAtSolution && r.Found):
				t.Fatalf("seed %d, %+v: %v, %d nodes, found %v, can be solved %v", seed, test, r.Status, r.Nodes, r.Found, n.solvable)
			}
			if !r.Found {
				continue
			}
			found++
			for _, m := range r.Line {
				if !slices.Contains(n.game.Moves(nil), m) {
					t.Fatalf("seed %d: line %v is illegal", seed, r.Line)
				}
				n.game.Play(m)
			}
			if !n.game.Solved() {
				t.Fatalf("seed %d: line %v solves nothing", seed, r.Line)
			}
			for _, m := range slices.Backward(r.Line) {
				n.game.Undo(m)
			}
		}
	}
	if found < 100 {
		t.Errorf("%d solutions", found)
	}
}

// A chain is a game of n moves each of which needs the one before.
func chain(t testing.TB, n int32) *dependency.Game[int] {
	var moves []ply.Footprint
	for i := range n {
		f := ply.Footprint{Preconditions: conditions(i, 0), Modifications: conditions(i, 1)}
		if i > 0 {
			f.Preconditions = append(f.Preconditions, ply.Condition{Cell: i - 1, Value: 1})
		}
		moves = append(moves, f)
	}
	return listed(t, int(n), dependency.GameOptions{Goal: conditions(n-1, 1)}, moves...)
}

// A search of a long line ends near its limit on memory.
func TestMaxMemory(t *testing.T) {
	const bound = 4 << 20
	g := chain(t, long.Or[int32](1_000_000, 20_000))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := dependency.Search(t.Context(), g, ply.Limits{}, dependency.Options[int]{Memory: bound})
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil || r.Status != ply.OutOfMemory || r.Found || r.Nodes < 1000 {
		t.Errorf("%v, %d nodes, error %v", r.Status, r.Nodes, err)
	}
	if taken := int(after.HeapAlloc - before.HeapAlloc); taken > 2*bound {
		t.Errorf("%d bytes taken, the bound is %d", taken, bound)
	}
	runtime.KeepAlive(r)
	r, err = dependency.Search(t.Context(), chain(t, 2000), ply.Limits{}, dependency.Options[int]{})
	if err != nil || r.Status != ply.Complete || len(r.Line) != 2000 || len(r.Graph.Line(2000)) != 2000 {
		t.Errorf("%v, %d moves, error %v", r.Status, len(r.Line), err)
	}
}

// A long game for two is a line of moves in turn, the last of which wins.
type longDuel struct{ at, length int }

func (d *longDuel) Moves(dst []int) []int {
	if d.at < d.length {
		dst = append(dst, 0)
	}
	return dst
}

func (d *longDuel) Play(int)         { d.at++ }
func (d *longDuel) Undo(int)         { d.at-- }
func (d *longDuel) ToMove() int      { return d.at % 2 }
func (d *longDuel) Outcome() int     { return -1 }
func (d *longDuel) Cells() int       { return 1 }
func (d *longDuel) Cell(i int) int32 { return int32(d.at) }
func (d *longDuel) Footprint(_ int, dst ply.Footprint) ply.Footprint {
	return ply.Footprint{Preconditions: append(dst.Preconditions, ply.Condition{Cell: 0}), Modifications: append(dst.Modifications, ply.Condition{Cell: 0, Value: 1})}
}

func TestLongTrace(t *testing.T) {
	g := &longDuel{length: long.Or(5_000_001, 120_001)}
	trace, wins, err := dependency.TraceOfWin(t.Context(), g, 0, math.MaxInt)
	if err != nil || !wins || trace.Len() != 1 || g.at != 0 {
		t.Errorf("%v, %v, error %v", trace.Len(), wins, err)
	}
	for _, test := range []struct{ side, depth int }{{2, 1}, {-1, 1}, {0, -1}} {
		if _, _, err := dependency.TraceOfWin(t.Context(), g, test.side, test.depth); err == nil {
			t.Errorf("%+v: no error", test)
		}
	}
}

// A fuse makes a game call a function in each of its methods.
type fuse func()

type fusedNet struct {
	*dependency.Game[int]
	fuse
}

func (f fusedNet) Moves(dst []int) []int { f.fuse(); return f.Game.Moves(dst) }
func (f fusedNet) Cell(i int) int32      { f.fuse(); return f.Game.Cell(i) }
func (f fusedNet) Conflict(a, b int) bool {
	f.fuse()
	g, h := f.Game.Footprint(a, ply.Footprint{}), f.Game.Footprint(b, ply.Footprint{})
	return slices.ContainsFunc(g.Modifications, func(c ply.Condition) bool {
		return slices.ContainsFunc(h.Modifications, func(d ply.Condition) bool { return c.Cell == d.Cell })
	})
}
func (f fusedNet) Refuted([]int) bool { f.fuse(); return false }
func (f fusedNet) Footprint(m int, dst ply.Footprint) ply.Footprint {
	f.fuse()
	return f.Game.Footprint(m, dst)
}
func (f fusedNet) Needing(c ply.Condition, dst []int) []int {
	f.fuse()
	return f.Game.Needing(c, dst)
}

// fused are all searches, on games that call f.
func fused(t testing.TB, f func()) map[string]guardtest.Search {
	var fuseOf fuse = f
	return map[string]guardtest.Search{
		"Search": func(ctx context.Context, progress func()) error {
			opt := dependency.Options[int]{}
			limits := ply.Limits{Nodes: 3000}
			if progress != nil {
				limits.Nodes, opt.Progress = 0, func(dependency.Result[int]) { progress() }
			}
			r, err := dependency.Search(stop.ReportEach(ctx, 1), fusedNet{tower(t, 40), fuseOf}, limits, opt)
			if err != nil && r.Status != ply.Failed {
				t.Errorf("Search: %v, error %v", r.Status, err)
			}
			return err
		},
		"TraceOfWin": func(ctx context.Context, progress func()) error {
			if progress != nil {
				progress() // it has none
				return nil
			}
			_, _, err := dependency.TraceOfWin(ctx, fusedDuel{&longDuel{length: 3000}, fuseOf}, 0, 5000)
			return err
		},
	}
}

type fusedDuel struct {
	*longDuel
	fuse
}

func (f fusedDuel) Play(m int)            { f.fuse(); f.longDuel.Play(m) }
func (f fusedDuel) Undo(m int)            { f.fuse(); f.longDuel.Undo(m) }
func (f fusedDuel) Moves(dst []int) []int { f.fuse(); return f.longDuel.Moves(dst) }

func TestPanics(t *testing.T) {
	guardtest.CheckPanics(t, long.Or(400, 30), func(f func()) map[string]guardtest.Search { return fused(t, f) })
}

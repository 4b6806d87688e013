package dependency_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/transposition"
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
	n.game = listed(t, cells, dependency.Options{Goal: goal, Acyclic: true}, n.moves...)
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
		for _, opt := range []dependency.SearchOptions{
			{MaxNodes: 5000}, {StopAtSolution: true, MaxNodes: math.MaxInt, MaxMemory: math.MaxInt, MaxTime: math.MaxInt64},
			{MaxNodes: 1 + random.IntN(10)}, {MaxMemory: 1 + random.IntN(10_000)},
		} {
			r, err := dependency.Search(t.Context(), n.game, opt)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err) // cells are only raised
			}
			switch {
			case !r.Status.Conclusive() && r.Status != ply.OutOfNodes && r.Status != ply.OutOfMemory,
				r.Status.Conclusive() && r.Found != n.solvable, r.Found && !n.solvable,
				opt.MaxNodes > 0 && r.Nodes > opt.MaxNodes, (r.Status == ply.Solved) != (opt.StopAtSolution && r.Found):
				t.Fatalf("seed %d, %+v: %v, %d nodes, found %v, can be solved %v", seed, opt, r.Status, r.Nodes, r.Found, n.solvable)
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

// Switches are sub-games that count their moves. A move throws some of the switches that all share, and whether there is
// a next move depends on how some of them are set.
type switches struct {
	at      []int8
	lengths []int8
	set     []int8
	salt    uint64
	keys    transposition.Zobrist
	hash    uint64
	acyclic bool
}

type throw struct{ subgame, from int8 }

func newSwitches(random *rand.Rand) *switches {
	s := &switches{salt: random.Uint64(), set: make([]int8, 1+random.IntN(4)), acyclic: true}
	for range 1 + random.IntN(4) {
		s.lengths = append(s.lengths, int8(random.IntN(5)))
	}
	s.at = make([]int8, len(s.lengths))
	return s
}

// drawn is a number of some switches, less of them than of all, which the arguments tell.
func (s *switches) drawn(what, subgame int, at int8, dst []int32) []int32 {
	for i := range s.set {
		if transposition.Mix(s.salt^uint64(what)<<40^uint64(subgame)<<32^uint64(at)<<16^uint64(i))%4 == 0 {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

func (s *switches) Subgames() int    { return len(s.at) }
func (s *switches) Cells() int       { return len(s.set) }
func (s *switches) Cell(i int) int32 { return int32(s.set[i]) }
func (s *switches) Hash() uint64     { return s.hash }
func (s *switches) Acyclic() bool    { return s.acyclic }
func (s *switches) String() string   { return fmt.Sprint(s.at, s.set) }
func (s *switches) Solved() bool     { return slices.Equal(s.at, s.lengths) }

func (s *switches) Next(x int) (throw, bool) {
	at := s.at[x]
	if at == s.lengths[x] {
		return throw{}, false
	}
	fate := s.salt ^ uint64(x)<<32 ^ uint64(at)
	for _, i := range s.Watched(x, nil) {
		fate = transposition.Mix(fate ^ uint64(i)<<32 ^ uint64(s.set[i]))
	}
	return throw{int8(x), at}, transposition.Mix(fate)%4 > 0
}

func (s *switches) Watched(x int, dst []int32) []int32 { return s.drawn(1, x, s.at[x], dst) }

func (s *switches) Changed(m throw, dst []int32) []int32 {
	return s.drawn(2, int(m.subgame), m.from, dst)
}

func (s *switches) HashChange(m throw) uint64 {
	x := int(m.subgame)
	hash := s.keys.Key(x, int(m.from)) ^ s.keys.Key(x, int(m.from)+1)
	for _, i := range s.Changed(m, nil) {
		hash ^= s.keys.Key(100+int(i), 1)
	}
	return hash
}

func (s *switches) Moves(dst []throw) []throw {
	for x := range s.at {
		if m, ok := s.Next(x); ok {
			dst = append(dst, m)
		}
	}
	return dst
}

func (s *switches) throw(m throw, by int8) {
	s.at[m.subgame] += by
	for _, i := range s.Changed(m, nil) {
		s.set[i] ^= 1
	}
	s.hash ^= s.HashChange(m)
}

func (s *switches) Play(m throw) { s.throw(m, 1) }
func (s *switches) Undo(m throw) { s.throw(m, -1) }

// The blocks of random games hold exactly the positions that can be reached, whatever is remembered and left out.
func TestBlocksOfRandomSwitches(t *testing.T) {
	sets := make(map[int]*transposition.BoundedSet)
	for _, entries := range []int{1, 2, 8, 64} {
		sets[entries], _ = transposition.NewBoundedSet(entries)
	}
	sizes := make(map[string]int)
	for seed := range uint64(long.Or(10_000, 100)) {
		g := newSwitches(rand.New(rand.NewPCG(seed, 1)))
		if err := dependency.CheckSequential(g); err != nil {
			t.Fatal(err)
		}
		want, solutions := make(map[string]bool), 0
		var visit func()
		visit = func() {
			if want[g.String()] {
				return
			}
			want[g.String()] = true
			moves := g.Moves(nil)
			if len(moves) == 0 && g.Solved() {
				solutions++
			}
			for _, m := range moves {
				g.Play(m)
				visit()
				g.Undo(m)
			}
		}
		visit()
		start := g.String()
		for i := range 16 {
			opt := dependency.BlockOptions{Incremental: i%2 == 1, RootsOnly: i/2%2 == 1}
			name := fmt.Sprintf("%+v", opt)
			switch entries := []int{0, 1, 2, 8, 64}[i/4+min(i%3, 1)]; {
			case i < 2:
				if len(g.at) > 3 {
					continue // too many lines of play
				}
				opt.RootsOnly = false
			case i < 4:
				opt.Memory = new(transposition.HashSet)
			default:
				sets[entries].Reset()
				opt.Memory = sets[entries]
			}
			got, size := make(map[string]bool), 0
			for b, err := range dependency.Blocks(t.Context(), g, opt) {
				if err != nil {
					t.Fatal(err)
				}
				for range b.Positions() {
					got[g.String()] = true
					size++
				}
			}
			for p := range got {
				if !want[p] {
					t.Fatalf("seed %d, %s: %s cannot be reached", seed, name, p)
				}
			}
			if len(got) != len(want) || g.String() != start {
				t.Fatalf("seed %d, %s: %d positions of %d, the game at %v", seed, name, len(got), len(want), g)
			}
			sizes[name] += size
			if b, ok := opt.Memory.(*transposition.BoundedSet); ok {
				b.Reset()
			} else if opt.Memory != nil {
				opt.Memory = new(transposition.HashSet)
			}
			r, err := dependency.BlockSearch(t.Context(), g, opt)
			if err != nil || r.Status != ply.Complete || r.Positions != size || r.Found != (solutions > 0) {
				t.Fatalf("seed %d, %s: %+v, error %v, want %d positions, %d solutions", seed, name, r, err, size, solutions)
			}
		}
		g.acyclic = false
		if _, err := dependency.BlockSearch(t.Context(), g, dependency.BlockOptions{}); !errors.Is(err, dependency.ErrCyclic) {
			t.Fatalf("a game with cycles: error %v", err)
		}
	}
	t.Log(sizes)
}

// A memory that knows something is refused, since it would leave out what it knows, as are options without effect.
func TestBlockSearchRefusesMemory(t *testing.T) {
	g := newLocks(3, 4, 0.2, 1)
	used := new(transposition.HashSet)
	used.Visit(1)
	bounded, _ := transposition.NewBoundedSet(1 << 16)
	if r, err := dependency.BlockSearch(t.Context(), g, dependency.BlockOptions{Memory: bounded}); err != nil || r.Blocks == 0 {
		t.Fatal(r, err)
	}
	for want, opt := range map[string]dependency.BlockOptions{
		"Memory holds 1 positions":          {Memory: used},
		"Memory knows the present position": {Memory: bounded},
		"RootsOnly is set without a Memory": {RootsOnly: true},
	} {
		if _, err := dependency.BlockSearch(t.Context(), g, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	free := listed(t, 1, dependency.Options{}, ply.Footprint{Preconditions: conditions(0, 0), Modifications: conditions(0, 1)})
	if _, err := dependency.Search(t.Context(), free, dependency.SearchOptions{StopAtSolution: true}); err == nil || !strings.Contains(err.Error(), "no goal") {
		t.Errorf("StopAtSolution without a goal: error %v", err)
	}
	if _, err := dependency.Search(t.Context(), free, dependency.SearchOptions{MaxMemory: -1}); err == nil || !strings.Contains(err.Error(), "MaxMemory is -1") {
		t.Errorf("error %v", err)
	}
}

// A queue is a game of counters, each of which waits for all before it, so that its only line is long.
type queue struct {
	at, length int
	counters   int
	calls      func()
}

func (q *queue) Subgames() int { return q.counters }

func (q *queue) Next(x int) (int32, bool) {
	if q.calls != nil {
		q.calls()
	}
	return int32(q.at), q.at < q.length && q.at%q.counters == x
}

// Each counter changes what the next one watches.
func (q *queue) Watched(x int, dst []int32) []int32 {
	return append(dst, int32((x+q.counters-1)%q.counters))
}
func (q *queue) Changed(m int32, dst []int32) []int32 { return append(dst, m%int32(q.counters)) }
func (q *queue) HashChange(m int32) uint64            { return q.key(int(m)) ^ q.key(int(m)+1) }
func (q *queue) key(at int) uint64                    { return transposition.Mix(uint64(at) + 1) }
func (q *queue) Hash() uint64                         { return q.key(q.at) }
func (q *queue) Play(int32)                           { q.at++ }
func (q *queue) Undo(int32)                           { q.at-- }
func (q *queue) Cells() int                           { return q.counters }
func (q *queue) Cell(i int) int32                     { return int32((q.at + q.counters - 1 - i) / q.counters) }
func (q *queue) Acyclic() bool                        { return true }
func (q *queue) Solved() bool                         { return q.at == q.length }
func (q *queue) Moves(dst []int32) []int32 {
	if q.at < q.length {
		dst = append(dst, int32(q.at))
	}
	return dst
}

// Long lines of blocks, and long blocks, take neither a deep stack nor more than linear time and memory.
func TestLongLinesOfBlocks(t *testing.T) {
	length := long.Or(3_000_000, 100_000)
	for counters, blocks := range map[int]int{1: 1, 2: length / 2} {
		g := &queue{length: length, counters: counters}
		memory := new(transposition.HashSet)
		r, err := dependency.BlockSearch(t.Context(), g, dependency.BlockOptions{Memory: memory, Incremental: true})
		if err != nil || r.Status != ply.Complete || r.Depth != length || len(r.Line) != length || g.at != 0 || r.Blocks < blocks-2 || r.Blocks > blocks+2 {
			t.Errorf("%d counters: %v, %d blocks, depth %d, %d moves, error %v, want %d", counters, r.Status, r.Blocks, r.Depth, len(r.Line), err, length)
		}
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
	return listed(t, int(n), dependency.Options{Goal: conditions(n-1, 1)}, moves...)
}

// A search of a long line ends at its bound on memory, and takes not much more than that.
func TestMaxMemory(t *testing.T) {
	const bound = 4 << 20
	g := chain(t, long.Or[int32](1_000_000, 20_000))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := dependency.Search(t.Context(), g, dependency.SearchOptions{MaxMemory: bound})
	runtime.GC()
	runtime.ReadMemStats(&after)
	if err != nil || r.Status != ply.OutOfMemory || r.Found || r.Nodes < 1000 {
		t.Errorf("%v, %d nodes, error %v", r.Status, r.Nodes, err)
	}
	if taken := int(after.HeapAlloc - before.HeapAlloc); taken > 2*bound {
		t.Errorf("%d bytes taken, the bound is %d", taken, bound)
	}
	runtime.KeepAlive(r)
	r, err = dependency.Search(t.Context(), chain(t, 2000), dependency.SearchOptions{})
	if err != nil || r.Status != ply.Complete || len(r.Line) != 2000 || len(r.Graph.Line(2000)) != 2000 {
		t.Errorf("%v, %d moves, error %v", r.Status, len(r.Line), err)
	}
}

// Long lines are divided into steps in linear time.
func TestLongSteps(t *testing.T) {
	n := int32(long.Or(1_000_000, 50_000))
	line := make([]int, n)
	for i := range line {
		line[i] = i
	}
	if steps := dependency.Steps(chain(t, n), line); len(steps) != int(n) {
		t.Errorf("%d steps, want %d", len(steps), n)
	}
}

// Lines are divided into steps as the definition has it.
func TestSteps(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 2))
		g := newRandomNet(t, random).game
		var line []int
		for moves := g.Moves(nil); len(moves) > 0; moves = g.Moves(nil) {
			line = append(line, moves[random.IntN(len(moves))])
			g.Play(line[len(line)-1])
		}
		var want [][]int
		of := make([]int, len(line))
		for i, m := range line {
			for j, n := range line[:i] {
				if !dependency.Commute(g.Footprint(m, ply.Footprint{}), g.Footprint(n, ply.Footprint{})) {
					of[i] = max(of[i], of[j]+1)
				}
			}
			if of[i] == len(want) {
				want = append(want, nil)
			}
			want[of[i]] = append(want[of[i]], m)
		}
		if got := dependency.Steps(g, line); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// A long game for two is a line of moves in turn, the last of which wins.
type longDuel struct{ at, length int }

func (d *longDuel) Moves(dst []int32) []int32 {
	if d.at < d.length {
		dst = append(dst, 0)
	}
	return dst
}

func (d *longDuel) Play(int32)       { d.at++ }
func (d *longDuel) Undo(int32)       { d.at-- }
func (d *longDuel) ToMove() int      { return d.at % 2 }
func (d *longDuel) Outcome() int     { return -1 }
func (d *longDuel) Cells() int       { return 1 }
func (d *longDuel) Cell(i int) int32 { return int32(d.at) }
func (d *longDuel) Footprint(_ int32, dst ply.Footprint) ply.Footprint {
	return ply.Footprint{Preconditions: append(dst.Preconditions, ply.Condition{Cell: 0}), Modifications: append(dst.Modifications, ply.Condition{Cell: 0, Value: 1})}
}

func TestLongTrace(t *testing.T) {
	g := &longDuel{length: long.Or(5_000_001, 120_001)}
	trace, wins, err := dependency.TraceOfWin[int32](t.Context(), g, 0, math.MaxInt)
	if err != nil || !wins || trace.Len() != 1 || g.at != 0 {
		t.Errorf("%v, %v, error %v", trace.Len(), wins, err)
	}
	for _, test := range []struct{ side, depth int }{{2, 1}, {-1, 1}, {0, -1}} {
		if _, _, err := dependency.TraceOfWin[int32](t.Context(), g, test.side, test.depth); err == nil {
			t.Errorf("%+v: no error", test)
		}
	}
}

var errWired = errors.New("a wire broke")

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

type fusedLocks struct {
	*locks
	fuse
}

func (f fusedLocks) Subgames() int                         { f.fuse(); return f.locks.Subgames() }
func (f fusedLocks) Next(x int) (lockMove, bool)           { f.fuse(); return f.locks.Next(x) }
func (f fusedLocks) Watched(x int, dst []int32) []int32    { f.fuse(); return f.locks.Watched(x, dst) }
func (f fusedLocks) Changed(m lockMove, d []int32) []int32 { f.fuse(); return f.locks.Changed(m, d) }
func (f fusedLocks) HashChange(m lockMove) uint64          { f.fuse(); return f.locks.HashChange(m) }
func (f fusedLocks) Hash() uint64                          { f.fuse(); return f.locks.Hash() }
func (f fusedLocks) Play(m lockMove)                       { f.fuse(); f.locks.Play(m) }
func (f fusedLocks) Undo(m lockMove)                       { f.fuse(); f.locks.Undo(m) }
func (f fusedLocks) Solved() bool                          { f.fuse(); return f.locks.Solved() }

// fused are all searches, on games that call f.
func fused(t testing.TB, f func()) map[string]func(ctx context.Context, progress func()) error {
	var fuseOf fuse = f
	return map[string]func(ctx context.Context, progress func()) error{
		"Search": func(ctx context.Context, progress func()) error {
			opt := dependency.SearchOptions{MaxNodes: 3000, ProgressEvery: 1}
			if progress != nil {
				opt.MaxNodes, opt.Progress = 0, func(dependency.SearchProgress) { progress() }
			}
			r, err := dependency.Search(ctx, fusedNet{tower(t, 40), fuseOf}, opt)
			if err != nil && r.Status != ply.Failed {
				t.Errorf("Search: %v, error %v", r.Status, err)
			}
			return err
		},
		"BlockSearch": func(ctx context.Context, progress func()) error {
			opt := dependency.BlockOptions{MaxPositions: 3000, ProgressEvery: 1}
			if progress != nil {
				opt.MaxPositions, opt.Progress = 0, func(dependency.BlockProgress) { progress() }
			}
			r, err := dependency.BlockSearch(ctx, fusedLocks{newLocks(5, 12, 0.4, 4), fuseOf}, opt)
			if err != nil && r.Status != ply.Failed {
				t.Errorf("BlockSearch: %v, error %v", r.Status, err)
			}
			return err
		},
		"Blocks": func(ctx context.Context, progress func()) error {
			for _, err := range dependency.Blocks(ctx, fusedLocks{newLocks(5, 12, 0.4, 4), fuseOf}, dependency.BlockOptions{MaxPositions: 3000}) {
				if err != nil && !errors.Is(err, ply.ErrOutOfBudget) {
					return err
				} else if progress != nil {
					progress()
				}
			}
			return nil
		},
		"TraceOfWin": func(ctx context.Context, progress func()) error {
			if progress != nil {
				return nil // it has none
			}
			_, _, err := dependency.TraceOfWin[int32](ctx, fusedDuel{&longDuel{length: 3000}, fuseOf}, 0, 5000)
			return err
		},
	}
}

type fusedDuel struct {
	*longDuel
	fuse
}

func (f fusedDuel) Play(m int32)              { f.fuse(); f.longDuel.Play(m) }
func (f fusedDuel) Undo(m int32)              { f.fuse(); f.longDuel.Undo(m) }
func (f fusedDuel) Moves(dst []int32) []int32 { f.fuse(); return f.longDuel.Moves(dst) }

// A panic of the game is an error, wherever it happens. A panic of a callback, or in the body of a loop, reaches the
// caller, as does Goexit.
func TestPanics(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range long.Or(1000, 30) {
		calls, limit := 0, 1+random.IntN(4000)
		for name, run := range fused(t, func() {
			if calls++; calls == limit {
				panic(errWired)
			}
		}) {
			calls = 0
			value, exited := guardtest.Outcome(func() {
				err := run(t.Context(), nil)
				var fault *ply.GamePanic
				if reached := calls >= limit; errors.As(err, &fault) != reached || errors.Is(err, errWired) != reached ||
					reached && !bytes.Contains(fault.Stack, []byte("fuse")) {
					t.Errorf("%s: error %v after %d calls of %d", name, err, calls, limit)
				}
			})
			if value != nil || exited {
				t.Errorf("%s: panic %v, exited %v", name, value, exited)
			}
		}
	}
	for name, run := range fused(t, func() {}) {
		if name == "TraceOfWin" {
			continue
		}
		if value, _ := guardtest.Outcome(func() { _ = run(t.Context(), func() { panic(errWired) }) }); value != errWired {
			t.Errorf("%s: panic %v", name, value)
		}
		if value, exited := guardtest.Outcome(func() { _ = run(t.Context(), runtime.Goexit) }); value != nil || !exited {
			t.Errorf("%s: panic %v, exited %v", name, value, exited)
		}
	}
	calls := 0
	for name, run := range fused(t, func() {
		if calls++; calls == 500 {
			runtime.Goexit()
		}
	}) {
		calls = 0
		if value, exited := guardtest.Outcome(func() { _ = run(t.Context(), nil) }); value != nil || !exited {
			t.Errorf("%s: panic %v, exited %v", name, value, exited)
		}
	}
}

// Also within a block that is long, the search stops soon after it is cancelled.
func TestBlockSearchIsCancelledWithinABlock(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls, since := 0, time.Time{}
	g := &queue{length: math.MaxInt32 - 1, counters: 1}
	g.calls = func() {
		if calls++; calls == 1000 {
			cancel()
			since = time.Now()
		}
		if calls > 1000 && time.Since(since) > 10*time.Second {
			panic("it goes on")
		}
	}
	if r, err := dependency.BlockSearch(ctx, g, dependency.BlockOptions{}); err != nil || r.Status != ply.Cancelled || g.at != 0 {
		t.Errorf("%v, error %v", r.Status, err)
	}
}

// In steady state block search allocates nothing.
func TestNothingIsAllocatedPerBlock(t *testing.T) {
	g := newLocks(5, 12, 0.4, 4)
	memory, err := transposition.NewBoundedSet(1 << 12)
	if err != nil {
		t.Fatal(err)
	}
	count := func(positions int) (allocations float64, blocks int) {
		allocations = testing.AllocsPerRun(5, func() {
			memory.Reset()
			r, err := dependency.BlockSearch(context.Background(), g, dependency.BlockOptions{Memory: memory, Incremental: true, MaxPositions: positions})
			if err != nil {
				t.Fatal(err)
			}
			blocks = r.Blocks
		})
		return allocations, blocks
	}
	few, fewBlocks := count(2_000)
	many, manyBlocks := count(20_000)
	if manyBlocks < 4*fewBlocks || many-few > 0.1*float64(manyBlocks-fewBlocks) {
		t.Errorf("%v allocations for %d blocks, %v for %d", few, fewBlocks, many, manyBlocks)
	}
}

package block_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/internal/guard/guardtest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sequential"
	"github.com/ply-search/ply/internal/stop"
	"github.com/ply-search/ply/transposition"
)

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

// The blocks of random games hold exactly the reachable positions, with any memory.
func TestBlocksOfRandomSwitches(t *testing.T) {
	tables := make(map[int]*transposition.Table)
	for _, entries := range []int{1, 2, 8, 64} {
		tables[entries] = transposition.NewTable(8 * int64(entries))
	}
	sizes := make(map[string]int)
	for seed := range uint64(long.Or(1000, 30)) {
		g := newSwitches(rand.New(rand.NewPCG(seed, 1)))
		if err := sequential.Check(g); err != nil {
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
			opt := block.Options[throw]{Incremental: i%2 == 1, RootsOnly: i/2%2 == 1}
			name := fmt.Sprintf("%+v", opt)
			switch entries := []int{0, 1, 2, 8, 64}[i/4+min(i%3, 1)]; {
			case i < 2:
				if len(g.at) > 3 {
					continue // too many lines of play
				}
				opt.RootsOnly, opt.NoMemory = false, true
			case i >= 4:
				opt.Table = tables[entries]
			}
			got, size := make(map[string]bool), 0
			for b, err := range block.All(t.Context(), g, ply.Limits{}, opt) {
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
			r, err := block.Search(t.Context(), g, ply.Limits{}, opt)
			if err != nil || r.Status != ply.Complete || r.Nodes != size || r.Found != (solutions > 0) {
				t.Fatalf("seed %d, %s: %+v, error %v, want %d positions, %d solutions", seed, name, r, err, size, solutions)
			}
		}
		g.acyclic = false
		if _, err := block.Search(t.Context(), g, ply.Limits{}, block.Options[throw]{}); !errors.Is(err, ply.ErrCyclic) {
			t.Fatalf("a game with cycles: error %v", err)
		}
	}
	t.Log(sizes)
}

// A search clears its table, and refuses a table that another search uses.
func TestTableOfBlockSearch(t *testing.T) {
	g := newLocks(3, 4, 0.2, 1)
	table := transposition.NewTable(1 << 16)
	var blocks int
	for range 2 {
		r, err := block.Search(t.Context(), g, ply.Limits{}, block.Options[lockMove]{Table: table})
		if err != nil || r.Blocks == 0 || blocks > 0 && r.Blocks != blocks {
			t.Fatalf("%+v, error %v, want %d blocks", r, err, blocks)
		}
		blocks = r.Blocks
	}
	for _, err := range block.All(t.Context(), g, ply.Limits{}, block.Options[lockMove]{Table: table}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := block.Search(t.Context(), g, ply.Limits{}, block.Options[lockMove]{Table: table}); err == nil || !strings.Contains(err.Error(), "in use") {
			t.Fatalf("error %v from a search with the table of another", err)
		}
		break
	}
	if _, err := table.Stats(); err != nil {
		t.Errorf("the table is not free after a loop that was left: %v", err)
	}
	if _, err := block.Search(t.Context(), g, ply.Limits{}, block.Options[lockMove]{Table: transposition.NewTable(-1)}); err == nil {
		t.Error("no error for a table of a negative size")
	}
}

// A queue is a game of counters, each of which waits for all before it, so that its only line is long.
type queue struct {
	at, length int
	counters   int
	calls      func()
}

func (q *queue) Subgames() int { return q.counters }

func (q *queue) Next(x int) (int, bool) {
	if q.calls != nil {
		q.calls()
	}
	return q.at, q.at < q.length && q.at%q.counters == x
}

// Each counter changes the cell that the next one watches.
func (q *queue) Watched(x int, dst []int32) []int32 {
	return append(dst, int32((x+q.counters-1)%q.counters))
}
func (q *queue) Changed(m int, dst []int32) []int32 { return append(dst, int32(m%q.counters)) }
func (q *queue) HashChange(m int) uint64            { return q.key(m) ^ q.key(m+1) }
func (q *queue) key(at int) uint64                  { return transposition.Mix(uint64(at) + 1) }
func (q *queue) Hash() uint64                       { return q.key(q.at) }
func (q *queue) Play(int)                           { q.at++ }
func (q *queue) Undo(int)                           { q.at-- }
func (q *queue) Cells() int                         { return q.counters }
func (q *queue) Cell(i int) int32                   { return int32((q.at + q.counters - 1 - i) / q.counters) }
func (q *queue) Acyclic() bool                      { return true }
func (q *queue) Solved() bool                       { return q.at == q.length }
func (q *queue) Moves(dst []int) []int {
	if q.at < q.length {
		dst = append(dst, q.at)
	}
	return dst
}

// Long lines of blocks, and long blocks, take neither a deep stack nor more than linear time and memory.
func TestLongLinesOfBlocks(t *testing.T) {
	length := long.Or(3_000_000, 100_000)
	for counters, blocks := range map[int]int{1: 1, 2: length / 2} {
		g := &queue{length: length, counters: counters}
		r, err := block.Search(t.Context(), g, ply.Limits{}, block.Options[int]{Incremental: true})
		if err != nil || r.Status != ply.Complete || len(r.Line) != length || g.at != 0 || r.Blocks < blocks-2 || r.Blocks > blocks+2 {
			t.Errorf("%d counters: %v, %d blocks, %d moves, error %v, want %d", counters, r.Status, r.Blocks, len(r.Line), err, length)
		}
	}
}

// A fuse makes a game call a function in each of its methods.
type fuse func()

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
func fused(t testing.TB, f func()) map[string]guardtest.Search {
	var fuseOf fuse = f
	return map[string]guardtest.Search{
		"Search": func(ctx context.Context, progress func()) error {
			opt := block.Options[lockMove]{}
			limits := ply.Limits{Nodes: 3000}
			if progress != nil {
				limits.Nodes, opt.Progress = 0, func(block.Result[lockMove]) { progress() }
			}
			r, err := block.Search(stop.ReportEach(ctx, 1), fusedLocks{newLocks(5, 12, 0.4, 4), fuseOf}, limits, opt)
			if err != nil && r.Status != ply.Failed {
				t.Errorf("Search: %v, error %v", r.Status, err)
			}
			return err
		},
		"All": func(ctx context.Context, progress func()) error {
			for _, err := range block.All(ctx, fusedLocks{newLocks(5, 12, 0.4, 4), fuseOf}, ply.Limits{Nodes: 3000}, block.Options[lockMove]{}) {
				if err != nil && !errors.Is(err, ply.ErrOutOfBudget) {
					return err
				} else if progress != nil {
					progress()
				}
			}
			return nil
		},
	}
}

func TestPanics(t *testing.T) {
	guardtest.CheckPanics(t, long.Or(1000, 30), func(f func()) map[string]guardtest.Search { return fused(t, f) })
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
		if calls > 1000 && time.Since(since) > 2*time.Minute {
			panic("it goes on")
		}
	}
	if r, err := block.Search(ctx, g, ply.Limits{}, block.Options[int]{}); err != nil || r.Status != ply.Cancelled || g.at != 0 {
		t.Errorf("%v, error %v", r.Status, err)
	}
}

// In steady state block search allocates nothing.
func TestNothingIsAllocatedPerBlock(t *testing.T) {
	g := newLocks(5, 12, 0.4, 4)
	table := transposition.NewTable(1 << 15)
	count := func(positions int) (allocations float64, blocks int) {
		allocations = testing.AllocsPerRun(5, func() {
			r, err := block.Search(context.Background(), g, ply.Limits{Nodes: positions}, block.Options[lockMove]{Table: table, Incremental: true})
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

package block_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency/block"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/internal/sequential"
	"github.com/ply-search/ply/search"
	"github.com/ply-search/ply/transposition"
)

// Locks are sluices that ships climb, one in each: from one gate the next move may be one gate or two,
// or none for now, which depends on how far some other ships are.
type locks struct {
	gates   []int32     // of each ship, where it is
	last    int32       // the last gate
	watched [][][]int32 // by ship and gate, the other ships that its next move depends on
	salt    uint64      // decides how
	keys    transposition.Zobrist
	hash    uint64
}

type lockMove struct{ ship, from, to int32 }

func newLocks(ships, last int, watching float64, salt uint64) *locks {
	random := rand.New(rand.NewPCG(salt, 0))
	l := &locks{gates: make([]int32, ships), last: int32(last), salt: salt}
	for ship := range ships {
		var watched [][]int32
		for range last + 1 {
			var others []int32
			for other := range ships {
				if other != ship && random.Float64() < watching {
					others = append(others, int32(other))
				}
			}
			watched = append(watched, others)
		}
		l.watched = append(l.watched, watched)
	}
	l.hash = l.Rehash()
	return l
}

func (l *locks) Subgames() int { return len(l.gates) }

func (l *locks) Next(x int) (lockMove, bool) {
	gate := l.gates[x]
	fate := l.salt ^ uint64(x)<<32 ^ uint64(gate)
	for _, other := range l.watched[x][gate] {
		fate = transposition.Mix(fate ^ uint64(other)<<32 ^ uint64(l.gates[other]))
	}
	to := gate + int32(transposition.Mix(fate)%5+1)/2 // by 0 to 3 gates
	if to == gate || to > l.last {
		return lockMove{}, false
	}
	return lockMove{int32(x), gate, to}, true
}

func (l *locks) Watched(x int, dst []int32) []int32 { return append(dst, l.watched[x][l.gates[x]]...) }

func (l *locks) Changed(m lockMove, dst []int32) []int32 { return append(dst, m.ship) }

func (l *locks) HashChange(m lockMove) uint64 {
	return l.keys.Key(int(m.ship), int(m.from)) ^ l.keys.Key(int(m.ship), int(m.to))
}

func (l *locks) Moves(dst []lockMove) []lockMove {
	for x := range l.gates {
		if m, ok := l.Next(x); ok {
			dst = append(dst, m)
		}
	}
	return dst
}

func (l *locks) Play(m lockMove) {
	l.gates[m.ship] = m.to
	l.hash ^= l.HashChange(m)
}

func (l *locks) Undo(m lockMove) {
	l.gates[m.ship] = m.from
	l.hash ^= l.HashChange(m)
}

func (l *locks) Solved() bool {
	for _, gate := range l.gates {
		if gate != l.last {
			return false
		}
	}
	return true
}

func (l *locks) Acyclic() bool    { return true }
func (l *locks) Cells() int       { return len(l.gates) }
func (l *locks) Cell(i int) int32 { return l.gates[i] }
func (l *locks) Hash() uint64     { return l.hash }

func (l *locks) Rehash() (hash uint64) {
	for ship, gate := range l.gates {
		hash ^= l.keys.Key(ship, int(gate))
	}
	return hash
}

func (l *locks) AppendBinary(b []byte) ([]byte, error) {
	for _, gate := range l.gates {
		b = binary.AppendUvarint(b, uint64(gate))
	}
	return b, nil
}

func drawLocks(t *rapid.T) *locks {
	return newLocks(rapid.IntRange(1, 4).Draw(t, "ships"), rapid.IntRange(0, 4).Draw(t, "last gate"),
		rapid.SampledFrom([]float64{0, 0.1, 0.2, 0.4, 0.8}).Draw(t, "watching"), rapid.Uint64().Draw(t, "salt"))
}

func TestLocksKeepTheLaws(t *testing.T) {
	if long.Enabled { // the laws take seconds to compile
		gametest.CheckEach(t, func(t *rapid.T) func() *locks {
			l := drawLocks(t)
			return func() *locks {
				c := *l
				c.gates = slices.Clone(l.gates)
				return &c
			}
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		l := drawLocks(t)
		for {
			if err := sequential.Check[lockMove](l); err != nil {
				t.Fatal(err)
			}
			moves := l.Moves(nil)
			if len(moves) == 0 {
				return
			}
			l.Play(rapid.SampledFrom(moves).Draw(t, "move"))
		}
	})
}

// TestBlocksHoldWhatCanBeReached compares the positions of all blocks, and the solutions, with those
// that a plain search meets.
func TestBlocksHoldWhatCanBeReached(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		l := drawLocks(t)
		start := l.Hash()
		var want transposition.Set
		plain, err := search.DepthFirst(ctx, search.ExactGraph(l, &want), ply.Limits{}, search.Options[lockMove]{})
		if err != nil {
			t.Fatal(err)
		}
		for name, opt := range map[string]block.Options[lockMove]{
			"no memory":               {NoMemory: true},
			"incremental":             {NoMemory: true, Incremental: true},
			"memory":                  {},
			"roots":                   {RootsOnly: true},
			"small memory":            {Table: transposition.NewTable(8 * 64)},
			"incremental with memory": {Incremental: true},
			"incremental with roots":  {RootsOnly: true, Incremental: true},
		} {
			if opt.NoMemory && len(l.gates) > 3 {
				continue // too many lines of play
			}
			var found transposition.Set
			var key []byte
			blocks, positions := 0, 0
			for b, err := range block.All(ctx, l, ply.Limits{}, opt) {
				if err != nil {
					t.Fatal(err)
				}
				if b.ID != blocks || b.Parent >= b.ID {
					t.Fatalf("%s: block %d of parent %d after %d others", name, b.ID, b.Parent, blocks)
				}
				for x := range l.gates {
					gate := l.gates[x]
					for _, m := range b.Sequence(x, nil) {
						if m.ship != int32(x) || m.from != gate {
							t.Fatalf("%s: sequence %v of ship %d at %d", name, b.Sequence(x, nil), x, l.gates[x])
						}
						gate = m.to
					}
				}
				root := start
				for _, m := range b.Line {
					root ^= l.HashChange(m)
				}
				if root != l.Hash() {
					t.Fatalf("%s: line %v does not lead to %v", name, b.Line, l.gates)
				}
				size := 0
				for played := range b.Positions() {
					key, _ = l.AppendBinary(key[:0])
					found.Visit(key)
					if size == 0 && slices.Max(played) != 0 || !want.Contains(key) {
						t.Fatalf("%s: position %v of block %d cannot be reached", name, l.gates, b.ID)
					}
					size++
				}
				if size != b.Size() {
					t.Fatalf("%s: %d positions in a block of %d", name, size, b.Size())
				}
				blocks, positions = blocks+1, positions+size
			}
			if found.Len() != want.Len() {
				t.Fatalf("%s: %d positions in %d blocks, %d can be reached", name, found.Len(), blocks, want.Len())
			}
			r, err := block.Search(ctx, l, ply.Limits{}, opt)
			if err != nil || r.Status != ply.Complete || r.Blocks != blocks || r.Nodes != positions {
				t.Fatalf("%s: %+v, error %v, want %d blocks of %d positions", name, r, err, blocks, positions)
			}
			if r.Found != (plain.Solutions > 0) || r.Found != (r.Solutions > 0) {
				t.Fatalf("%s: %d solutions, want %d", name, r.Solutions, plain.Solutions)
			}
			for _, m := range r.Line {
				if !slices.Contains(l.Moves(nil), m) {
					t.Fatalf("%s: move %v of line %v is not legal", name, m, r.Line)
				}
				l.Play(m)
			}
			if r.Found && !l.Solved() {
				t.Fatalf("%s: line %v solves nothing", name, r.Line)
			}
			for _, m := range slices.Backward(r.Line) {
				l.Undo(m)
			}
			if l.Hash() != start || l.Hash() != l.Rehash() {
				t.Fatalf("%s: the game is not as it was", name)
			}
		}
	})
}

// Ships that do not watch one another span a single block.
func TestIndependentSubgamesAreOneBlock(t *testing.T) {
	l := newLocks(4, 9, 0, 3)
	plain, err := search.DepthFirst(context.Background(), search.Graph(l, nil), ply.Limits{}, search.Options[lockMove]{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := block.Search(context.Background(), l, ply.Limits{}, block.Options[lockMove]{})
	if err != nil || r.Blocks != 1 || r.Nodes != plain.Nodes || plain.Nodes < 16 {
		t.Errorf("%+v, error %v, want one block of %d positions", r, err, plain.Nodes)
	}
}

func TestBlockSearchIsCutShort(t *testing.T) {
	l := newLocks(5, 12, 0.3, 4)
	start := l.Hash()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, stop := context.WithDeadline(context.Background(), time.Now())
	defer stop()
	reports := 0
	tests := []struct {
		ctx    context.Context
		limits ply.Limits
		opt    block.Options[lockMove]
		want   ply.Status
	}{
		{context.Background(), ply.Limits{}, block.Options[lockMove]{}, ply.Complete},
		{context.Background(), ply.Limits{Nodes: 1000}, block.Options[lockMove]{}, ply.OutOfNodes},
		{context.Background(), ply.Limits{Time: 1}, block.Options[lockMove]{}, ply.OutOfTime},
		{late, ply.Limits{}, block.Options[lockMove]{}, ply.OutOfTime},
		{cancelled, ply.Limits{}, block.Options[lockMove]{}, ply.Cancelled},
	}
	for _, test := range tests {
		test.opt.Progress = func(block.Result[lockMove]) { reports++ }
		before := reports
		r, err := block.Search(test.ctx, l, test.limits, test.opt)
		if err != nil || r.Status != test.want || reports == before || l.Hash() != start {
			t.Errorf("%+v, error %v, %d reports, want %v", r, err, reports-before, test.want)
		}
	}
	test := block.Options[lockMove]{}
	limits := ply.Limits{Nodes: 1000}
	var last error
	for _, last = range block.All(context.Background(), l, limits, test) {
	}
	if last == nil || !strings.Contains(last.Error(), "out of nodes") {
		t.Errorf("Blocks ends with error %v", last)
	}
	for range block.All(context.Background(), l, ply.Limits{}, block.Options[lockMove]{}) {
		break
	}
	if l.Hash() != start {
		t.Error("the game is not as it was after a loop left early")
	}
}

// cyclicLocks do not say that they are acyclic.
type cyclicLocks struct {
	block.Sequential[lockMove]
}

func TestBlockSearchRefuses(t *testing.T) {
	ctx, l := context.Background(), newLocks(2, 2, 0, 1)
	if _, err := block.Search(ctx, block.Sequential[lockMove](cyclicLocks{l}), ply.Limits{}, block.Options[lockMove]{}); !errors.Is(err, ply.ErrCyclic) {
		t.Errorf("error %v for a game with cycles", err)
	}
	if _, err := block.Search[block.Sequential[int]](ctx, nil, ply.Limits{}, block.Options[int]{}); err == nil {
		t.Error("no error without a game")
	}
	for want, limits := range map[string]ply.Limits{
		"block: Limits.Nodes is -1":  {Nodes: -1},
		"block: Limits.Time is -1ns": {Time: -1},
	} {
		if _, err := block.Search(ctx, l, limits, block.Options[lockMove]{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %s", err, want)
		}
	}
}

// brokenLocks say too little of what they watch, change or hash.
type brokenLocks struct {
	*locks
	law string
}

func (b brokenLocks) Watched(x int, dst []int32) []int32 {
	if b.law == "watched" {
		return dst
	}
	return b.locks.Watched(x, dst)
}

func (b brokenLocks) Next(x int) (lockMove, bool) {
	m, ok := b.locks.Next(x)
	return m, ok && (b.law != "next" || x > 0)
}

func (b brokenLocks) Changed(m lockMove, dst []int32) []int32 {
	if b.law == "range" {
		return append(dst, -1)
	}
	return b.locks.Changed(m, dst)
}

func (b brokenLocks) HashChange(m lockMove) uint64 {
	if b.law == "hash" {
		return 1
	}
	return b.locks.HashChange(m)
}

func TestCheckSequentialFindsBrokenLaws(t *testing.T) {
	for law, want := range map[string]string{
		"watched": "changes nothing that sub-game",
		"next":    "the next move of any sub-game",
		"range":   "want cells from 0",
		"hash":    "whose HashChange is",
	} {
		found := ""
		for salt := range uint64(50) {
			if err := sequential.Check[lockMove](brokenLocks{newLocks(3, 5, 0.6, salt), law}); err != nil {
				found = err.Error()
				break
			}
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s: %q, want an error with %q", law, found, want)
		}
	}
}

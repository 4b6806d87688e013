package mcts

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/transposition"
)

// bush is a game of 12 moves, each of which is one of 25 to 32, for a random outcome.
type bush struct{ line []int }

func (b *bush) Moves(dst []int) []int {
	for m := range int(25 + len(b.line)%8) {
		if len(b.line) < 12 {
			dst = append(dst, m)
		}
	}
	return dst
}

func (b *bush) Play(m int)    { b.line = append(b.line, m) }
func (b *bush) Undo(int)      { b.line = b.line[:len(b.line)-1] }
func (b *bush) ToMove() int   { return len(b.line) % 2 }
func (b *bush) Outcome() int  { return int(b.Hash()%3) - 1 }
func (b *bush) Acyclic() bool { return true }
func (b *bush) Clone() *bush  { return &bush{slices.Clone(b.line)} }

func (b *bush) Number(m int) int { return int(m) }
func (b *bush) Numbers() int     { return 32 }

// Hash does not tell apart lines that differ only in the order of moves of the same side.
func (b *bush) Hash() uint64 {
	var h uint64
	for i, m := range b.line {
		h += transposition.Mix(uint64(m)<<1 | uint64(i&1) + 1<<8)
	}
	return transposition.Mix(h)
}

// TestStore checks that a tree of many chunks stays whole while it grows, is pruned, moves on and is shared:
// each node has its arcs in one chunk and the visits of all of them, and each position one place.
func TestStore(t *testing.T) {
	for name, opt := range map[string]Options[int]{
		"growing":        {RAVE: RAVE{Weight: 10}},
		"pruned":         {RAVE: RAVE{Weight: 10}, Memory: 2 << 20, Prune: true},
		"full":           {Memory: 1 << 20},
		"shared":         {RAVE: RAVE{Weight: 10}, Workers: 4},
		"shared, pruned": {RAVE: RAVE{Weight: 10}, Workers: 4, Memory: 2 << 20, Prune: true},
		"shared, plain":  {Workers: 4},
		"shared, full":   {Workers: 4, Memory: 1 << 20},
		"shared, GRAVE":  {RAVE: RAVE{Weight: 10, Reference: 5}, Workers: 4},
		"transpositions": {Transpositions: true},
	} {
		t.Run(name, func(t *testing.T) {
			opt.NoSolver, opt.Bandit = true, Hoeffding{K: 1}
			opt.Memory /= long.Or[int64](1, 2)
			tree, err := New(new(bush), opt)
			if err != nil {
				t.Fatal(err)
			}
			for range long.Or(3, 1) {
				r, err := tree.Search(context.Background(), ply.Limits{Nodes: long.Or(30_000, 15_000)})
				if err != nil {
					t.Fatal(err)
				}
				if s := tree.stores[0]; s.Arcs.Len() < 4*s.Arcs.Chunk() || (s.pruned > 0) != opt.Prune || s.closed != strings.HasSuffix(name, "full") {
					t.Errorf("%d arcs in chunks of %d, %d nodes pruned, full %v", s.Arcs.Len(), s.Arcs.Chunk(), s.pruned, s.closed)
				}
				checkStore(t, tree)
				if err := tree.Play(r.Move); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func checkStore[M comparable](t *testing.T, tree *Tree[M]) {
	t.Helper()
	s := tree.stores[0]
	if memory := s.Taken(); s.Preparing || memory > s.Memory {
		t.Fatalf("%d bytes, bound %d, preparing %v", memory, s.Memory, s.Preparing)
	}
	named := map[uint32]int{}
	for id := uint32(firstNode); int(id) < s.NodesUsed; id++ {
		n := s.Nodes.At(id)
		if last := n.First + n.Count - 1; s.Arcs.Place(int(n.First), int(n.Count)) != int(n.First) || int(last) >= s.ArcsUsed {
			t.Fatalf("node %d has the arcs %d to %d of %d", id, n.First, last, s.ArcsUsed)
		}
		visits := uint32(0)
		for i := range s.arcsOf(n) {
			a := &s.arcsOf(n)[i]
			visits += a.visits
			if a.node >= firstNode {
				if int(a.node) >= s.NodesUsed {
					t.Fatalf("node %d leads to node %d of %d", id, a.node, s.NodesUsed)
				}
				named[a.node]++
			}
		}
		if visits != n.visits {
			t.Fatalf("node %d has %d visits, its moves %d", id, n.visits, visits)
		}
	}
	if s.Hash != nil {
		return
	}
	for id, times := range named {
		if times != 1 {
			t.Fatalf("%d moves lead to node %d", times, id)
		}
	}
}

// TestMakeRoomWithSpare checks that room is made within the bound on memory also if a spare chunk is there.
func TestMakeRoomWithSpare(t *testing.T) {
	for extra := range 400 {
		s := newStore[int](400_000+2000*extra, 1)
		s.shared, s.raves.used = true, true
		if s.reset(1) != nil || !s.Nodes.Grow(s.Nodes.Chunk(), 0) {
			t.Fatal("no room")
		}
		if s.ArcsUsed = s.Arcs.Len(); !s.Scarce() {
			continue // there is no room for a spare chunk
		}
		s.ArcsUsed = 0
		s.prepare()
		s.Root, s.NodesUsed = firstNode, s.Nodes.Len() // of which none but the root hangs on it
		s.makeRoom()
		if s.Taken() > s.Memory {
			t.Fatalf("%d bytes, bound %d", s.Taken(), s.Memory)
		}
	}
}

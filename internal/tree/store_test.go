package tree

import (
	"testing"

	"github.com/ply-search/ply/internal/slab"
	"pgregory.net/rapid"
)

type node struct {
	name int
	Span
}

type arc struct{ to uint32 }

// A model is a tree of pointers that a store must agree with.
type model struct {
	name int
	arcs []*model
}

// TestStore grows random trees in stores of random sizes, forgets parts of them, and compares all that is left with a tree of
// pointers. The memory keeps to its bound, and an index finds each node, although eight nodes have the same hash.
func TestStore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var names slab.Slab[int] // of arcs: the names of the nodes they come from
		s := &Store[node, arc]{Memory: rapid.IntRange(500, 20_000).Draw(t, "memory"), Trees: 1, First: rapid.Uint32Range(1, 4).Draw(t, "first"),
			FirstArcs: rapid.IntRange(0, 100).Draw(t, "first arcs"), Span: func(n *node) *Span { return &n.Span }, Next: func(a *arc) *uint32 { return &a.to }}
		s.Columns = []slab.Column{&s.Arcs, &names}
		if rapid.Bool().Draw(t, "index") {
			s.Hash = hash
		}
		if err := s.Reset(3); err != nil {
			t.Fatal(err)
		}
		made := 0
		allocate := func(count int) (uint32, *model) {
			id, arcs := s.Allocate(count)
			if id == 0 {
				return 0, nil
			}
			*s.Nodes.At(id) = node{made, arcs}
			if s.Hash != nil {
				s.File(id)
			}
			for i := range arcs.Count {
				*s.Arcs.At(arcs.First + i), *names.At(arcs.First + i) = arc{}, made
			}
			made++
			return id, &model{made - 1, make([]*model, count)}
		}
		var root *model
		s.Root, root = allocate(3)
		if root == nil {
			t.Fatal("no room for the root")
		}
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			n, m := s.Nodes.At(s.Root), root
			var at *arc
			var to **model
			for {
				i := rapid.IntRange(0, len(m.arcs)-1).Draw(t, "arc")
				at, to = s.Arcs.At(n.First+uint32(i)), &m.arcs[i]
				if *to == nil {
					break
				}
				n, m = s.Nodes.At(at.to), *to
			}
			id, grown := allocate(rapid.IntRange(1, 9).Draw(t, "arcs"))
			switch {
			case id != 0:
				at.to, *to = id, grown
			case s.Enlarge():
			case m != root && rapid.Bool().Draw(t, "step"): // a node becomes the root
				s.Root, root, s.Stale = idOf(s, m.name), m, true
				s.Collect(nil)
			default:
				odd := rapid.IntRange(2, 9).Draw(t, "odd")
				s.Collect(func(n *node) bool { return n.name%odd != 0 })
				cut(root, odd)
			}
			if s.Taken() > s.Memory {
				t.Fatalf("%d bytes, the bound is %d", s.Taken(), s.Memory)
			}
		}
		compare(t, s, &names, s.Root, root)
	})
}

func hash(n *node) uint64 { return uint64(n.name / 8) }

// idOf returns the node of a name.
func idOf(s *Store[node, arc], name int) uint32 {
	id := s.First
	for s.Nodes.At(id).name != name {
		id++
	}
	return id
}

func cut(m *model, odd int) {
	for i, to := range m.arcs {
		if to != nil && to.name%odd == 0 {
			m.arcs[i] = nil
		} else if to != nil {
			cut(to, odd)
		}
	}
}

func compare(t *rapid.T, s *Store[node, arc], names *slab.Slab[int], id uint32, m *model) {
	n := s.Nodes.At(id)
	if n.name != m.name || int(n.Count) != len(m.arcs) {
		t.Fatalf("node %d is %+v, want %d with %d arcs", id, n, m.name, len(m.arcs))
	}
	if s.Hash != nil {
		if found := s.Find(hash(n), func(other *node) bool { return other.name == m.name }); found != id {
			t.Fatalf("node %d of name %d is found as %d", id, m.name, found)
		}
		if s.Find(hash(n), nil) == 0 || s.Find(hash(n), func(*node) bool { return false }) != 0 {
			t.Fatalf("a node with the hash %d is not found, or another one is", hash(n))
		}
	}
	for i, to := range m.arcs {
		at := n.First + uint32(i)
		next := s.Arcs.At(at).to
		if *names.At(at) != m.name || (to != nil) != (next != 0) {
			t.Fatalf("arc %d of node %d is of %d and leads to %d, want %d and %v", i, id, *names.At(at), next, m.name, to)
		}
		if to != nil {
			compare(t, s, names, next, to)
		}
	}
}

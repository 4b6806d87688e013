package tree

import (
	"math"

	"github.com/ply-search/ply/internal/saved"
)

// A frozen is the counts of a store that is being saved.
type frozen struct {
	nodes, arcs int
	root        uint32
	stale       bool
}

// Freeze makes Save write the nodes and arcs, which must be without pointers, as they are. Until Thaw, call Keep before a node or
// its arcs change, except for new nodes, and do not call Collect or Reset.
func (s *Store[N, A]) Freeze() {
	s.frozen = &frozen{s.NodesUsed, s.ArcsUsed, s.Root, s.Stale}
	s.Nodes.Freeze(s.NodesUsed)
	for _, c := range s.Columns {
		c.Freeze(s.ArcsUsed)
	}
}

// Frozen reports whether the store is between Freeze and Thaw.
func (s *Store[N, A]) Frozen() bool { return s.frozen != nil }

// Keep keeps a node and its arcs as they are for Save. Several goroutines may call it at the same time.
func (s *Store[N, A]) Keep(id uint32) {
	if int(id) >= s.frozen.nodes {
		return
	}
	s.Nodes.Keep(id, 1)
	arcs := s.Span(s.Nodes.At(id))
	for _, c := range s.Columns {
		c.Keep(arcs.First, arcs.Count)
	}
}

// Thaw ends what Freeze began.
func (s *Store[N, A]) Thaw() {
	s.frozen = nil
	s.Nodes.Thaw()
	for _, c := range s.Columns {
		c.Thaw()
	}
}

// Save writes the nodes and arcs as they were when Freeze was called. See [saved.Snapshot.Write].
func (s *Store[N, A]) Save(w *saved.Writer) {
	f := s.frozen
	w.Int(f.nodes)
	w.Int(f.arcs)
	w.Int(int(f.root))
	saved.WriteImage(w, []bool{f.stale})
	s.Nodes.Save(w)
	for _, c := range s.Columns {
		c.Save(w)
	}
}

// mostNumber is the greatest number of a node or an arc.
const mostNumber = min(math.MaxUint32, math.MaxInt)

// Load replaces nodes and arcs by those that Save has written of a store with the same limits and columns.
func (s *Store[N, A]) Load(r *saved.Reader) {
	nodes, arcs, root := r.Count(mostNumber), r.Count(mostNumber), r.Count(mostNumber)
	var stale [1]bool
	saved.ReadImage(r, stale[:])
	if nodes < int(s.First) || root >= max(nodes, 1) {
		r.Fail("a root %d of %d nodes", root, nodes)
	}
	s.Nodes.Load(r, nodes, numbered(s.Memory/s.nodeSize()))
	for _, c := range s.Columns {
		c.Load(r, arcs, numbered(s.Memory/s.arcSize()))
	}
	s.NodesUsed, s.ArcsUsed, s.Root, s.Stale, s.Preparing = nodes, arcs, uint32(root), stale[0], false
	if r.Err() == nil {
		s.resizeIndex()
	}
}

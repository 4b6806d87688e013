package tree

import (
	"math"

	"github.com/ply-search/ply/internal/saved"
)

// Save writes all nodes and arcs, which must be without pointers.
func (s *Store[N, A]) Save(w *saved.Writer) {
	w.Int(s.NodesUsed)
	w.Int(s.ArcsUsed)
	w.Int(int(s.Root))
	saved.WriteImage(w, []bool{s.Stale})
	s.Nodes.Save(w, s.NodesUsed)
	for _, c := range s.Columns {
		c.Save(w, s.ArcsUsed)
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
}

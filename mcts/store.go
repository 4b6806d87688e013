package mcts

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply/internal/slab"
	"github.com/ply-search/ply/internal/tree"
)

// A store holds the positions of a tree and their moves.
//
// If workers share it, one at a time reads and changes the results of a position; see open. Arcs' targets and proven
// bounds change atomically. The worker that has claimed an arc writes its new position, which others see once the arc
// names it. The slabs are extended under the lock, by chunks made before without it. makeRoom runs while no worker does.
type store[M comparable] struct {
	tree.Store[node, arc[M]]
	mu sync.Mutex // for new nodes and for proofs, if shared
	_  [64]byte

	numbers      column[uint32]      // of moves
	raves        column[uint64]      // as count has it: of all moves of the same number from here on
	priors       column[float32]     // for bandits and bias; in positions of chance, the probabilities of the outcomes
	priorResults column[priorResult] // by an Expert

	prune   bool
	shared  bool
	guarded bool        // it is shared, or being saved
	wanting atomic.Bool // a node found no room since room was last made
	closed  bool        // there is no more room to be made
	crowded atomic.Bool // a position has so many simulations that its counts must be thinned
	proved  atomic.Bool // more is proven of a move of the root
	pruned  int         // nodes forgotten
}

// A column has an element for each arc, if it is used.
type column[T any] struct {
	slab.Slab[T]
	used bool
}

// of returns a node's part, or nil if the column is not used.
func (c *column[T]) of(n *node) []T {
	if !c.used {
		return nil
	}
	return c.Slice(n.First, n.Count)
}

// newStore returns one of several stores that share the memory.
func newStore[M comparable](memory, stores int) *store[M] {
	return &store[M]{Store: tree.Store[node, arc[M]]{
		Memory:    memory / stores,
		Trees:     stores,
		First:     firstNode,
		FirstArcs: tree.ChunkSize,
		Span:      func(n *node) *tree.Span { return &n.Span },
		Next:      func(a *arc[M]) *uint32 { return &a.node },
	}}
}

// reset empties the store and makes room for a first node. It is an error if the memory limit is too small.
func (s *store[M]) reset(arcs int) error {
	used := []bool{true, s.numbers.used, s.raves.used, s.priors.used, s.priorResults.used}
	s.Columns = nil
	for i, c := range []slab.Column{&s.Arcs, &s.numbers, &s.raves, &s.priors, &s.priorResults} {
		if used[i] {
			s.Columns = append(s.Columns, c)
		}
	}
	s.closed, s.pruned = false, 0
	s.wanting.Store(false)
	if err := s.Reset(arcs); err != nil {
		return fmt.Errorf("mcts: %w", err)
	}
	return nil
}

func (s *store[M]) arcsOf(n *node) []arc[M] { return s.Arcs.Slice(n.First, n.Count) }

// step makes the position after a root move the root, and reports whether it is in the store.
func (s *store[M]) step(m M) bool {
	if s.Root == noNode {
		return false
	}
	arcs := s.arcsOf(s.Nodes.At(s.Root))
	for i := range arcs {
		if to := arcs[i].node; arcs[i].move == m && to >= firstNode && !s.Nodes.At(to).meeting {
			s.Root, s.Stale, s.closed = to, true, false
			return true
		}
	}
	return false
}

func (s *store[M]) lock() {
	if s.shared {
		s.mu.Lock()
	}
}

func (s *store[M]) unlock() {
	if s.shared {
		s.mu.Unlock()
	}
}

// find returns the node of a position with this hash, or noNode.
func (s *store[M]) find(hash uint64) uint32 {
	s.lock()
	defer s.unlock()
	return s.Find(hash, nil)
}

// enter makes find find a new node, and returns it, or the node that another worker entered before.
func (s *store[M]) enter(id uint32) uint32 {
	s.lock()
	defer s.unlock()
	if other := s.Find(s.Nodes.At(id).hash, nil); other != noNode {
		return other
	}
	s.File(id)
	return id
}

// allocate returns a new node with count uninitialized arcs, or noNode without room.
func (s *store[M]) allocate(count int) uint32 {
	if count > s.Arcs.Chunk() {
		return noNode // it will never have room
	}
	s.lock()
	id, arcs := s.Allocate(count)
	if id == noNode {
		s.wanting.Store(true)
	} else {
		*s.Nodes.At(id) = node{Span: arcs}
	}
	prepare := s.shared && s.Scarce()
	s.Preparing = s.Preparing || prepare
	s.unlock()
	if prepare {
		s.prepare()
	}
	return id
}

// prepare makes a spare chunk of arcs without the lock, so that others need not wait.
func (s *store[M]) prepare() {
	keep := make([]func(), len(s.Columns))
	for i, c := range s.Columns {
		keep[i] = c.Prepare()
	}
	s.mu.Lock()
	for _, f := range keep {
		f()
	}
	s.Preparing = false
	s.mu.Unlock()
}

package search

import (
	"encoding"
	"errors"
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/apart"
	"github.com/ply-search/ply/internal/hashtable"
	"github.com/ply-search/ply/transposition"
)

// A Space contains the positions or lines of play of a game from its present position on, together with a method to
// recognise positions that are reached more than once. [Tree], [Graph], [SymmetricGraph], [ExactGraph], [Incremental]
// and [IncrementalGraph] return spaces. Each of these functions requires certain capabilities of the game.
//
// A search leaves the game in the position in which it was given, unless the game or a callback panics. A Space is used
// by one search at a time.
//
// Each search starts with an empty memory of positions. If the game has cycles and the memory is a table, which may
// forget positions, [DepthFirst] also remembers the positions on the current line. This guarantees that the search
// terminates, but if the table is too small, the search visits many positions repeatedly.
type Space[M comparable] struct {
	kind        string
	game        ply.Game[M]
	clone       func() Space[M] // the same space of a clone of the game; nil without clones
	maxDepth    int             // 0 for no limit
	incremental bool
	table       *transposition.Table    // of hashes; nil for a memory that grows
	memory      memory                  // of hashes; nil for none, or for a table that is not open
	shared      bool                    // memory is shared with other searches
	hasher      fast.SuccessorHasher[M] // of the keys in memory
	rootKey     func() uint64
	xors        fast.XorHasher[M]  // the game, or nil
	exact       *transposition.Set // of identities; nil for none
	ownExact    bool               // exact was made by the space
	identity    encoding.BinaryAppender
}

// A memory is a set of keys that grows, or an open table.
type memory interface {
	Visit(key uint64) bool
}

// Tree returns the space of all lines of play. A position is visited once for every line that leads to it. The space
// uses no memory. If the game has cycles, lines may be endless, and most searches require [Space.MaxDepth].
func Tree[G ply.Game[M], M comparable](g G) Space[M] {
	return Space[M]{kind: "Tree", game: g, clone: cloner(g, Tree)}
}

// MaxDepth returns the space limited to positions at most this number of moves from the start. 0 means no limit. If the
// space remembers positions and its depth is limited, only [BreadthFirst] can search it; [DepthFirst] returns an error.
func (s Space[M]) MaxDepth(moves int) Space[M] {
	s.maxDepth = moves
	return s
}

func cloner[G ply.Game[M], M comparable](g G, space func(G) Space[M]) func() Space[M] {
	c, ok := any(g).(ply.Cloner[G])
	if !ok {
		return nil
	}
	return func() Space[M] { return space(apart.Clone(c)) }
}

// Graph returns the space of all positions, identified by their hashes. A position is not visited again while the table
// remembers it. If the game is a [fast.SuccessorHasher] or [fast.AfterHasher], positions visited before are recognised
// without playing the move that leads to them.
//
// A table takes 8 bytes for each position. If the argument table is nil, a search with one worker remembers all
// positions, with 11 to 22 bytes for each position. Several workers without such a table share a table of 64 MiB.
//
// By default, a new position replaces an old one in the table, as in Helmstetter 2007. With another
// [transposition.Scheme], the position with the greater weight can remain. The weight of a position is the number of
// nodes visited below it or, for schemes that compare depths, the number of moves to the deepest of these nodes. With
// such a scheme, [DepthFirst] stores a position only after all its moves have been searched. A search with several
// workers ignores the Scheme.
func Graph[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G, table *transposition.Table) Space[M] {
	s := Space[M]{kind: "Graph", game: g, table: table, hasher: fast.SuccessorHasherOf(g), rootKey: g.Hash}
	s.clone = cloner(g, func(g G) Space[M] { return Graph(g, table) })
	s.xors, _ = any(g).(fast.XorHasher[M])
	if r, ok := any(g).(ply.Rehasher); ok && s.xors != nil {
		s.rootKey = r.Rehash // Hash would make the game maintain its hash from now on
	}
	return s.growing()
}

// SymmetricGraph returns the space of all positions up to symmetry: of the positions that are images of one another, a
// search visits one. It is a [Graph] whose hash is [ply.CanonicalHash]. To hash the position after a move, the search
// plays the move and calls HashUnder for each symmetry.
func SymmetricGraph[G interface {
	ply.Game[M]
	ply.Symmetric[M]
}, M comparable](g G, table *transposition.Table) Space[M] {
	s := Space[M]{
		kind: "SymmetricGraph", game: g, table: table, hasher: canonical[G, M]{g}, rootKey: func() uint64 { return ply.CanonicalHash(g) },
	}
	s.clone = cloner(g, func(g G) Space[M] { return SymmetricGraph(g, table) })
	return s.growing()
}

// ExactGraph returns the space of all positions, identified by their identities instead of hashes: different positions
// are never confused. seen stores the identity of each position visited, as AppendBinary of the game appends it, and
// must be empty. If seen is nil, the space creates a set. ExactGraph takes more time and memory than [Graph].
func ExactGraph[G interface {
	ply.Game[M]
	encoding.BinaryAppender
}, M comparable](g G, seen *transposition.Set) Space[M] {
	s := Space[M]{kind: "ExactGraph", game: g, exact: seen, identity: g}
	if seen == nil {
		s.exact, s.ownExact = new(transposition.Set), true
	}
	return s
}

// Incremental returns the space of all lines of play without incremental transpositions: of the lines that differ only
// in the order of adjacent commuting moves, it contains one (Helmstetter 2007, section 2.2; the sleep sets of Godefroid
// 1996). Two moves commute if both orders lead to the same position ([ply.Commuter]). If two moves commute only in some
// positions, the space can contain several lines that differ only in the order of such moves. The space uses no memory
// except for the current line.
//
// For each position on the line, the search keeps a set T of legal moves that lead to positions already searched. It
// skips the moves in T. After searching a move it adds the move to T. When a move m is played, the set T of the new
// position begins with those members of the old T that commute with m.
//
// The game must be acyclic, unless the search is [IterativeDeepening] or the space has a [Space.MaxDepth]. Every
// position is visited. If the game is acyclic and all its transpositions are incremental, as in Morpion solitaire,
// every position is visited exactly once.
func Incremental[G interface {
	ply.Game[M]
	ply.Commuter[M]
}, M comparable](g G) Space[M] {
	return Space[M]{kind: "Incremental", game: g, clone: cloner(g, Incremental), incremental: true}
}

// IncrementalGraph returns the space of [Graph] without the incremental transpositions that [Incremental] leaves out.
// These transpositions need no entry in the table. The table recognises most other transpositions.
//
// The game must be acyclic; every position is then visited. In a game with cycles, positions could be missed.
func IncrementalGraph[G interface {
	ply.Game[M]
	ply.Hasher
	ply.Commuter[M]
}, M comparable](g G, table *transposition.Table) Space[M] {
	s := Graph(g, table)
	s.clone = cloner(g, func(g G) Space[M] { return IncrementalGraph(g, table) })
	s.kind, s.incremental = "IncrementalGraph", true
	return s
}

type canonical[G interface {
	ply.Game[M]
	ply.Symmetric[M]
}, M comparable] struct{ game G }

func (c canonical[G, M]) HashSuccessors(moves []M, dst []uint64) []uint64 {
	for _, m := range moves {
		c.game.Play(m)
		dst = append(dst, ply.CanonicalHash(c.game))
		c.game.Undo(m)
	}
	return dst
}

var (
	errNoGame       = errors.New("search: no game given")
	errUsedSet      = errors.New("search: the set already holds positions, which the search would leave out: reset it")
	errDepthOfGraph = errors.New("search: MaxDepth needs a space that remembers no positions: " +
		"one remembered may have been reached with fewer moves left")
)

func (s Space[M]) growing() Space[M] {
	if s.table == nil {
		s.memory = new(hashtable.KeySet)
	}
	return s
}

func (s *Space[M]) open() (err error) {
	switch {
	case s.ownExact:
		s.exact.Reset()
	case s.hasher == nil || s.shared:
	case s.table == nil:
		s.memory.(*hashtable.KeySet).Reset()
	case s.table.Scheme == 0 || s.table.Scheme == transposition.ReplaceAlways:
		s.memory, err = opened(hashtable.OpenSet(s.table))
	default:
		s.memory, err = opened(hashtable.Open[struct{}](s.table, hashtable.TwoBig))
	}
	return err
}

func opened[T interface {
	memory
	Reset()
}](table T, err error) (memory, error) {
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	table.Reset()
	return table, nil
}

func (s *Space[M]) close() {
	if s.table != nil && s.memory != nil {
		s.memory = nil
		hashtable.Close(s.table)
	}
}

// ownMemory reports whether the caller does not see the memory of the space after a search.
func (s *Space[M]) ownMemory() bool { return s.table == nil && (s.exact == nil || s.ownExact) }

// forgets reports whether a visited position may be visited again.
func (s *Space[M]) forgets() bool { return s.exact == nil && (s.hasher == nil || s.table != nil) }

// check returns an error if a depth-first search of the space is impossible or might not end.
func (s *Space[M]) check() error {
	if err := s.checkMemory(); err != nil {
		return err
	}
	switch {
	case (s.maxDepth == 0 && s.tree() || s.incremental && !s.tree()) && !s.acyclic():
		return ply.ErrCyclic
	case !s.tree() && s.maxDepth != 0:
		return errDepthOfGraph
	}
	return nil
}

func (s *Space[M]) checkMemory() error {
	switch {
	case s.game == nil:
		return errNoGame
	case s.maxDepth < 0:
		return fmt.Errorf("search: MaxDepth is %d, want a number of moves or 0 for no limit", s.maxDepth)
	case s.tree():
		return nil
	case s.exact != nil && s.exact.Len() > 0 && !s.ownExact:
		return errUsedSet
	}
	return nil
}

// tree reports whether positions are remembered neither by hash nor by identity.
func (s *Space[M]) tree() bool { return s.hasher == nil && s.identity == nil }

func (s *Space[M]) acyclic() bool {
	a, ok := s.game.(ply.Acyclic)
	return ok && a.Acyclic()
}

package search

import (
	"encoding"
	"errors"
	"reflect"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// A Space is what a search searches: a game from its present position on, and the way in which
// positions reached more than once are recognised. [Tree], [Graph], [SymmetricGraph], [ExactGraph],
// [Incremental] and [IncrementalGraph] make one, each of a game with the capabilities that it needs.
//
// A search plays on the game and leaves it as it was, unless the game or a callback panics. A Space serves one
// search at a time.
type Space[M comparable] struct {
	game        ply.Game[M]
	incremental bool
	memory      Memory                 // of hashes; nil for none
	hasher      ply.SuccessorHasher[M] // of the keys in memory
	rootKey     func() uint64
	exact       *transposition.Set // of identities; nil for none
	identity    encoding.BinaryAppender
}

// Memory remembers the positions that a search of a graph has visited, by their hashes.
//
//   - A [transposition.BoundedSet] takes no more memory than it was made with. The search may
//     visit a position again that it has forgotten.
//   - A [transposition.Table] of struct{} does that too, by another replacement scheme.
//   - A [transposition.HashSet] grows, and forgets nothing.
//   - A [transposition.Handle] can be shared with searches in other goroutines, each of which then
//     visits a part of the space.
//
// A search begins with an empty memory: it refuses one of the first three that holds positions, unless
// [Options.Continue] is set. A Handle and other types of memory are taken as they are, because others may be
// adding to them. What they hold at the start is left out of the search. Only the start itself is always visited.
//
// In a game with cycles, a search also remembers the positions on the present line of play if its memory may
// forget them. It then ends, but if the memory is much smaller than the space, it can visit positions very often.
type Memory interface {
	// Visit reports whether key is remembered, and remembers it if not.
	Visit(key uint64) bool
}

// Tree is the space of all lines of play: a position is visited once for every line that leads
// to it.
func Tree[M comparable](g ply.Game[M]) Space[M] {
	return Space[M]{game: g}
}

// Graph is the space of all positions, as far as memory remembers those visited.
//
// A table of a scheme that weighs ([transposition.Scheme.Weighs]) is told the size or the height
// of the part of the space that was visited from a position on, once that is done.
func Graph[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G, memory Memory) Space[M] {
	return Space[M]{game: g, memory: memory, hasher: ply.SuccessorHasherOf(g), rootKey: g.Hash}
}

// SymmetricGraph is Graph with symmetric positions taken for one: it visits one of each class.
func SymmetricGraph[G interface {
	ply.Game[M]
	ply.Symmetric[M]
}, M comparable](g G, memory Memory) Space[M] {
	c := canonical[G, M]{g}
	return Space[M]{game: g, memory: memory, hasher: ply.SlowSuccessorHasher(c), rootKey: func() uint64 { return ply.CanonicalHash(g) }}
}

// ExactGraph is the space of all positions with no doubt left: visited positions are known by
// their whole identity, which seen keeps. It takes more time and memory than Graph. Like a [Memory], seen must
// be empty unless [Options.Continue] is set.
func ExactGraph[G interface {
	ply.Game[M]
	encoding.BinaryAppender
}, M comparable](g G, seen *transposition.Set) Space[M] {
	return Space[M]{game: g, exact: seen, identity: g}
}

// Incremental is the space of all lines of play but for incremental transpositions: of lines that
// differ only in the order of adjacent moves that commute, it holds one (Helmstetter 2007, section
// 2.2; the sleep sets of Godefroid 1996). That takes no memory beyond the line itself.
//
// To this end a search carries with a position the set T of those legal moves that lead where it has
// been already. It leaves them out, adds each move to T when it is done with it, and hands to the
// position after a move the members of T that commute with that move.
//
// The game must be acyclic. Then every position is visited at least once, and where all
// transpositions are incremental, as in Morpion solitaire, exactly once.
func Incremental[G interface {
	ply.Game[M]
	ply.Commuter[M]
}, M comparable](g G) Space[M] {
	return Space[M]{game: g, incremental: true}
}

// IncrementalGraph is Graph and Incremental together: incremental transpositions need no entry in
// memory, and memory catches most of the others. The game must be acyclic; then every position is
// visited (with cycles some would be lost: a move is in T for good, though the search of what lies
// behind it may have been cut short by the line that it was then on).
func IncrementalGraph[G interface {
	ply.Game[M]
	ply.Hasher
	ply.Commuter[M]
}, M comparable](g G, memory Memory) Space[M] {
	s := Graph(g, memory)
	s.incremental = true
	return s
}

// canonical hashes the positions after moves up to symmetry.
type canonical[G interface {
	ply.Game[M]
	ply.Symmetric[M]
}, M comparable] struct{ game G }

func (c canonical[G, M]) HashAfter(m M) uint64 {
	c.game.Play(m)
	hash := ply.CanonicalHash(c.game)
	c.game.Undo(m)
	return hash
}

var (
	errNoGame     = errors.New("search: no game given")
	errNoMemory   = errors.New("search: no memory given for the positions visited")
	errUsedMemory = errors.New("search: the memory already holds positions, which the search would leave out: " +
		"reset it, or set Continue")
	errContinueTree = errors.New("search: Continue needs a space that remembers positions")
)

// isUsed reports whether the memory is known to hold positions that are not of this search.
func (s *Space[M]) isUsed() bool {
	switch memory := s.memory.(type) {
	case *transposition.HashSet:
		return memory.Len() > 0
	case *transposition.BoundedSet:
		return !memory.Empty()
	case *transposition.Table[struct{}]:
		return memory.Stats().Used > 0
	}
	return s.exact != nil && s.exact.Len() > 0
}

// forgets reports whether a position visited may be visited again.
func (s *Space[M]) forgets() bool {
	switch s.memory.(type) {
	case nil:
		return s.exact == nil
	case *transposition.HashSet:
		return false
	default:
		return true
	}
}

// check returns an error if a depth-first search of the space with these options is impossible or need not
// end.
func (s *Space[M]) check(opt *Options[M]) error {
	if err := s.checkMemory(opt); err != nil {
		return err
	}
	switch {
	case s.incremental && !s.acyclic(), s.tree() && opt.MaxDepth == 0 && !s.acyclic():
		return ply.ErrCyclic
	case !s.tree() && opt.MaxDepth != 0:
		return errDepthOfGraph
	}
	return nil
}

func (s *Space[M]) checkMemory(opt *Options[M]) error {
	switch {
	case s.game == nil:
		return errNoGame
	case s.tree() && opt.Continue:
		return errContinueTree
	case s.tree():
		return nil
	case s.identity != nil && s.exact == nil, s.hasher != nil && s.memory == nil:
		return errNoMemory
	}
	if m := reflect.ValueOf(s.memory); m.Kind() == reflect.Pointer && m.IsNil() {
		return errNoMemory // a table that could not be made, most likely
	}
	if !opt.Continue && s.isUsed() {
		return errUsedMemory
	}
	return nil
}

// tree reports whether positions are remembered neither by hash nor by identity.
func (s *Space[M]) tree() bool { return s.hasher == nil && s.identity == nil }

func (s *Space[M]) acyclic() bool {
	a, ok := s.game.(ply.Acyclic)
	return ok && a.Acyclic()
}

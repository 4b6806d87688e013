package alphabeta

import (
	"math"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/hashtable"
)

// How a search uses its table: recall looks a position up, answers says what an entry is good for, remember stores, which
// settle (search.go) asks for where the value depends on nothing but the position.

// afterNull makes another key of that of a position where no null move is allowed.
const afterNull = 0x5be0cd19137e2179

// bottomless is what the table has for the depth of a search to the end of the game.
const bottomless = 254

// A fetcher is a table that can be told which keys are likely to be looked up soon.
type fetcher interface{ Fetch(keys []uint64) }

// A table stores what is found out about positions: a [hashtable.Table] for one goroutine, the access of one of several, or
// a test's own. Lookup and Store are called while the game is in the position in question. weight tells what the entry is
// worth: the remaining depth or, by a scheme that compares nodes, the number of nodes searched. If the depth is unlimited, it
// is the binary logarithm of the number of nodes.
type table interface {
	Lookup(key uint64) (e entry, ok bool)
	Store(key uint64, e entry, weight int)
}

// A memory is the table of a search, and how it is used. It is written by newNegamax, and ahead by who needs scratch.
type memory[M comparable] struct {
	table    table
	direct   *hashtable.Table[entry] // the table, if it is one: it is asked in most positions
	salt     uint64                  // of the keys
	origin   uint64                  // what stands for the moves before the start, if repetitions count
	images   ply.Symmetric[M]        // the game, if images of a position share an entry
	byNodes  bool                    // entries are weighed by nodes
	anyDepth bool                    // entries of deeper searches may be used
	fetcher  fetcher                 // the table, if entries are to be fetched ahead

	successorHasher fast.SuccessorHasher[M] // of the keys to fetch, unless images share entries
	hashesAhead     bool                    // replyAhead may find known replies
	ahead           []uint64                // keys of successors
}

// lookUp returns the entry under a key of the table.
func (m *memory[M]) lookUp(key uint64) (entry, bool) {
	if m.direct != nil {
		return m.direct.Lookup(key)
	}
	return m.table.Lookup(key)
}

// answers reports whether an entry, which says value, makes a search to a depth with a window unnecessary.
func (s *negamax[M]) answers(e entry, value, depth, alpha, beta int) bool {
	if !s.isDeepEnough(e, depth) ||
		e.Bound != ply.Exact && (e.Bound != ply.AtLeast || value < beta) && (e.Bound != ply.AtMost || value > alpha) {
		return false
	}
	if !e.Final {
		s.assumed.evaluate(1)
	}
	return true
}

func (s *negamax[M]) isDeepEnough(e entry, depth int) bool {
	switch {
	case e.Final && (s.anyDepth || s.root.unbounded && s.whole):
		return true
	case s.root.unbounded:
		return e.Depth == bottomless
	case s.anyDepth:
		return int(e.Depth) >= depth
	default:
		return int(e.Depth) == depth || e.Final && s.whole && int(e.Depth) < depth
	}
}

// recall looks a position up in the table. It reports whether that is enough; value is then the value.
func (s *negamax[M]) recall(v *visit, null bool) (value int, known bool) {
	v.key, v.image = s.keyHere()
	if !null {
		v.key ^= afterNull
	}
	if s.repetitions {
		return s.recallOnLine(v)
	}
	e, ok := s.lookUp(v.key)
	if !ok {
		return 0, false
	}
	return s.use(e, v)
}

// use notes the move of an entry, and reports whether the entry makes a search of a position unnecessary; value is then the
// value.
func (s *negamax[M]) use(e entry, v *visit) (value int, known bool) {
	v.remembered = e.Move
	value = s.fromTable(e, v.at)
	if v.at == 0 || !s.answers(e, value, v.depth, v.alpha, v.beta) {
		return 0, false
	}
	if s.narrow {
		s.assumed.narrow() // for all that is known
	}
	return value, true
}

// keyHere returns the key of the present position, and the symmetry that it is of.
func (s *negamax[M]) keyHere() (key uint64, image int) {
	if s.images == nil {
		return s.hasher.Hash() ^ s.salt, 0
	}
	key, image = canonicalImage(s.images)
	return key ^ s.salt, image
}

// remember puts what was found of a position into the table, and returns the entry.
func (s *negamax[M]) remember(v *visit, value int, bound ply.Bound) entry {
	return s.store(v.key, v.at, v.depth, value, bound, s.mark(v), v.assumed.heuristic, v.nodes)
}

// store puts an entry of the position at moves from the start into the table, and returns it. heuristic and nodes are the counts when
// the search came to the position.
func (s *negamax[M]) store(
	key uint64, at, depth, value int, bound ply.Bound, move uint16, heuristic, nodes int,
) entry {
	e := entry{
		Move:  move,
		Depth: uint8(min(depth, bottomless)),
		Final: s.assumed.heuristic == heuristic,
	}
	s.forTable(&e, value, at, bound)
	weight := int(e.Depth)
	switch {
	case s.byNodes:
		weight = s.stats.Nodes - nodes + 1
	case s.root.unbounded:
		weight = bits.Len(uint(s.stats.Nodes - nodes))
	}
	if s.direct != nil {
		s.direct.Store(key, e, weight)
	} else {
		s.table.Store(key, e, weight)
	}
	return e
}

// canonicalImage is [ply.CanonicalHash] and a symmetry that it is found under.
func canonicalImage[M comparable](g ply.Symmetric[M]) (least uint64, image int) {
	least = g.HashUnder(0)
	for i := 1; i < g.Symmetries(); i++ {
		if h := g.HashUnder(i); h < least {
			least, image = h, i
		}
	}
	return least, image
}

// mark returns the form in the table of the best move: its number among the moves of the position; where the
// position may come back as another image, the number of the move's own image.
func (s *negamax[M]) mark(v *visit) uint16 {
	if s.images != nil {
		return markOf(s.numberer.Number(s.images.MoveUnder(v.image, s.stack[v.start+v.bestMove])))
	}
	return markOf(v.bestMove)
}

// markOf returns the form in the table of the number of a move.
func markOf(number int) uint16 {
	if number >= math.MaxUint16 {
		return 0
	}
	return uint16(number + 1)
}

// hint returns the number of the move that the table has kept, or -1.
func (s *negamax[M]) hint(v *visit) int {
	moves := s.stack[v.start:]
	switch {
	case v.remembered == 0 || s.withoutHint:
		return -1
	case s.images != nil:
		return slices.IndexFunc(moves, func(m M) bool {
			return s.numberer.Number(s.images.MoveUnder(v.image, m)) == int(v.remembered)-1
		})
	case int(v.remembered) > len(moves):
		return -1
	}
	return int(v.remembered) - 1
}

// fetch has the table fetch the entries of the positions after all moves. It is called when the first move did not
// cut off the present position, so the others are likely to be searched as well.
func (s *negamax[M]) fetch(start, at int) {
	s.keysAhead(start, at)
	s.fetcher.Fetch(s.ahead)
}

// keysAhead puts the keys of the positions after all moves into ahead. Images share an entry by the least of their hashes,
// which no game tells without playing the move.
func (s *negamax[M]) keysAhead(start, at int) {
	s.ahead = s.ahead[:0]
	if s.images == nil {
		s.ahead = s.successorHasher.HashSuccessors(s.stack[start:], s.ahead)
		salt := s.salt
		if s.repetitions {
			salt ^= s.lineKey(s.levels[at].pastBehind(), 0)
		}
		for i := range s.ahead {
			s.ahead[i] ^= salt
		}
		return
	}
	for _, m := range s.stack[start:] {
		s.play(s.level(at), at, m)
		key, _ := s.keyHere()
		s.takeBack(at, m)
		s.ahead = append(s.ahead, key)
	}
}

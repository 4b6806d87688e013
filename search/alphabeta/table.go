package alphabeta

import (
	"math"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/hashtable"
)

// The table: recall looks a position up, answers decides whether an entry replaces a search, remember stores one.

// afterNull turns a position's key into its key if no null move is allowed.
const afterNull = 0x5be0cd19137e2179

// bottomless is the Depth of entries of searches to the end of the game.
const bottomless = 254

// A table stores entries of positions: a [hashtable.Table] of one goroutine, a sharedTable, or a test's own. weight is
// the remaining depth or, by a scheme that compares nodes, the number of nodes searched. For unlimited depth, it is the
// binary logarithm of the nodes.
type table interface {
	Lookup(key uint64) (e packed, ok bool)
	Store(key uint64, e packed, weight int)
}

type fetcher interface{ Fetch(keys []uint64) }

// A memory is the table of a search. After newMemory only fetch changes it.
type memory[M comparable] struct {
	entries  table                    // nil for none
	direct   *hashtable.Table[packed] // entries, if it is one: most positions use it
	fetcher  fetcher                  // entries, if it is one
	salt     uint64                   // of the keys
	byNodes  bool                     // entries are weighed by nodes
	anyDepth bool                     // use entries of deeper searches
	fetches  bool                     // of all successors, once the first move did not cut off

	successorHasher fast.SuccessorHasher[M] // the game, unless images share entries; or nil
	ahead           []uint64                // keys of successors
}

func newMemory[M comparable](g ply.AdversarialGame[M], opt *Options[M], evaluator ply.Evaluator) memory[M] {
	m := memory[M]{entries: opt.entries, anyDepth: !opt.EqualDepth, salt: opt.salt(g, evaluator)}
	m.direct, _ = opt.entries.(*hashtable.Table[packed])
	m.fetcher, _ = opt.entries.(fetcher)
	m.byNodes = m.direct != nil && m.direct.Scheme().ByNodes()
	if !opt.Tree.Symmetric {
		m.successorHasher, _ = g.(fast.SuccessorHasher[M])
	}
	m.fetches = m.fetcher != nil && m.successorHasher != nil
	return m
}

func (m *memory[M]) lookUp(key uint64) (packed, bool) {
	if m.direct != nil {
		return m.direct.Lookup(key)
	}
	return m.entries.Lookup(key)
}

// answers reports whether an entry with this value replaces a search to a depth with a window.
func (s *negamax[M]) answers(e entry, value, depth, alpha, beta int) bool {
	if !s.isDeepEnough(e, depth) ||
		e.Bound != ply.Exact && (e.Bound != ply.AtLeast || value < beta) && (e.Bound != ply.AtMost || value > alpha) {
		return false
	}
	if !e.Final {
		s.caveats.evaluate(1)
	}
	return true
}

func (s *negamax[M]) isDeepEnough(e entry, depth int) bool {
	switch {
	case e.Final && (s.table.anyDepth || s.root.unbounded && s.plan.whole):
		return true
	case s.root.unbounded:
		return e.Depth == bottomless
	case s.table.anyDepth:
		return int(e.Depth) >= depth
	default:
		return int(e.Depth) == depth || e.Final && s.plan.whole && int(e.Depth) < depth
	}
}

// recall looks a position up in the table. known tells whether the entry replaces a search.
func (s *negamax[M]) recall(v *node, null bool) (value int, known bool) {
	v.key, v.image = s.keyHere()
	if !null {
		v.key ^= afterNull
	}
	if s.keepsPaths() {
		return s.recallOnPath(v)
	}
	e, ok := s.table.lookUp(v.key)
	if !ok {
		return 0, false
	}
	return s.use(e.unpack(), v)
}

// use notes the move of an entry, and reports whether the entry replaces a search, with the value.
func (s *negamax[M]) use(e entry, v *node) (value int, known bool) {
	v.stored = e.Move
	value = s.scale.fromTable(e, v.level)
	if v.level == 0 || !s.answers(e, value, v.depth, v.alpha, v.beta) {
		return 0, false
	}
	if s.rules.narrow {
		s.caveats.narrow() // for lack of knowledge
	}
	return value, true
}

// keyHere returns the key of the present position, and its symmetry. Images share their least key.
func (s *negamax[M]) keyHere() (key uint64, image int) {
	if s.rules.images == nil {
		return s.rules.hasher.Hash() ^ s.table.salt, 0
	}
	key = s.rules.images.HashUnder(0)
	for i := 1; i < s.rules.images.Symmetries(); i++ {
		if h := s.rules.images.HashUnder(i); h < key {
			key, image = h, i
		}
	}
	return key ^ s.table.salt, image
}

func (s *negamax[M]) remember(v *node, value int, bound ply.Bound) entry {
	heuristic := v.caveats.heuristic
	if s.caveats.repeated != v.caveats.repeated && !s.keepsPaths() {
		heuristic = -1 // not final: another path may lack the repetition
	}
	return s.store(v.key, v.level, v.depth, value, bound, s.mark(v), heuristic, v.nodes)
}

// store stores and returns an entry of the position at a level. heuristic and nodes are the counts on arrival there.
func (s *negamax[M]) store(
	key uint64, level, depth, value int, bound ply.Bound, move uint16, heuristic, nodes int,
) entry {
	e := entry{
		Move:  move,
		Depth: uint8(min(depth, bottomless)),
		Final: s.caveats.heuristic == heuristic,
	}
	s.scale.forTable(&e, value, level, bound)
	weight := int(e.Depth)
	switch {
	case s.table.byNodes:
		weight = s.stats.Nodes - nodes + 1
	case s.root.unbounded:
		weight = bits.Len(uint(s.stats.Nodes - nodes))
	}
	if s.table.direct != nil {
		s.table.direct.Store(key, e.pack(), weight)
	} else {
		s.table.entries.Store(key, e.pack(), weight)
	}
	return e
}

// mark returns the best move as the table stores it: its number among the moves or, with symmetries, its image's.
func (s *negamax[M]) mark(v *node) uint16 {
	if s.rules.images != nil {
		return markOf(s.numberUnder(v.image, s.path.stack[v.start+v.bestMove]))
	}
	return markOf(v.bestMove)
}

func (s *negamax[M]) numberUnder(image int, m M) int {
	return s.order.numberer.Number(s.rules.images.MoveUnder(image, m))
}

func markOf(number int) uint16 {
	if number >= math.MaxUint16 {
		return 0
	}
	return uint16(number + 1)
}

func (s *negamax[M]) hashMove(v *node) int {
	moves, kept := s.path.stack[v.start:], int(v.stored)-1
	switch {
	case kept < 0 || s.order.by&TableMove == 0:
		return -1
	case s.rules.images != nil:
		return slices.IndexFunc(moves, func(m M) bool { return s.numberUnder(v.image, m) == kept })
	case kept >= len(moves):
		return -1
	}
	return kept
}

// fetch prefetches the entries after all moves, on the stack from start on. Keys of images require playing the moves.
func (s *negamax[M]) fetch(start, level int) {
	ahead := s.table.ahead[:0]
	if s.table.successorHasher == nil {
		for _, m := range s.path.stack[start:] {
			s.path.play(s.path.frame(level), level, m)
			key, _ := s.keyHere()
			s.path.takeBack(level, m)
			ahead = append(ahead, key)
		}
	} else {
		ahead = s.table.successorHasher.HashSuccessors(s.path.stack[start:], ahead)
		salt := s.table.salt
		if s.keepsPaths() {
			salt ^= s.keyOfPath(s.history.pastBehind(level, false), 0)
		}
		for i := range ahead {
			ahead[i] ^= salt
		}
	}
	if s.table.ahead = ahead; s.table.fetcher != nil {
		s.table.fetcher.Fetch(ahead)
	}
}

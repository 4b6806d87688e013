package alphabeta

import (
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Repetitions are found here (arrive). Where they count, the value of a position depends on the positions before it on the
// path, which can be repeated. An entry that was stored on one path and used on another could make a wrong
// value look exact: the problem of graph-history interaction (Palay 1983; Campbell 1985; Kishimoto and Müller 2004). There are
// two ways out.
//
// In a search to a depth, the positions before, in any order, are part of the key. Few paths to a position share an entry
// then, so its best move is stored once more for all of them; and an entry that no path can make wrong is used on all: see
// independence.go.
//
// A search to the end of the game needs no more in its keys than the position, if it stores nothing that was found by way of
// a repetition. Such an entry is true where the position is the start. It need not be true on another path, but that does not
// change the value of the start: a side that wins can do so by moves that get nearer to the end each time, and so repeat
// nothing, and a side that does not lose can keep to positions that it does not lose on any path.

// A history knows the positions on the path, if repetitions count.
type history struct {
	independence         // of the path
	origin       uint64  // a number that stands for the moves before the start
	places       []place // of the positions, by level; empty if no hashes are needed
}

// A place is where a position is on the path.
type place struct {
	key       uint64 // its hash
	past      uint64 // of the positions before
	lastVisit int    // when one of these, or the position, was visited before: see independence.go
}

// searches counts searches of games that know their repetitions themselves.
var searches atomic.Uint64

// newHistory returns a history with its origin. A game that knows its repetitions itself may count positions before the start,
// which the search does not know. So it must not use entries of an earlier search, except for their moves, and its
// origin is a number that no earlier one had. If the table counts how often it was asked, it is the same for an equal table.
func newHistory[M comparable](r *rules[M], m *memory[M]) history {
	h := history{independence: independence{wanted: m.entries != nil}}
	switch {
	case r.repeater == nil || m.entries == nil:
	case m.direct != nil:
		stats := m.direct.Stats()
		h.origin = transposition.Mix(stats.Hits + stats.Misses)
	default:
		h.origin = transposition.Mix(searches.Add(1))
	}
	return h
}

// share takes the origin of another search that uses the same table.
func (h *history) share(other *history) { h.origin = other.origin }

// arrive notes the present position as part of the path, and reports whether it is a repetition, which counts as a draw.
func (s *negamax[M]) arrive(level int) (repeated bool) {
	s.notePlace(level)
	h, first := &s.history, -1
	byHash := s.rules.repeater == nil
	if byHash || level > 0 && s.rules.repeater.Repeated() {
		first = h.find(level)
		repeated = !byHash || first >= 0
	}
	if !repeated {
		h.visit(level, s.stats.Nodes)
		return false
	}
	s.stats.repeat()
	s.caveats.repeat()
	h.repeat(first)
	return true
}

// notePlace notes where the present position is on the path, if repetitions count.
func (s *negamax[M]) notePlace(level int) {
	if !s.rules.tree.Repetitions || s.rules.hasher == nil {
		return
	}
	h := &s.history
	here := place{key: s.rules.hasher.Hash(), past: h.origin}
	if level > 0 {
		here.past = h.pastBehind(level-1, s.path.frames[level-1].null)
		here.lastVisit = h.places[level-1].lastVisit
	}
	here.lastVisit = max(here.lastVisit, h.visited(here.key))
	h.places = append(h.places[:level], here)
}

// find returns the level at which the position at a level was first on the path, or -1 for none.
func (h *history) find(level int) int {
	if len(h.places) == 0 {
		return -1
	}
	key := h.places[level].key
	return slices.IndexFunc(h.places[:level], func(p place) bool { return p.key == key })
}

// pastBehind returns the past of the positions behind the one at a level, or behind a null move there, across which a game may
// count no repetitions.
func (h *history) pastBehind(level int, null bool) uint64 {
	key := h.places[level].key
	if null {
		key ^= afterNull
	}
	return h.places[level].past + transposition.Mix(key)
}

// keyOfPath returns the part of a key that tells on which paths an entry holds. An image of the position has images of the
// positions before.
func (s *negamax[M]) keyOfPath(past uint64, image int) uint64 {
	if s.root.unbounded {
		past, image = s.history.origin, 0
	}
	return transposition.Mix(past + uint64(image))
}

// movesOnly turns the key of a position into another one, under which the table has nothing but a move.
const movesOnly = 0x2c5a8d1f7be3906b

// recallOnPath is recall where repetitions count. The key of the position is in v.
func (s *negamax[M]) recallOnPath(v *node) (value int, known bool) {
	v.anyPath = v.key
	v.key ^= s.keyOfPath(s.history.places[v.level].past, v.image)
	if v.level > 0 && !s.root.unbounded {
		if r := s.history.recordOf(v); r != nil {
			if value, known = s.use(r.entry, v); known {
				s.history.restOn(r.since)
				return value, true
			}
		}
	}
	e, ok := s.table.lookUp(v.key)
	if !ok {
		if e, ok = s.table.lookUp(v.anyPath ^ movesOnly); ok {
			v.stored = e.unpack().Move
		}
		return 0, false
	}
	if value, known = s.use(e.unpack(), v); known {
		s.history.restOn(unknownTime) // it may depend on this path
	}
	return value, known
}

// rememberOnPath is remember where repetitions count.
func (s *negamax[M]) rememberOnPath(v *node, value int, bound ply.Bound) {
	switch {
	case !s.root.unbounded:
		e := s.remember(v, value, bound)
		s.history.record(v, e, s.rules.images == nil)
	case s.caveats.repeated == v.caveats.repeated:
		s.remember(v, value, bound)
	}
	s.store(v.anyPath^movesOnly, v.level, v.depth, 0, ply.NoBound, s.mark(v), v.caveats.heuristic, v.nodes)
}

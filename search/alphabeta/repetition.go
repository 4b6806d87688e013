package alphabeta

import (
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Repetitions. If they count, the value of a position depends on the positions before it on the path, which can be
// repeated. An entry stored on one path and used on another could make a wrong value look exact: the problem of
// graph-history interaction (Palay 1983; Campbell 1985; Kishimoto and Müller 2004). There are two exact solutions.
//
// In a search to a depth, the key includes the set of positions before. Since few paths share a key, the best move is
// stored once more for all; an entry that no path can make wrong is used on all (independence.go).
//
// A search to the end of the game uses the key of the position alone, and stores nothing that rests on a repetition.
// Such an entry is true if the position is the start. On another path it can be wrong, but without effect on the value
// of the start: a side that wins can do so by moves that approach the end, without a repetition, and a side that does
// not lose can keep to positions that it does not lose on any path.

// A selective search to a depth uses entries on all paths, as most programs do: its values are estimates anyway. An
// entry whose value rests on a repetition is not final. A win never rests on one.

// keepsPaths reports whether an entry holds only on some paths.
func (s *negamax[M]) keepsPaths() bool {
	return s.rules.tree.Repetitions && (s.rules.tree.Selective == 0 || s.root.unbounded)
}

// A history holds the positions on the path, if repetitions count.
type history struct {
	independence         // of the path
	origin       uint64  // stands for the moves before the start
	places       []place // of the positions, by level; empty if no hashes are needed
}

type place struct {
	key       uint64 // its hash
	past      uint64 // of the positions before
	lastVisit int    // of the position or one before it; see independence.go
}

var searches atomic.Uint64

// newHistory returns a history with its origin. A ply.Repeater may count positions before the start, unknown to the
// search. Entries of an earlier search must then be used only for their moves, so the origin is a number that no
// earlier search had. If the table counts its lookups, the origin is the same for an equal table.
func newHistory[M comparable](r *rules[M], m *memory[M]) history {
	h := history{independence: independence{wanted: m.entries != nil && r.tree.Selective == 0}}
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

func (h *history) share(other *history) { h.origin = other.origin }

// arrive adds the present position to the path, and reports whether it is a repetition, which counts as a draw.
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

// notePlace notes the place of the present position on the path, if repetitions count.
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

// find returns the level at which the position at a level was first on the path, or -1.
func (h *history) find(level int) int {
	if len(h.places) == 0 {
		return -1
	}
	key := h.places[level].key
	return slices.IndexFunc(h.places[:level], func(p place) bool { return p.key == key })
}

// pastBehind returns the past after the position at a level, or after a null move, which a repetition may not cross.
func (h *history) pastBehind(level int, null bool) uint64 {
	key := h.places[level].key
	if null {
		key ^= afterNull
	}
	return h.places[level].past + transposition.Mix(key)
}

// keyOfPath returns the part of a key for the paths on which an entry holds. An image of a position has an image path.
func (s *negamax[M]) keyOfPath(past uint64, image int) uint64 {
	if s.root.unbounded {
		past, image = s.history.origin, 0
	}
	return transposition.Mix(past + uint64(image))
}

// movesOnly turns a position's key into the key of an entry that holds only a move.
const movesOnly = 0x2c5a8d1f7be3906b

// recallOnPath is recall if repetitions count. The key of the position is in v.
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

// rememberOnPath is remember if repetitions count.
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

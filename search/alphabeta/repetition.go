package alphabeta

import (
	"slices"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Where repetitions are draws, the value of a position depends on the positions before it on the line, which can be
// repeated. An entry that was stored on one line and used on another could make a wrong value look exact: the problem of
// graph-history interaction (Palay 1983; Campbell 1985; Kishimoto and Müller 2004). There are two ways out.
//
// In a search to a depth, the positions before, in any order, are part of the key. Few lines to a position share an entry
// then, so its best move is stored once more for all of them; and an entry that no line can make wrong is used on all: see
// independence.go.
//
// A search to the end of the game needs no more in its keys than the position, if it stores nothing that was found by way of
// a repetition. Such an entry is true where the position is the start. It need not be true on another line, but that does not
// change the value of the start: a side that wins can do so by moves that get nearer to the end each time, and so repeat
// nothing, and a side that does not lose can keep to positions that it does not lose on any line.

// A lineage is where a position is on the line.
type lineage struct {
	key  uint64 // its hash
	past uint64 // of the positions before
	seen int    // when one of these, or the position, was last visited before: see independence.go
}

// isRepeated reports whether the present position is a repetition, which search then counts as a draw.
func (s *negamax[M]) isRepeated(at int) bool {
	s.notePosition(at)
	first := -1
	if s.byHash || at > 0 && s.repeater.Repeated() {
		key := s.levels[at].here.key
		first = slices.IndexFunc(s.levels[:at], func(l *level[M]) bool { return l.here.key == key })
		if s.byHash && first < 0 {
			s.visit(at)
			return false
		}
		s.stats.repeated++
		s.assumed.repeat()
		s.repeats(first)
		return true
	}
	s.visit(at)
	return false
}

// notePosition notes the present position, at moves from the start, and those before it, if repetitions count.
func (s *negamax[M]) notePosition(at int) {
	if !s.repetitions || s.hasher == nil {
		return
	}
	here := &s.level(at).here
	*here = lineage{key: s.hasher.Hash(), past: s.origin}
	if at > 0 {
		here.past, here.seen = s.levels[at-1].pastBehind(), s.levels[at-1].here.seen
	}
	here.seen = max(here.seen, s.lastVisit(here.key))
}

// pastBehind returns the past of the positions behind the one of a level. A game may count no repetitions across a null move.
func (l *level[M]) pastBehind() uint64 {
	key := l.here.key
	if !l.moved {
		key ^= afterNull
	}
	return l.here.past + transposition.Mix(key)
}

// lineKey returns what makes the key of a position one that tells on which lines an entry holds. An image of the position has
// images of the positions before.
func (s *negamax[M]) lineKey(past uint64, image int) uint64 {
	if s.root.unbounded {
		past, image = s.origin, 0
	}
	return transposition.Mix(past + uint64(image))
}

// hintsOnly makes another key of that of a position, under which the table has nothing but a move.
const hintsOnly = 0x2c5a8d1f7be3906b

// recallOnLine is recall where repetitions count. The key of the position is in v.
func (s *negamax[M]) recallOnLine(v *visit) (value int, known bool) {
	v.anyLine = v.key
	v.key ^= s.lineKey(s.levels[v.at].here.past, v.image)
	if r := s.recordOf(v); r != nil {
		if value, known = s.use(r.entry, v); known {
			s.since = min(s.since, r.since)
			return value, true
		}
	}
	entry, ok := s.lookUp(v.key)
	if !ok {
		if entry, ok = s.lookUp(v.anyLine ^ hintsOnly); ok {
			v.remembered = entry.Move
		}
		return 0, false
	}
	if value, known = s.use(entry, v); known {
		s.since = 0 // it may depend on this line
	}
	return value, known
}

// rememberOnLine is remember where repetitions count.
func (s *negamax[M]) rememberOnLine(v *visit, value int, bound ply.Bound) {
	switch {
	case !s.root.unbounded:
		s.record(v, s.remember(v, value, bound))
	case s.assumed.repeated == v.assumed.repeated:
		s.remember(v, value, bound)
	}
	s.store(v.anyLine^hintsOnly, v.at, v.depth, 0, ply.NoBound, s.mark(v), v.assumed.heuristic, v.nodes)
}

// searches counts searches of games that know their repetitions themselves.
var searches atomic.Uint64

// newOrigin returns what stands for the moves before the start. A game that knows its repetitions itself may count positions
// there, which the search does not know. So it must not use what an earlier search has left in the table, except for hints, and
// this is a number that no earlier one had. If the table counts how often it was asked, it is the same for an equal table.
func (s *negamax[M]) newOrigin() uint64 {
	switch {
	case s.repeater == nil || s.table == nil:
		return 0
	case s.direct != nil:
		stats := s.direct.Stats()
		return transposition.Mix(stats.Hits + stats.Misses)
	}
	return transposition.Mix(searches.Add(1))
}

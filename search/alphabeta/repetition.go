package alphabeta

import (
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// Where repetitions are draws, the value of a position depends on the positions before it on the line, which can be
// repeated. An entry that was stored on one line and used on another could make a wrong value look exact: the problem of
// graph-history interaction (Palay 1983; Campbell 1985; Kishimoto and Müller 2004). There are two ways out.
//
// In a search to a depth, the positions before, in any order, are part of the key. Few lines to a position share an entry
// then, so its best move is stored once more for all of them.
//
// A search to the end of the game needs no more in its keys than the position, if it stores nothing that was found by way of
// a repetition (settle). Such an entry is true where the position is the start. It need not be true on another line, but that
// does not change the value of the start: a side that wins can do so by moves that get nearer to the end each time, and so
// repeat nothing, and a side that does not lose can keep to positions that it does not lose on any line.

// isRepeated reports whether the present position is a repetition, which search then counts as a draw.
func (s *negamax[M]) isRepeated(at int) bool {
	s.notePosition(at)
	repeated := false
	if s.byHash {
		here := s.levels[at]
		for _, l := range s.levels[:at] {
			repeated = repeated || l.key == here.key
		}
	} else {
		repeated = at > 0 && s.repeater.Repeated()
	}
	if repeated {
		s.stats.Repeated++
		s.repeated++
	}
	return repeated
}

// notePosition notes the present position, at moves from the start, and those before it, if repetitions count.
func (s *negamax[M]) notePosition(at int) {
	if !s.repetitions || s.hasher == nil {
		return
	}
	here := s.level(at)
	here.key, here.past = s.hasher.Hash(), s.origin
	if at > 0 {
		here.past = s.levels[at-1].pastBehind()
	}
}

// pastBehind returns the past of the positions behind the one of a level.
func (l *level[M]) pastBehind() uint64 { return l.past + transposition.Mix(l.key) }

// lineKey returns what makes the key of a position one that tells on which lines an entry holds. An image of the position has
// images of the positions before.
func (s *negamax[M]) lineKey(past uint64, image int) uint64 {
	if s.unbounded {
		past, image = s.origin, 0
	}
	return transposition.Mix(past + uint64(image))
}

// hintsOnly makes another key of that of a position, under which the table has nothing but a move.
const hintsOnly = 0x2c5a8d1f7be3906b

// rememberHint puts the best move of a position into the table, for whatever line comes to it.
func (s *negamax[M]) rememberHint(v *visit) {
	s.store(v.hintKey, v.at, v.depth, 0, ply.NoBound, s.mark(v), v.horizon, v.nodes)
}

// searches counts searches of games that know their repetitions themselves.
var searches atomic.Uint64

// newOrigin returns what stands for the moves before the start. A game that knows its repetitions itself may count
// positions there, which the search does not know. So it must not use what an earlier search has left in the table, but for
// hints, and this is a number that no earlier one had. If the table counts how often it was asked, it is the same number for
// an equal table.
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

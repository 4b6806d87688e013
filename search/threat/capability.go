package threat

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A Game is a game of two sides with a goal that one side, the attacker, tries to reach, and that the other side, the
// defender, tries to prevent. Goals in a position of Go are, for example, capturing a string of stones and connecting
// two strings. Each goal is a separate Game on the same board.
//
// Laws, in addition to the laws of [ply.Game], of [ply.Passer] and of the methods below:
//   - Attacking depends only on the position.
//   - Standing and Attacks do not change the game.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Passer

	// Attacking reports whether the attacker is to move.
	Attacking() bool

	// Standing returns [Won] if the goal is reached, [Lost] if it can no longer be reached, and otherwise [Open],
	// whichever side is to move. If Standing returns Won, it adds to trace the cells whose values ensure that the goal
	// is reached. If it returns Open, it may add to trace the cells whose values ensure that the goal can still be
	// reached.
	//
	// Law: if Standing returns Won, it still returns Won after a few further moves of either side that change no cell
	// added to trace. The argument changes is the greatest number of these moves.
	Standing(changes int, trace *dependency.Trace) Standing

	// Attacks appends to dst moves of the attacker, who is to move, and returns the extended slice. If the attacker could
	// move several times in a row, each appended move would begin a sequence that reaches the goal. The argument order is
	// the number of moves in this sequence: with order 1, an appended move reaches the goal at once. The most promising
	// moves should come first.
	//
	// Laws: the moves are legal, and none occurs twice. Moves that begin no such sequence are allowed, but cost time.
	// If a move that begins such a sequence is missing, a search may miss a win.
	Attacks(order int, dst []M) []M
}

// A Tracer is a game that finds, for each move, the cells of the position on which the move depends. A [Game] must be
// either a Tracer or a [ply.Footprinter]. A move of a Footprinter depends on the cells of its preconditions and changes
// the cells of its modifications.
//
// The legal moves must depend only on the values of cells. A rule about earlier positions, such as superko in Go, is
// not allowed.
type Tracer[M comparable] interface {
	// TraceMove adds to trace the cells on which m depends. m is a legal move of the attacker, who is to move.
	//
	// Law: after a few other moves of either side that change no added cell, m is still legal, and leads to the same
	// values of the added cells. The argument changes is the greatest number of these other moves.
	TraceMove(m M, changes int, trace *dependency.Trace)

	// Replies appends to dst the legal moves of the defender, who is to move, that change a cell of trace, and returns the
	// extended slice. First, it adds to trace the cells through which the defender can change cells of trace indirectly.
	// In Go, these are the last liberties of the stones in the trace.
	//
	// Laws: after a few further moves of either side that change no cell of the extended trace,
	//   - a legal move of the defender that Replies has not appended still changes no cell of the trace;
	//   - each appended move changes the same cells as before.
	//
	// The argument changes is the greatest number of these further moves.
	Replies(changes int, trace *dependency.Trace, dst []M) []M
}

func tracerOf[M comparable](g Game[M]) (Tracer[M], error) {
	if t, ok := g.(Tracer[M]); ok {
		return t, nil
	}
	if f, ok := g.(ply.Footprinter[M]); ok {
		return &footprintTracer[M]{game: g, footprints: f}, nil
	}
	return nil, fmt.Errorf("threat: %T is neither a threat.Tracer nor a ply.Footprinter", g)
}

type footprintTracer[M comparable] struct {
	game       Game[M]
	footprints ply.Footprinter[M]
	footprint  ply.Footprint
}

func (t *footprintTracer[M]) TraceMove(m M, _ int, trace *dependency.Trace) {
	trace.AddFootprint(t.of(m))
}

func (t *footprintTracer[M]) Replies(_ int, trace *dependency.Trace, dst []M) []M {
	start := len(dst)
	dst = t.game.Moves(dst)
	replies := dst[:start]
	for _, m := range dst[start:] {
		if t.changes(m, trace) {
			replies = append(replies, m)
		}
	}
	return replies
}

func (t *footprintTracer[M]) of(m M) ply.Footprint {
	t.footprint.Preconditions, t.footprint.Modifications = t.footprint.Preconditions[:0], t.footprint.Modifications[:0]
	t.footprint = t.footprints.Footprint(m, t.footprint)
	return t.footprint
}

func (t *footprintTracer[M]) changes(m M, trace *dependency.Trace) bool {
	for _, c := range t.of(m).Modifications {
		if trace.Has(c.Cell) {
			return true
		}
	}
	return false
}

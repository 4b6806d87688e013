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
// Laws, besides the laws of [ply.Game], of [ply.Passer] and of the methods:
//   - Attacking depends only on the position.
//   - Standing and Attacks change nothing that can be observed.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Passer

	// Attacking reports whether the attacker is to move.
	Attacking() bool

	// Standing returns [Won] if the goal is reached, [Lost] if it can no longer be reached, and otherwise [Open],
	// whichever side is to move. If it returns Won, it adds to trace the cells that make the goal reached. If it
	// returns Open, it may add to trace the cells that keep the goal from being Lost.
	//
	// Law: if Standing returns Won, it still returns Won after further moves of either side, provided that these moves
	// are at most changes in number and change no cell added to trace.
	Standing(changes int, trace *dependency.Trace) Standing

	// Attacks appends moves of the attacker, who is to move, to dst and returns the extended slice. It appends the
	// moves that begin a sequence with which the attacker, moving several times in a row, reaches the goal. The
	// sequence has as many moves as the argument order, which is at least 1. The most promising moves should come
	// first.
	//
	// Laws: the moves are legal, and none occurs twice. A move that begins no such sequence only costs time. If a move
	// is missing, a search may miss a win.
	Attacks(order int, dst []M) []M
}

// A Tracer is a game that finds, for each move, the cells of the position on which the move depends. A [Game] must be
// either a Tracer or a [ply.Footprinter]. A move of a Footprinter depends on its preconditions and changes its
// modifications.
//
// Moves must depend only on the cells. A rule about earlier positions, such as superko in Go, is not allowed.
type Tracer[M comparable] interface {
	// TraceMove adds to trace the cells on which m depends. m is a legal move of the attacker, who is to move.
	//
	// Law: after any moves of either side, at most changes in number, that change no added cell, m is still legal and
	// leads to the same values of the added cells.
	TraceMove(m M, changes int, trace *dependency.Trace)

	// Replies appends to dst the legal moves of the defender, who is to move, that change a cell of trace, and returns
	// the extended slice. Before that, it adds to trace the cells through which the defender can change cells of trace
	// indirectly, even after other moves, at most changes in number. In Go, these are the last liberties of the stones
	// in the trace.
	//
	// Laws:
	//   - After any moves that change no cell of trace, at most changes in number, a legal move of the defender that
	//     was not appended changes no cell of trace.
	//   - After these moves, the appended moves change the same cells as before.
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

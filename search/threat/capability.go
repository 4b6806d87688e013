package threat

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A Game is a game of two sides with a goal, which the attacker tries to reach and the defender to prevent. Capturing
// one string of stones or connecting two are goals of a position of Go, and each goal is a Game on the same board.
//
// Laws, besides the laws of [ply.Game], [ply.Passer] and the methods: Attacking depends only on the position; Standing
// and Attacks change nothing that can be observed.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Passer

	// Attacking reports whether the attacker is to move.
	Attacking() bool

	// Standing returns [Won] if the goal is reached, [Lost] if it can no longer be reached, [Open] otherwise, regardless
	// of the side to move. If Won, Standing adds to trace the cells that this depends on. If Open, it may add the cells on
	// which it depends that the goal is not Lost.
	//
	// Law: if it is Won and up to changes moves, of either side, change other cells, it is still Won.
	Standing(changes int, trace *dependency.Trace) Standing

	// Attacks appends the moves of the attacker, who is to move, that can be the first of order moves in a row that reach
	// the goal, and returns the extended slice. order is 1 or more. The most promising should be first.
	//
	// Laws: the moves are legal, and none is listed twice. Superfluous moves cost time; missing ones may hide a win.
	Attacks(order int, dst []M) []M
}

// A Tracer knows the cells of the position on which its moves depend. A [Game] must be either a Tracer or a
// [ply.Footprinter], whose moves depend on their preconditions and change their modifications.
//
// Moves must depend only on the cells. A rule about earlier positions, such as superko in Go, is not allowed.
type Tracer[M comparable] interface {
	// TraceMove adds to trace the cells on which m, a legal move of the attacker, who is to move, depends.
	//
	// Law: if up to changes moves, of either side, change other cells, m is legal and leaves the same values in the added
	// cells.
	TraceMove(m M, changes int, trace *dependency.Trace)

	// Replies appends the legal moves of the defender, who is to move, that change a cell of trace, and returns the
	// extended slice. Before that it adds to trace the cells through which the defender can change cells of trace
	// indirectly, even if up to changes moves have changed other cells: in Go, the last liberties of stones in the trace.
	//
	// Law: any other legal move of the defender, after up to changes moves that change no cell of trace, changes no cell
	// of trace, and the moves listed change the same cells as without those moves.
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

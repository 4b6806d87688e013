package threat

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A Game is a game of two sides with a goal, which one side, the attacker, tries to reach, and the other, the defender,
// tries to prevent. It need not know who is winning otherwise: capturing one string of stones or connecting two are
// goals of a position of Go, and each goal is a Game of its own, on the same board.
//
// Laws, in addition to those of [ply.Game] and [ply.Passer]: Attacking depends on the position alone, Standing and
// Attacks change nothing that can be observed, and the laws of the methods.
type Game[M comparable] interface {
	ply.Game[M]
	ply.Passer

	// Attacking reports whether the attacker is to move.
	Attacking() bool

	// Standing tells how the goal stands: [Won] if it is reached, [Lost] if it can be reached no more, [Open]
	// otherwise. The answer does not depend on who is to move. If it is Won, Standing adds to trace the cells that it
	// depends on. If it is Open, Standing may add cells: those on which it depends that the goal is not Lost.
	//
	// Law: if it is Won and up to changes moves, of either side, change other cells, it is still Won.
	Standing(changes int, trace *dependency.Trace) Standing

	// Attacks appends to dst the moves of the attacker, who is to move, that can be the first of order moves in a
	// row that reach the goal, and returns the extended slice. order is 1 or more. The moves are tried as they
	// come, so the most promising ones should be first.
	//
	// Laws: the moves are legal, and none is listed twice. Attacks may list moves that reach the goal less quickly,
	// or not at all: that costs time. It may leave moves out: then the search may miss a win.
	Attacks(order int, dst []M) []M
}

// A Tracer knows which cells of the position its moves depend on. A [Game] must be either a Tracer or a
// [ply.Footprinter]; for the latter the moves depend on their preconditions and change their modifications.
//
// The cells must say all that moves depend on. Under a rule about earlier positions, such as superko in Go, they do
// not, and a game with such a rule should refuse to be a goal.
type Tracer[M comparable] interface {
	// TraceMove adds to trace the cells that m, a legal move of the attacker, who is to move, depends on.
	//
	// Law: if up to changes moves, of either side, change other cells, m is legal and leaves the same values in the
	// cells added.
	TraceMove(m M, changes int, trace *dependency.Trace)

	// Replies appends to dst the legal moves of the defender, who is to move, that change a cell of trace, and
	// returns the extended slice. Before that it adds to trace those cells through which the defender can come to
	// change cells of trace indirectly, even if up to changes moves have changed other cells: in Go, the last liberties
	// of stones in the trace.
	//
	// Law: any other legal move of the defender, after up to changes moves that change no cell of trace, changes no
	// cell of trace, and the moves that are listed change the same cells as without those moves.
	Replies(changes int, trace *dependency.Trace, dst []M) []M
}

// tracerOf returns the tracer of a game.
func tracerOf[M comparable](g Game[M]) (Tracer[M], error) {
	if t, ok := g.(Tracer[M]); ok {
		return t, nil
	}
	if f, ok := g.(ply.Footprinter[M]); ok {
		return &footprintTracer[M]{game: g, footprints: f}, nil
	}
	return nil, fmt.Errorf("threat: %T is neither a threat.Tracer nor a ply.Footprinter", g)
}

// A footprintTracer is the tracer of a game whose moves state what they read and write.
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

// of returns the footprint of a move, until the next call.
func (t *footprintTracer[M]) of(m M) ply.Footprint {
	t.footprint.Preconditions, t.footprint.Modifications = t.footprint.Preconditions[:0], t.footprint.Modifications[:0]
	t.footprint = t.footprints.Footprint(m, t.footprint)
	return t.footprint
}

// changes reports whether a move changes a cell of a trace.
func (t *footprintTracer[M]) changes(m M, trace *dependency.Trace) bool {
	for _, c := range t.of(m).Modifications {
		if trace.Has(c.Cell) {
			return true
		}
	}
	return false
}

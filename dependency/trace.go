package dependency

import (
	"context"
	"iter"
	"math/bits"

	"github.com/ply-search/ply"
)

// A Trace is a set of cells: those that something depends on, be it that a line of play can be played or
// that a side wins (Helmstetter 2007, section 2.1.1). Where other cells are changed, it stays true. The
// zero value is empty.
type Trace struct{ cells bitSet }

// TraceOf returns the trace of a line of play: the cells that its moves read.
func TraceOf[M comparable](g ply.Footprinter[M], line []M) Trace {
	var t Trace
	for _, f := range footprintsOf(g, line) {
		t.AddFootprint(f)
	}
	return t
}

// Add puts a cell into the trace.
func (t *Trace) Add(cell int32) { t.cells.add(cell) }

// AddFootprint puts the cells that a move reads into the trace.
func (t *Trace) AddFootprint(f ply.Footprint) {
	for _, c := range f.Preconditions {
		t.cells.add(c.Cell)
	}
}

// Unite puts the cells of u into the trace.
func (t *Trace) Unite(u Trace) { t.cells.unite(u.cells) }

// Has reports whether a cell is in the trace.
func (t Trace) Has(cell int32) bool { return t.cells.has(cell) }

// Disjoint reports whether no cell is in both traces. Of two wins with disjoint traces neither spoils the
// other, which is Helmstetter's notion of independence for two players.
func (t Trace) Disjoint(u Trace) bool { return !t.cells.meets(u.cells) }

// Len returns the number of cells.
func (t Trace) Len() int {
	count := 0
	for _, word := range t.cells {
		count += bits.OnesCount64(word)
	}
	return count
}

// Cells yields the cells in ascending order.
func (t Trace) Cells() iter.Seq[int32] { return t.cells.all() }

// An OutcomeTracer knows what the outcome of a finished position depends on.
//
// Law: where other cells are changed, the position is still finished, with the same outcome.
type OutcomeTracer interface {
	// OutcomeTrace adds the cells that the outcome of the present position depends on to t.
	OutcomeTrace(t *Trace)
}

// TraceOfWin looks for a win of a side of a game for two, in at most depth moves, and returns the trace
// of the first that it finds: in a finished position what the outcome depends on (all cells, if the game
// is no [OutcomeTracer]); where the side moves, the cells that the winning move reads and the trace of
// what follows it; where the other side moves, the traces of what follows any of its moves.
//
// With any cells outside the trace changed, the side still wins by the same moves as long as the other
// side has no moves that it did not have. It looks at all lines, without a table or any order but that of
// Moves, until ctx is done, and then returns its error.
func TraceOfWin[M comparable, G interface {
	ply.Game[M]
	ply.Footprinter[M]
	ply.Celled
	ply.Adversarial
}](ctx context.Context, g G, side, depth int) (trace Trace, wins bool, err error) {
	if err := ctx.Err(); err != nil {
		return Trace{}, false, err
	}
	moves := g.Moves(nil)
	if len(moves) == 0 {
		if value := g.Outcome(); value == 0 || value > 0 != (g.ToMove() == side) {
			return Trace{}, false, nil
		}
		if t, ok := any(g).(OutcomeTracer); ok {
			t.OutcomeTrace(&trace)
			return trace, true, nil
		}
		for cell := range g.Cells() {
			trace.Add(int32(cell))
		}
		return trace, true, nil
	}
	if depth == 0 {
		return Trace{}, false, nil
	}
	own := g.ToMove() == side
	for _, m := range moves {
		g.Play(m)
		after, wins, err := TraceOfWin[M](ctx, g, side, depth-1)
		g.Undo(m)
		switch {
		case err != nil:
			return Trace{}, false, err
		case own && wins:
			after.AddFootprint(g.Footprint(m, ply.Footprint{}))
			return after, true, nil
		case !own && !wins:
			return Trace{}, false, nil
		case !own:
			trace.Unite(after)
		}
	}
	return trace, !own, nil
}

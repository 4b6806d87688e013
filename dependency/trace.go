package dependency

import (
	"context"
	"fmt"
	"iter"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// A Trace is the set of cells that a fact depends on, for instance that a line of play can be played or
// that a side wins (Helmstetter 2007, section 2.1.1). The fact stays true if other cells are changed. The
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
// Law: where other cells are changed, and the same side is to move, the position is still finished, with the same
// outcome.
type OutcomeTracer interface {
	// OutcomeTrace adds the cells that the outcome of the present position depends on to t.
	OutcomeTrace(t *Trace)
}

// TraceOfWin looks for a win of a side, 0 or 1, of a game for two, in at most depth moves, and returns the trace
// of the first that it finds. In a finished position that is what the outcome depends on (all cells, if the game
// is not an [OutcomeTracer]); where the side moves, the cells that the winning move reads and the trace of
// what follows it; where the other side moves, the traces of what follows any of its moves.
//
// With any cells outside the trace changed, the side still wins by the same moves as long as the other
// side has no moves that it did not have. The search looks at all lines, without a table or any order but the one
// of Moves, until ctx is done, and then returns the error of ctx. A panic of the game is an error, see
// [ply.GamePanic].
func TraceOfWin[G interface {
	ply.Game[M]
	ply.Footprinter[M]
	ply.Celled
	ply.Adversarial
}, M comparable](ctx context.Context, g G, side, depth int) (trace Trace, wins bool, err error) {
	switch {
	case side != 0 && side != 1:
		return Trace{}, false, fmt.Errorf("dependency: side %d: want 0 or 1", side)
	case depth < 0:
		return Trace{}, false, fmt.Errorf("dependency: depth %d: want a number of moves", depth)
	}
	t := &tracer[M]{ctx: ctx, game: g, footprints: g, cells: g, sides: g, side: side}
	err = guard.Run(func() string { return fmt.Sprint(t.line) }, func() (err error) {
		trace, wins, err = t.search(depth)
		return err
	})
	return trace, wins, err
}

// A tracer looks for a win.
type tracer[M comparable] struct {
	ctx        context.Context
	game       ply.Game[M]
	footprints ply.Footprinter[M]
	cells      ply.Celled
	sides      ply.Adversarial
	side       int
	line       []M
}

// stackMoves is the number of moves for which the search goes on with a stack of its own.
const stackMoves = 100_000

// search is TraceOfWin from the present position.
func (t *tracer[M]) search(depth int) (trace Trace, wins bool, err error) {
	if err := t.ctx.Err(); err != nil {
		return Trace{}, false, err
	}
	moves := t.game.Moves(nil)
	if len(moves) == 0 {
		trace, wins = t.finished()
		return trace, wins, nil
	}
	if depth == 0 {
		return Trace{}, false, nil
	}
	side := t.sides.ToMove()
	if side < 0 {
		return Trace{}, false, fmt.Errorf("dependency: %T says that side %d is to move: a position of chance, which this search does not know", t.game, side)
	}
	own := side == t.side
	for _, m := range moves {
		after, wins, err := t.after(m, depth-1)
		switch {
		case err != nil:
			return Trace{}, false, err
		case own && wins:
			after.AddFootprint(t.footprints.Footprint(m, ply.Footprint{}))
			return after, true, nil
		case !own && !wins:
			return Trace{}, false, nil
		case !own:
			trace.Unite(after)
		}
	}
	return trace, !own, nil
}

// after is search from the position after a move.
func (t *tracer[M]) after(m M, depth int) (trace Trace, wins bool, err error) {
	t.game.Play(m)
	t.line = append(t.line, m)
	if len(t.line)%stackMoves == 0 {
		guard.FreshStack(func() { trace, wins, err = t.search(depth) })
	} else {
		trace, wins, err = t.search(depth)
	}
	t.line = t.line[:len(t.line)-1]
	t.game.Undo(m)
	return trace, wins, err
}

// finished returns the trace of the outcome of a finished position, if it is a win.
func (t *tracer[M]) finished() (trace Trace, wins bool) {
	if value := t.sides.Outcome(); value == 0 || value > 0 != (t.sides.ToMove() == t.side) {
		return Trace{}, false
	}
	if tracer, ok := t.game.(OutcomeTracer); ok {
		tracer.OutcomeTrace(&trace)
		return trace, true
	}
	for cell := range t.cells.Cells() {
		trace.Add(int32(cell))
	}
	return trace, true
}

package dependency

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/sides"
)

// A Trace is the set of cells on which a fact depends, such as that a line can be played or that a side wins (Helmstetter
// 2007, section 2.1.1). If other cells change, the fact remains true. The zero value is an empty trace. Copies of a Trace
// share memory: only one of them may be changed. Use Clone for an independent copy.
type Trace struct{ cells bitSet }

// Add adds a cell to the trace.
func (t *Trace) Add(cell int32) { t.cells.add(cell) }

// AddFootprint adds the cells that a move reads, that is, the cells of its preconditions.
func (t *Trace) AddFootprint(f ply.Footprint) {
	for _, c := range f.Preconditions {
		t.cells.add(c.Cell)
	}
}

// Unite adds all cells of u.
func (t *Trace) Unite(u Trace) { t.cells.unite(u.cells) }

// Clear removes all cells and keeps the memory for reuse.
func (t *Trace) Clear() { clear(t.cells) }

// Clone returns a copy that shares no memory with t.
func (t Trace) Clone() Trace { return Trace{slices.Clone(t.cells)} }

// Has reports whether the trace contains a cell.
func (t Trace) Has(cell int32) bool { return t.cells.has(cell) }

// Disjoint reports whether the traces have no cell in common. In a game for two players, two wins with disjoint traces
// do not interfere: they are independent (Helmstetter 2007).
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

// An OutcomeTracer knows the cells on which the outcome of a finished position depends, for [TraceOfWin].
//
// Law: every position with the same values of these cells and the same side to move is finished, too, with the same
// outcome.
type OutcomeTracer interface {
	// OutcomeTrace adds to t the cells on which the outcome of the present, finished position depends.
	OutcomeTrace(t *Trace)
}

// TraceOfWin searches for a forced win of a side, 0 or 1, within depth moves of both sides together, and returns the
// trace of the first win found. If there is no such win, wins is false and the trace is empty.
//
// The trace of a win consists of
//
//   - in a finished position, the cells on which the outcome depends, or all cells if the game is no [OutcomeTracer];
//   - in a position in which the winning side moves, the cells that the winning move reads, and the trace of the
//     position after this move;
//   - in a position in which the losing side moves, the traces of the positions after each of its moves.
//
// If cells outside the trace change, the winning side still wins with the same moves, unless the other side gets new
// legal moves.
//
// The search is depth first, tries moves in the order of the game, and uses no table. If ctx ends, TraceOfWin returns
// the error of ctx. Positions of chance are not supported: if ToMove is negative, TraceOfWin returns an error. After a
// panic of the game it returns a [*ply.GamePanic].
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

type tracer[M comparable] struct {
	ctx        context.Context
	game       ply.Game[M]
	footprints ply.Footprinter[M]
	cells      ply.Celled
	sides      ply.Adversarial
	side       int
	line       []M
}

// stackMoves bounds the recursion on one stack; the search then continues with a new one.
const stackMoves = 100_000

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
		return Trace{}, false, fmt.Errorf("dependency: %w", sides.Error(t.game, side, 2))
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

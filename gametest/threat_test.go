//go:build long

package gametest

import (
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/internal/long"
	"github.com/ply-search/ply/search/threat"
)

// inRow is a game of stones on four by four points, whose goal is three of the attacker in a row, from left to right. Move
// 2c is a stone of the attacker on point c, 2c+1 one of the defender. It begins with a stone of the attacker.
type inRow struct {
	stones [16]int32 // 0 empty, 1 attacker, 2 defender
	turn   int32     // 0 attacker, 1 defender
}

func newInRow() *inRow {
	g := new(inRow)
	g.stones[5] = 1
	return g
}

func (g *inRow) Attacking() bool { return g.turn == 0 }
func (g *inRow) Pass() bool      { g.turn ^= 1; return true }
func (g *inRow) Unpass()         { g.turn ^= 1 }
func (g *inRow) Cells() int      { return 17 }

func (g *inRow) Cell(i int) int32 {
	if i == 16 {
		return g.turn
	}
	return g.stones[i]
}

func (g *inRow) Moves(dst []int) []int {
	for c, v := range g.stones {
		if v == 0 {
			dst = append(dst, 2*c+int(g.turn))
		}
	}
	return dst
}

func (g *inRow) Play(m int) {
	g.stones[m/2] = int32(m%2) + 1
	g.turn ^= 1
}

func (g *inRow) Undo(m int) {
	g.stones[m/2] = 0
	g.turn ^= 1
}

func (g *inRow) Standing(_ int, trace *dependency.Trace) threat.Standing {
	for c := range int32(14) {
		if c%4 < 2 && g.stones[c] == 1 && g.stones[c+1] == 1 && g.stones[c+2] == 1 {
			trace.Add(c)
			trace.Add(c + 1)
			trace.Add(c + 2)
			return threat.Won
		}
	}
	return threat.Open
}

func (g *inRow) Attacks(_ int, dst []int) []int { return g.Moves(dst) }

func (g *inRow) TraceMove(m int, _ int, trace *dependency.Trace) { trace.Add(int32(m / 2)) }

func (g *inRow) Replies(_ int, trace *dependency.Trace, dst []int) []int {
	for c := range trace.Cells() {
		if c < 16 && g.stones[c] == 0 {
			dst = append(dst, 2*int(c)+int(g.turn))
		}
	}
	return dst
}

// inRowByFootprint is the game for which footprints say what Replies and TraceMove say.
type inRowByFootprint struct{ game inRow }

func (g *inRowByFootprint) Attacking() bool              { return g.game.Attacking() }
func (g *inRowByFootprint) Pass() bool                   { return g.game.Pass() }
func (g *inRowByFootprint) Unpass()                      { g.game.Unpass() }
func (g *inRowByFootprint) Cells() int                   { return g.game.Cells() }
func (g *inRowByFootprint) Cell(i int) int32             { return g.game.Cell(i) }
func (g *inRowByFootprint) Moves(dst []int) []int        { return g.game.Moves(dst) }
func (g *inRowByFootprint) Play(m int)                   { g.game.Play(m) }
func (g *inRowByFootprint) Undo(m int)                   { g.game.Undo(m) }
func (g *inRowByFootprint) Attacks(_ int, d []int) []int { return g.game.Moves(d) }
func (g *inRowByFootprint) Standing(changes int, trace *dependency.Trace) threat.Standing {
	return g.game.Standing(changes, trace)
}

func (g *inRowByFootprint) Footprint(m int, dst ply.Footprint) ply.Footprint {
	side := int32(m % 2)
	dst.Preconditions = append(dst.Preconditions, ply.Condition{Cell: int32(m / 2)}, ply.Condition{Cell: 16, Value: side})
	dst.Modifications = append(dst.Modifications, ply.Condition{Cell: int32(m / 2), Value: side + 1}, ply.Condition{Cell: 16, Value: side ^ 1})
	return dst
}

func TestGoalsAreLawful(t *testing.T) {
	long.Checks(t, 40, 40)
	t.Run("tracer", func(t *testing.T) { Check(t, newInRow) })
	t.Run("footprinter", func(t *testing.T) {
		Check(t, func() *inRowByFootprint { return &inRowByFootprint{*newInRow()} })
	})
}

// Each type here is the game with one fault.
type (
	passesFree      struct{ inRow }
	passesLost      struct{ inRow }
	attacksAlways   struct{ inRow }
	winnableGoal    struct{ inRow }
	goalOfSide      struct{ inRow }
	goalPlays       struct{ inRow }
	goalClears      struct{ inRow }
	goalCellBeyond  struct{ inRow }
	attacksOccupied struct{ inRow }
	attacksTwice    struct{ inRow }
	attacksReset    struct{ inRow }
	attacksPlay     struct{ inRow }
	traceOfNoMove   struct{ inRow }
	traceMoveSmall  struct{ inRow }
	traceMoveClears struct{ inRow }
)

func (g *passesFree) Pass() bool         { return true }
func (g *passesLost) Unpass()            {}
func (g *attacksAlways) Attacking() bool { return true }

func (g *winnableGoal) Standing(changes int, trace *dependency.Trace) threat.Standing {
	if standing := g.inRow.Standing(changes, trace); standing != threat.Open || g.stones[0] == 0 {
		return standing
	}
	return threat.Winnable
}

func (g *goalOfSide) Standing(changes int, trace *dependency.Trace) threat.Standing {
	if g.turn == 1 && g.stones[0] == 2 {
		return threat.Lost
	}
	return g.inRow.Standing(changes, trace)
}

func (g *goalPlays) Standing(changes int, trace *dependency.Trace) threat.Standing {
	g.stones[15] = 2
	return g.inRow.Standing(changes, trace)
}

func (g *goalClears) Standing(changes int, trace *dependency.Trace) threat.Standing {
	trace.Clear()
	return g.inRow.Standing(changes, trace)
}

func (g *goalCellBeyond) Standing(changes int, trace *dependency.Trace) threat.Standing {
	standing := g.inRow.Standing(changes, trace)
	if standing == threat.Won {
		trace.Add(17)
	}
	return standing
}

func (g *attacksOccupied) Attacks(order int, dst []int) []int {
	return append(g.inRow.Attacks(order, dst), 10)
}

func (g *attacksTwice) Attacks(order int, dst []int) []int {
	return g.inRow.Attacks(order, g.inRow.Attacks(order, dst))
}

func (g *attacksReset) Attacks(order int, dst []int) []int { return g.inRow.Attacks(order, dst[:0]) }

func (g *attacksPlay) Attacks(order int, dst []int) []int {
	dst = g.inRow.Attacks(order, dst)
	g.Play(g.inRow.Moves(nil)[0])
	return dst
}

func (*traceOfNoMove) TraceMove(int, int, *dependency.Trace) {}

// TraceMove notes a neighbor of the point of the move.
func (g *traceMoveSmall) TraceMove(m int, _ int, trace *dependency.Trace) { trace.Add(int32(m/2) ^ 1) }

func (g *traceMoveClears) TraceMove(m int, changes int, trace *dependency.Trace) {
	trace.Clear()
	g.inRow.TraceMove(m, changes, trace)
}

func TestEachThreatLawIsFoundBroken(t *testing.T) {
	eachIsFound(t, threatLaws, []fault{
		{"Pass does nothing", judgeLaw(func() *passesFree { return &passesFree{*newInRow()} }), "attacker"},
		{"Unpass does nothing", judgeLaw(func() *passesLost { return &passesLost{*newInRow()} }), "attacker"},
		{"both sides attack", judgeLaw(func() *attacksAlways { return &attacksAlways{*newInRow()} }), "attacker"},
		{"a goal is winnable", judgeLaw(func() *winnableGoal { return &winnableGoal{*newInRow()} }), "standing of the goal"},
		{"the goal is one of the side to move", judgeLaw(func() *goalOfSide { return &goalOfSide{*newInRow()} }), "standing of the goal"},
		{"Goal plays", judgeLaw(func() *goalPlays { return &goalPlays{*newInRow()} }), "standing of the goal"},
		{"Goal empties the trace", judgeLaw(func() *goalClears { return &goalClears{*newInRow()} }), "standing of the goal"},
		{"Goal invents a cell", judgeLaw(func() *goalCellBeyond { return &goalCellBeyond{*newInRow()} }), "standing of the goal"},
		{"an attack on a stone", judgeLaw(func() *attacksOccupied { return &attacksOccupied{*newInRow()} }), "attacks"},
		{"attacks twice", judgeLaw(func() *attacksTwice { return &attacksTwice{*newInRow()} }), "attacks"},
		{"Attacks overwrites", judgeLaw(func() *attacksReset { return &attacksReset{*newInRow()} }), "attacks"},
		{"Attacks plays", judgeLaw(func() *attacksPlay { return &attacksPlay{*newInRow()} }), "attacks"},
		{"TraceMove notes another point", judgeLaw(func() *traceMoveSmall { return &traceMoveSmall{*newInRow()} }), "trace of a move"},
		{"TraceMove empties the trace", judgeLaw(func() *traceMoveClears { return &traceMoveClears{*newInRow()} }), "trace of a move"},
		{"TraceMove notes nothing", judgeLaw(func() *traceOfNoMove { return &traceOfNoMove{*newInRow()} }), "trace of a move"},
	})
}

//go:build long

package threattest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/search/threat"
	"github.com/ply-search/ply/search/threat/threattest"
)

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
	opt := gametest.Options{Laws: threattest.Laws[int](), Require: []string{"trace of a win", "replies"}}
	t.Run("tracer", func(t *testing.T) { gametest.Check(t, newInRow, opt) })
	t.Run("footprinter", func(t *testing.T) {
		gametest.Check(t, func() *inRowByFootprint { return &inRowByFootprint{*newInRow()} }, opt)
	})
}

// Each type here is the game with one fault.
type (
	traceOfPart  struct{ inRow }
	repliesMiss  struct{ inRow }
	repliesTwice struct{ inRow }
	repliesReset struct{ inRow }
	repliesTake  struct{ inRow }
)

// Standing keeps to itself that the row does not count once the defender has the last point.
func (g *traceOfPart) Standing(changes int, trace *dependency.Trace) threat.Standing {
	if g.stones[15] == 2 {
		return threat.Open
	}
	return g.inRow.Standing(changes, trace)
}

// Replies leaves out the first.
func (g *repliesMiss) Replies(changes int, trace *dependency.Trace, dst []int) []int {
	start := len(dst)
	dst = g.inRow.Replies(changes, trace, dst)
	return append(dst[:start], dst[min(start+1, len(dst)):]...)
}

func (g *repliesTwice) Replies(changes int, trace *dependency.Trace, dst []int) []int {
	return g.inRow.Replies(changes, trace, g.inRow.Replies(changes, trace, dst))
}

func (g *repliesTake) Replies(changes int, trace *dependency.Trace, dst []int) []int {
	dst = g.inRow.Replies(changes, trace, dst)
	trace.Clear()
	return dst
}

func (g *repliesReset) Replies(changes int, trace *dependency.Trace, dst []int) []int {
	return g.inRow.Replies(changes, trace, dst[:0])
}

// breaks reports whether a game breaks a law on random lines.
func breaks(newGame func() ply.Game[int], l gametest.Law) bool {
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 0))
		for g := newGame(); ; {
			if l.Check(g, random) != nil {
				return true
			}
			moves := g.Moves(nil)
			if len(moves) == 0 {
				break
			}
			g.Play(moves[random.IntN(len(moves))])
		}
	}
	return false
}

func TestEachLawIsFoundBroken(t *testing.T) {
	for _, c := range []struct {
		fault   string
		newGame func() ply.Game[int]
		law     string
	}{
		{"Replies leaves one out", func() ply.Game[int] { return &repliesMiss{*newInRow()} }, "replies"},
		{"Replies lists twice", func() ply.Game[int] { return &repliesTwice{*newInRow()} }, "replies"},
		{"Replies overwrites", func() ply.Game[int] { return &repliesReset{*newInRow()} }, "replies"},
		{"Replies empties the trace", func() ply.Game[int] { return &repliesTake{*newInRow()} }, "trace of a win"},
		{"a goal that traces but a part of what it depends on", func() ply.Game[int] { return &traceOfPart{*newInRow()} }, "trace of a win"},
	} {
		for _, l := range threattest.Laws[int]() {
			if l.Name == c.law && !breaks(c.newGame, l) {
				t.Errorf("%s: law %q is not found broken", c.fault, c.law)
			}
		}
	}
}

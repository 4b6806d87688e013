package dependency_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/dependency"
)

// A duel is a game of listed moves for two sides who take turns; who first makes cell 0 hold 2 wins. One
// who cannot move draws.
type duel struct {
	*dependency.Game[int]
	played int
}

func (d *duel) Play(m int)  { d.Game.Play(m); d.played++ }
func (d *duel) Undo(m int)  { d.Game.Undo(m); d.played-- }
func (d *duel) ToMove() int { return d.played % 2 }
func (d *duel) Outcome() int {
	if d.Solved() {
		return -1 // for the side to move
	}
	return 0
}
func (d *duel) OutcomeTrace(t *dependency.Trace) { t.Add(0) }

// newDuel makes a duel of moves over cells that hold these values.
func newDuel(t *rapid.T, start []int32, moves []ply.Footprint) *duel {
	rules, err := dependency.List(len(start), moves)
	if err != nil {
		t.Fatal(err)
	}
	g, err := dependency.New(start, rules, dependency.GameOptions{Goal: conditions(0, 2)})
	if err != nil {
		t.Fatal(err)
	}
	return &duel{Game: g}
}

// wins reports whether a side wins in at most depth moves, by the definition.
func wins(d *duel, side, depth int) bool {
	moves := d.Moves(nil)
	if len(moves) == 0 {
		return d.Solved() && d.ToMove() != side
	}
	if depth == 0 {
		return false
	}
	won := func(m int) bool {
		d.Play(m)
		defer d.Undo(m)
		return wins(d, side, depth-1)
	}
	if d.ToMove() == side {
		return slices.ContainsFunc(moves, won)
	}
	return !slices.ContainsFunc(moves, func(m int) bool { return !won(m) })
}

// holds plays the win of a side found in game d on game e, which differs from it in cells outside the
// trace, against the moves that the other side has in both.
func holds(t *rapid.T, d, e *duel, side, depth int) {
	moves := d.Moves(nil)
	if len(moves) == 0 {
		if !e.Solved() || e.ToMove() == side {
			t.Fatalf("%v is won, %v is not", d.Game, e.Game)
		}
		return
	}
	for _, m := range moves {
		d.Play(m)
		won := wins(d, side, depth-1)
		d.Undo(m)
		legal := slices.Contains(e.Moves(nil), m)
		if d.ToMove() == side {
			if !won {
				continue
			}
			if !legal {
				t.Fatalf("%d wins in %v and is not legal in %v", m, d.Game, e.Game)
			}
		}
		if legal {
			d.Play(m)
			e.Play(m)
			holds(t, d, e, side, depth-1)
			e.Undo(m)
			d.Undo(m)
		}
		if d.ToMove() == side {
			return
		}
	}
}

func TestTraceOfWin(t *testing.T) {
	const depth = 6
	small := 0
	checkMany(t, func(t *rapid.T) {
		cells, moves := growing(t)
		d := newDuel(t, make([]int32, cells), moves)
		side := rapid.IntRange(0, 1).Draw(t, "side")
		trace, won, err := dependency.TraceOfWin(t.Context(), d, side, depth)
		if err != nil || won != wins(d, side, depth) {
			t.Fatalf("won %v, error %v", won, err)
		}
		if !won {
			if trace.Len() > 0 {
				t.Fatal("a trace without a win")
			}
			return
		}
		if trace.Len() < cells {
			small++
		}
		changed := make([]int32, cells)
		for c := range changed {
			if !trace.Has(int32(c)) {
				changed[c] = rapid.Int32Range(0, 2).Draw(t, "value")
			}
		}
		holds(t, d, newDuel(t, changed, moves), side, depth)
	})
	if small == 0 {
		t.Error("no trace was smaller than the game")
	}
}

func TestTraceOfWinCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rapid.Check(t, func(t *rapid.T) {
		if _, _, err := dependency.TraceOfWin(ctx, newDuel(t, []int32{0}, nil), 0, 1); err == nil {
			t.Fatal("no error")
		}
	})
}

package puct

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// An Evaluator sets the Value and the Priors of each [Leaf] or, in a game of several players, the Values and the Priors.
// The slice leaves contains from 1 to [Options.Batch] leaves. An Evaluator may play moves in a position if it takes them
// back. It must not keep leaves or their contents after it returns. If [Options.InFlight] is more than 1, several
// goroutines call the Evaluator at the same time.
//
// ctx is cancelled when the search must end: because the context or the time of the search ended, or another call
// failed. The evaluator may then return ctx.Err(); the simulations that wait for this call are not counted. The search
// waits until all calls have returned.
//
// If an Evaluator panics, the search returns a [*ply.GamePanic], as after a panic of the game. The GamePanic contains
// the line that leads to the position of the leaf or, for several leaves, the list of their lines.
type Evaluator[G, M any] func(ctx context.Context, leaves []*Leaf[G, M]) error

// A Leaf is an unfinished position to be evaluated.
type Leaf[G, M any] struct {
	// Position is a replica of the game in the position to be evaluated.
	Position G

	// Moves are the legal moves, in the order of the game.
	Moves []M

	// Value must be set to the value for the side to move, from -1 for a loss to 1 for a win. If chance is to move, Value
	// is for side 0. In a game of several players ([ply.Multiplayer]), Value is ignored.
	Value float64

	// Values must be set, in a game of several players, to the value for each player, from -1 to 1. Before the call,
	// Values has an element for each player, which is NaN. The evaluator may set Values to another slice, with the same
	// rule as for Priors. In a game of two sides, Values is nil and ignored.
	Values []float64

	// Priors must be set to the weights of Moves, by index: finite numbers, at least 0, with any sum. If all are 0, all
	// moves have equal priors. Before the call, Priors has the length of Moves and contains zeros. The evaluator may
	// set Priors to another slice. This other slice must stay unchanged until the same goroutine calls the evaluator
	// again. If chance is to move, Priors are ignored.
	Priors []float32
}

// check returns an error if the evaluation of a leaf is invalid. values is the number of Values, 0 in a game of two sides.
func (l *Leaf[G, M]) check(values int) error {
	wrong := func(value float64) bool { return !(value >= -1 && value <= 1) } // NaN as well
	switch {
	case values > 0 && (len(l.Values) != values || slices.ContainsFunc(l.Values, wrong)):
		return fmt.Errorf("the values are %v, want -1 to 1 for each of %d players", l.Values, values)
	case values == 0 && math.IsNaN(l.Value):
		return fmt.Errorf("the value is not set, or NaN")
	case values == 0 && wrong(l.Value):
		return fmt.Errorf("the value is %v, want -1 to 1", l.Value)
	case len(l.Priors) != len(l.Moves):
		return fmt.Errorf("%d priors for %d moves", len(l.Priors), len(l.Moves))
	}
	for i, p := range l.Priors {
		if !(p >= 0 && p <= math.MaxFloat32) {
			return fmt.Errorf("the prior of %v is %v, want a finite number of 0 or more", l.Moves[i], p)
		}
	}
	return nil
}

func (t *Tree[G, M]) ask(ctx context.Context, b *batch[G, M]) error {
	for _, s := range b.slots {
		count := len(s.leaf.Moves)
		if count > cap(s.priors) {
			s.priors = make([]float32, count, 2*count)
		}
		s.leaf.Priors = s.priors[:count]
		clear(s.leaf.Priors)
		s.leaf.Value = math.NaN()
		if s.players != nil {
			for p := range s.results {
				s.results[p] = math.NaN()
			}
			s.leaf.Values = s.results
		}
	}
	if err := t.evaluate(ctx, b.leaves); err != nil {
		return fmt.Errorf("puct: the evaluator, after %s: %w", b.lines(), err)
	}
	for _, s := range b.slots {
		if err := s.leaf.check(len(s.outcomes)); err != nil {
			return fmt.Errorf("puct: the evaluator, after %s: %w", s.line(), err)
		}
	}
	return nil
}

type batch[G any, M comparable] struct {
	slots  []*slot[G, M]
	leaves []*Leaf[G, M]
}

func newBatch[G any, M comparable](size int) *batch[G, M] {
	return &batch[G, M]{make([]*slot[G, M], 0, size), make([]*Leaf[G, M], 0, size)}
}

func (b *batch[G, M]) add(s *slot[G, M]) {
	b.slots, b.leaves = append(b.slots, s), append(b.leaves, &s.leaf)
}

func (b *batch[G, M]) clear() { b.slots, b.leaves = b.slots[:0], b.leaves[:0] }

func (b *batch[G, M]) lines() string {
	if len(b.slots) == 1 {
		return b.slots[0].line()
	}
	lines := make([]string, len(b.slots))
	for i, s := range b.slots {
		lines[i] = s.line()
	}
	return fmt.Sprint(lines)
}

package search

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Solutions searches a space depth first and yields the lines to solved positions of a [ply.Puzzle], as new slices.
//
// [Tree] yields all solutions, [Incremental] all except most of those that differ only in the order of commuting moves,
// and a space that remembers positions one line for each solved position.
//
// In the body of the loop, the game is in the solved position; the body must not play on it. Breaking out of the loop
// ends the search and takes the game back to the start. A panic in the body reaches the caller unchanged.
//
// If the search is incomplete, Solutions last yields a nil line and an error: an error that wraps [ply.ErrOutOfBudget],
// [context.DeadlineExceeded] or [context.Canceled], a [*ply.GamePanic], or an error about the arguments. If the game
// panics after the loop was left, while moves are taken back, Solutions panics with the *ply.GamePanic.
func Solutions[M comparable](ctx context.Context, s Space[M], limits ply.Limits) iter.Seq2[[]M, error] {
	return func(yield func([]M, error) bool) {
		opt := Options[M]{}
		w := newWalker(ctx, limits, &opt)
		broken := false
		w.onSolution = func(line []M) bool {
			guard.Callback(func() { broken = !yield(append([]M{}, line...), nil) })
			return !broken
		}
		result, err := w.finish(guard.Run(w.playing, func() error {
			if err := w.prepare(&s, limits, &opt); err != nil {
				return err
			}
			defer s.close()
			if w.puzzle == nil {
				return fmt.Errorf("search: Solutions needs a ply.Puzzle, which %T is not", s.game)
			}
			return w.walk()
		}))
		if err == nil {
			err = result.Status.Err()
		}
		switch fault := (*ply.GamePanic)(nil); {
		case err == nil:
		case !broken:
			yield(nil, err)
		case errors.As(err, &fault): // on the way back to the start, after the loop has ended
			panic(fault)
		}
	}
}

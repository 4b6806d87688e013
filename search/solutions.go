package search

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Solutions searches a space depth first and yields the line to each solved position of a [ply.Puzzle] as a new slice.
//
// In a [Tree] it yields all solutions. In an [Incremental] space it yields few of the solutions that differ only in the
// order of commuting moves. In a space that remembers positions, it yields one line for each solved position.
//
// In the body of the loop, the game is in the solved position, and the body must not play on it. Leaving the loop ends
// the search and returns the game to the start. A panic in the body reaches the caller unchanged.
//
// If the search is incomplete, Solutions yields, as the last pair, a nil line and an error: an error that wraps
// [ply.ErrOutOfBudget], [context.DeadlineExceeded] or [context.Canceled], a [*ply.GamePanic], or an error about the
// arguments. If the body leaves the loop and the game then panics in Undo, Solutions panics with the *ply.GamePanic.
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

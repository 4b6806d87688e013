package search

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
)

// Solutions searches a space depth first and yields the lines of play that end in a solved position
// of a [ply.Puzzle], in the order in which they are met. While the body of the loop runs, the game
// is in that position; the body must not play on it. A panic in the body is the caller's and goes on as
// it is.
//
// In a tree these are all solutions; an incremental space leaves out those that differ only in the
// order of moves that commute; and a space that remembers positions yields one line for each solved
// position that it visits. It does not heed [Options.Best].
//
// If the search could not go through the whole space, the last pair is a nil line and an error that
// says why: [ply.ErrOutOfBudget], [ply.ErrOutOfTime], [ply.ErrCancelled], a [*ply.GamePanic], or what is
// wrong with the arguments.
func Solutions[M comparable](ctx context.Context, s Space[M], opt Options[M]) iter.Seq2[[]M, error] {
	return func(yield func([]M, error) bool) {
		w := newWalker(ctx, &opt)
		broken := false
		w.onSolution = func(line []M) bool {
			guard.Callback(func() { broken = !yield(append([]M{}, line...), nil) })
			return !broken
		}
		result, err := w.finish(guard.Run(w.playing, func() error {
			if err := w.prepare(&s, &opt); err != nil {
				return err
			}
			if w.puzzle == nil {
				return fmt.Errorf("search: Solutions needs a ply.Puzzle, which %T is not", s.game)
			}
			if err := opt.refuse("Solutions", "Best"); err != nil {
				return err
			}
			return w.walk(&s)
		}))
		if err == nil {
			err = result.Status.Err()
		}
		switch fault := (*ply.GamePanic)(nil); {
		case err == nil:
		case !broken:
			yield(nil, err)
		case errors.As(err, &fault): // on the way back to the start: the loop that could be told is over
			panic(fault)
		}
	}
}

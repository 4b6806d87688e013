package search

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Solutions searches a space depth first and yields the lines of play that end in a solved position
// of a [ply.Puzzle], in the order in which they are met. While the body of the loop runs, the game
// is in that position; the body must not play on it.
//
// In a tree these are all solutions; an incremental space leaves out those that differ only in the
// order of moves that commute; and a space that remembers positions yields one line for each solved
// position that it visits.
//
// If the search could not go through the whole space, the last pair is a nil line and an error that
// says why: [ply.ErrOutOfBudget], [ply.ErrOutOfTime], [ply.ErrCancelled], or what is wrong with the arguments.
func Solutions[M comparable](ctx context.Context, s Space[M], opt Options) iter.Seq2[[]M, error] {
	return func(yield func([]M, error) bool) {
		w, err := newWalker(ctx, &s, &opt)
		if err == nil && w.puzzle == nil {
			err = fmt.Errorf("search: Solutions needs a ply.Puzzle, which %T is not", s.game)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		broken := false
		w.onSolution = func(line []M) bool {
			broken = !yield(slices.Clone(line), nil)
			return !broken
		}
		if err = w.walk(&s); err == nil {
			err = w.finish().Status.Err()
		}
		if err != nil && !broken {
			yield(nil, err)
		}
	}
}

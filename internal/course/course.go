// Package course tells players which moves of a game they know already.
package course

import "context"

// A Course is the progress of the present game of a worker, which plays one game after another.
type Course[M comparable] struct {
	Number int // of the worker's games, the present one included
	Line   []M // moves of the present game since its opening
}

type key struct{}

// In returns a context in which [Played] finds the course.
func (c *Course[M]) In(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, c) }

// Played is arena.Played.
func Played[M comparable](ctx context.Context) (game int, moves []M) {
	if c, _ := ctx.Value(key{}).(*Course[M]); c != nil {
		return c.Number, c.Line
	}
	return 0, nil
}

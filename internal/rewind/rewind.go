// Package rewind returns to a position of a game by copying it instead of taking back moves.
package rewind

import (
	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/internal/apart"
)

// Spare returns a second game and a function that makes it a copy of g, nil unless g is a [fast.Copier] and a
// [ply.Cloner]. Both call the game, which may panic.
func Spare[G any](g G) (spare G, fill func()) {
	cloner, canClone := any(g).(ply.Cloner[G])
	if _, canCopy := any(g).(fast.Copier[G]); !canClone || !canCopy {
		return spare, nil
	}
	spare = apart.Clone(cloner)
	copier, ok := any(spare).(fast.Copier[G])
	if !ok { // G is an interface, and the clone of another type
		return spare, nil
	}
	return spare, func() { copier.CopyFrom(g) }
}

// Of returns a function that marks the present position of a game, and one that returns to the last mark. Both are nil
// unless the game is a [fast.Copier] and a [ply.Cloner].
func Of[G any](g G) (mark, back func()) {
	spare, fill := Spare(g)
	if fill == nil {
		return nil, nil
	}
	own := any(g).(fast.Copier[G])
	return fill, func() { own.CopyFrom(spare) }
}

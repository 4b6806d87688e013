// Package played plays moves on a game and remembers them, to take them back and to name the line where a game panics.
package played

import (
	"fmt"

	"github.com/ply-search/ply"
)

// A Line is the moves that were played on a game and not yet taken back. Use [On] to make one.
type Line[M comparable] struct {
	game  ply.Game[M]
	moves []M
}

// On returns the empty line of a game.
func On[M comparable](g ply.Game[M]) Line[M] { return Line[M]{game: g} }

// Play plays a move. It is part of the line before the game is called.
func (l *Line[M]) Play(m M) {
	l.moves = append(l.moves, m)
	l.game.Play(m)
}

// Undo takes the last move back.
func (l *Line[M]) Undo() {
	last := len(l.moves) - 1
	m := l.moves[last]
	l.moves = l.moves[:last]
	l.game.Undo(m)
}

// UndoAll takes all moves back.
func (l *Line[M]) UndoAll() {
	for len(l.moves) > 0 {
		l.Undo()
	}
}

// Moves returns the moves, which are valid until the next is played or taken back.
func (l *Line[M]) Moves() []M { return l.moves }

// String writes the moves as package fmt writes a slice.
func (l *Line[M]) String() string { return fmt.Sprint(l.moves) }

// Package played plays moves on a game and records them, to take them back and to report the line if a game panics.
package played

import (
	"fmt"

	"github.com/ply-search/ply"
)

// A Line is the moves played on a game and not taken back. Use [On] to make one.
type Line[M comparable] struct {
	game  ply.Game[M]
	moves []M
}

func On[M comparable](g ply.Game[M]) Line[M] { return Line[M]{game: g} }

// Play plays a move, which joins the line before the game is called.
func (l *Line[M]) Play(m M) {
	l.moves = append(l.moves, m)
	l.game.Play(m)
}

func (l *Line[M]) Undo() {
	last := len(l.moves) - 1
	m := l.moves[last]
	l.moves = l.moves[:last]
	l.game.Undo(m)
}

func (l *Line[M]) UndoAll() {
	for len(l.moves) > 0 {
		l.Undo()
	}
}

// Moves returns the moves, valid until the next change of the line.
func (l *Line[M]) Moves() []M { return l.moves }

func (l *Line[M]) String() string { return fmt.Sprint(l.moves) }

package engine

import (
	"fmt"

	"github.com/ply-search/ply"
)

// NotationOf returns the game if it is a [ply.Notation], and otherwise a notation that writes moves as [fmt.Print]
// does. The moves of a position must then print differently.
func NotationOf[M comparable](g ply.Game[M]) ply.Notation[M] {
	if n, ok := g.(ply.Notation[M]); ok {
		return n
	}
	return printed[M]{g}
}

type printed[M comparable] struct{ game ply.Game[M] }

func (p printed[M]) AppendMove(dst []byte, m M) []byte { return fmt.Append(dst, m) }

func (p printed[M]) ParseMove(text string) (found M, err error) {
	for _, m := range p.game.Moves(nil) {
		if fmt.Sprint(m) == text {
			return m, nil
		}
	}
	return found, fmt.Errorf("%q is not a legal move", text)
}

package engine

import (
	"fmt"

	"github.com/ply-search/ply"
)

// NotationOf returns g if it is a [ply.Notation]. Otherwise it returns a notation that writes moves with [fmt.Append];
// different legal moves of a position must then have different texts.
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

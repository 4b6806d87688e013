package fast

import (
	"slices"

	"github.com/ply-search/ply"
)

// An Advancer plays a move and lists the moves of the new position in one call, for depth-first searches and playouts.
//
// prev contains all moves of the present position. Advance plays the move prev[i], appends the moves of the new
// position to dst, and returns the extended slice. The first moves appended are the moves of prev[:t] that commute with
// prev[i], in their order in prev; commuting is the number of these moves. All other moves follow, in the order of
// Moves.
//
// t is at most i, and is 0 in a game that is not a [ply.Commuter]. The moves prev[:t] may be in any order, and prev[t:]
// are in the order of Moves. dst may be a stack of moves whose last elements are prev. Advance must not change or keep
// prev, or change the elements of dst.
//
// Law: Advance has the same result and the same effect as Commute, Play and Moves.
type Advancer[M comparable] interface {
	Advance(prev []M, i, t int, dst []M) (next []M, commuting int)
}

// AdvancerOf returns g itself if it is an [Advancer]. Otherwise it returns an Advancer that calls Play, Moves and, if g
// is a [ply.Commuter], Commute.
func AdvancerOf[M comparable](g ply.Game[M]) Advancer[M] {
	if a, ok := g.(Advancer[M]); ok {
		return a
	}
	commuter, _ := g.(ply.Commuter[M])
	return &advancer[M]{game: g, commuter: commuter}
}

type advancer[M comparable] struct {
	game     ply.Game[M]
	commuter ply.Commuter[M]
	legal    []M // scratch
}

func (a *advancer[M]) Advance(prev []M, i, t int, dst []M) ([]M, int) {
	m, base := prev[i], len(dst)
	// Commute is called before m is played: both moves are legal there.
	for _, p := range prev[:t] {
		if a.commuter.Commute(p, m) {
			dst = append(dst, p)
		}
	}
	commuting := dst[base:]
	a.game.Play(m)
	if len(commuting) == 0 {
		return a.game.Moves(dst), 0
	}
	a.legal = a.game.Moves(a.legal[:0])
	for _, l := range a.legal {
		if !slices.Contains(commuting, l) {
			dst = append(dst, l)
		}
	}
	return dst, len(commuting)
}

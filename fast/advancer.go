package fast

import (
	"slices"

	"github.com/ply-search/ply"
)

// An Advancer plays a move and lists the moves of the new position in one call, for depth-first searches and playouts.
//
// prev contains the moves of the present position. t is at most i. The moves prev[:t] are tested for commutation with
// prev[i], and may be in any order; prev[t:] are in the order of Moves. In a game that is not a [ply.Commuter], t is
// always 0. Advance plays prev[i] and appends the moves of the new position to dst. It appends first the moves of
// prev[:t] that commute with prev[i], in their order in prev, and then all other moves, in the order of Moves. Advance
// returns the extended slice and the number of commuting moves that it appended first.
//
// dst may be a stack of moves that ends with prev. Advance must not change or keep prev, or change the elements of dst.
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

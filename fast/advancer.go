package fast

import (
	"slices"

	"github.com/ply-search/ply"
)

// An Advancer plays a move and lists the moves of the new position in one call, Advance(prev, i, t, dst). Depth-first
// searches and playouts use it.
//
// The slice prev contains all moves of the present position. Advance plays the move prev[i], appends all moves of the
// new position to dst, and returns the extended slice. The first of these are the moves of prev[:t] that commute with
// prev[i] (see [ply.Commuter]), in the order of prev. The second result is the number of these moves. All other moves
// of the new position follow, in the order of Moves.
//
// The number t is at most i. In a game that is not a Commuter, t is 0. The moves prev[:t] may be in any order; the
// moves prev[t:] are in the order of Moves. If the caller keeps the moves of several positions on one stack, prev can
// be the last part of dst. Advance must not change prev or the elements of dst, and must not keep prev after it
// returns.
//
// Law: Advance has the same results and the same effect as calls of Commute, Play and Moves.
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

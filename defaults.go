package ply

import "slices"

// AdvancerOf returns g itself if it is an [Advancer]. Otherwise it returns an Advancer that calls Play and
// Moves and, if g is a [Commuter], Commute.
//
// A type that embeds a game and changes its rules also inherits the fast paths of the embedded game, which
// do not know about the change, and must override them as well. Package gametest detects those that were
// forgotten.
func AdvancerOf[M comparable](g Game[M]) Advancer[M] {
	if a, ok := g.(Advancer[M]); ok {
		return a
	}
	return SlowAdvancer(g)
}

// SlowAdvancer returns an [Advancer] that calls Play, Moves and Commute of g, even if g is an Advancer
// itself. It is the reference that package gametest compares a game's own Advancer with.
func SlowAdvancer[M comparable](g Game[M]) Advancer[M] {
	commuter, _ := g.(Commuter[M])
	return &advancer[M]{game: g, commuter: commuter}
}

type advancer[M comparable] struct {
	game     Game[M]
	commuter Commuter[M]
	legal    []M // scratch
}

func (a *advancer[M]) Advance(prev []M, i, t int, dst []M) ([]M, int) {
	m, base := prev[i], len(dst)
	// Whether moves commute is asked before m is played: both are legal there.
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

// AfterHasherOf returns g itself if it is an [AfterHasher]. Otherwise it returns one that plays the move,
// calls Hash and takes the move back.
func AfterHasherOf[G interface {
	Game[M]
	Hasher
}, M comparable](g G) AfterHasher[M] {
	if h, ok := any(g).(AfterHasher[M]); ok {
		return h
	}
	return SlowAfterHasher(g)
}

// SlowAfterHasher returns an [AfterHasher] that calls Play, Hash and Undo of g, even if g is an AfterHasher
// itself. It is the reference that package gametest compares a game's own AfterHasher with.
func SlowAfterHasher[G interface {
	Game[M]
	Hasher
}, M comparable](g G) AfterHasher[M] {
	return afterHasher[G, M]{g}
}

type afterHasher[G interface {
	Game[M]
	Hasher
}, M comparable] struct{ game G }

func (h afterHasher[G, M]) HashAfter(m M) uint64 {
	h.game.Play(m)
	hash := h.game.Hash()
	h.game.Undo(m)
	return hash
}

// SuccessorHasherOf returns g itself if it is a [SuccessorHasher]. Otherwise it returns one that calls
// HashAfter of [AfterHasherOf] for every move.
func SuccessorHasherOf[G interface {
	Game[M]
	Hasher
}, M comparable](g G) SuccessorHasher[M] {
	if h, ok := any(g).(SuccessorHasher[M]); ok {
		return h
	}
	return SlowSuccessorHasher(AfterHasherOf(g))
}

// SlowSuccessorHasher returns a [SuccessorHasher] that calls h.HashAfter for every move.
func SlowSuccessorHasher[M comparable](h AfterHasher[M]) SuccessorHasher[M] {
	return successorHasher[M]{h}
}

type successorHasher[M comparable] struct{ after AfterHasher[M] }

func (h successorHasher[M]) HashSuccessors(moves []M, dst []uint64) []uint64 {
	for _, m := range moves {
		dst = append(dst, h.after.HashAfter(m))
	}
	return dst
}

package ply

import "slices"

// AdvancerOf returns g's own [Advancer] if it is one, else one that is made of Play and Moves and,
// if g is a [Commuter], of Commute.
//
// A type that embeds a game and changes how it plays inherits the fast paths of the embedded
// game, which know nothing of the change: it must override them too. The property kit finds the
// ones forgotten.
func AdvancerOf[M comparable](g Game[M]) Advancer[M] {
	if a, ok := g.(Advancer[M]); ok {
		return a
	}
	return SlowAdvancer(g)
}

// SlowAdvancer returns the [Advancer] that is made of Play, Moves and Commute, also for a game
// with one of its own. It is the reference that the property kit compares fast ones with.
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

// AfterHasherOf returns g's own [AfterHasher] if it is one, else one that plays the move, asks for
// the hash and takes the move back.
func AfterHasherOf[G interface {
	Game[M]
	Hasher
}, M comparable](g G) AfterHasher[M] {
	if h, ok := any(g).(AfterHasher[M]); ok {
		return h
	}
	return SlowAfterHasher(g)
}

// SlowAfterHasher returns the [AfterHasher] that is made of Play, Hash and Undo, also for a game
// with one of its own.
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

// SuccessorHasherOf returns g's own [SuccessorHasher] if it is one, else one that asks the [AfterHasher]
// of g, or its default, for every move.
func SuccessorHasherOf[G interface {
	Game[M]
	Hasher
}, M comparable](g G) SuccessorHasher[M] {
	if h, ok := any(g).(SuccessorHasher[M]); ok {
		return h
	}
	return SlowSuccessorHasher(AfterHasherOf(g))
}

// SlowSuccessorHasher returns the [SuccessorHasher] that asks h for every move.
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

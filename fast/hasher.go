package fast

import "github.com/ply-search/ply"

// An AfterHasher returns the hash of the position after m, a legal move, without playing m. A search can then look up
// that position in a table before it plays m.
//
// Law: HashAfter(m) equals Hash after Play(m), for every legal m.
type AfterHasher[M comparable] interface {
	HashAfter(m M) uint64
}

// A SuccessorHasher hashes the positions after several moves in one call. A search can then fetch the entries of these
// positions from a large table at the same time. HashSuccessors appends to dst, for each element of moves, the hash of
// the position after that move, and returns the extended slice. moves are legal.
//
// Law: each hash equals Hash after Play of that move.
type SuccessorHasher[M comparable] interface {
	HashSuccessors(moves []M, dst []uint64) []uint64
}

// AfterHasherOf returns g itself if it is an [AfterHasher]. Otherwise it returns an AfterHasher that calls Play, Hash
// and Undo.
func AfterHasherOf[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G) AfterHasher[M] {
	if h, ok := any(g).(AfterHasher[M]); ok {
		return h
	}
	return afterHasher[G, M]{g}
}

type afterHasher[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable] struct{ game G }

func (h afterHasher[G, M]) HashAfter(m M) uint64 {
	h.game.Play(m)
	hash := h.game.Hash()
	h.game.Undo(m)
	return hash
}

// SuccessorHasherOf returns g itself if it is a [SuccessorHasher]. Otherwise it returns a SuccessorHasher that uses
// [AfterHasherOf].
func SuccessorHasherOf[G interface {
	ply.Game[M]
	ply.Hasher
}, M comparable](g G) SuccessorHasher[M] {
	if h, ok := any(g).(SuccessorHasher[M]); ok {
		return h
	}
	return successorHasher[M]{AfterHasherOf(g)}
}

type successorHasher[M comparable] struct{ after AfterHasher[M] }

func (h successorHasher[M]) HashSuccessors(moves []M, dst []uint64) []uint64 {
	for _, m := range moves {
		dst = append(dst, h.after.HashAfter(m))
	}
	return dst
}

// An XorHasher is a [ply.Hasher] whose hash is the exclusive or of one number for each part of the position, as in
// Zobrist hashing. If the game is acyclic, depth-first searches of package search that use a table call XorHashes
// instead of hashing each position separately. These searches also prefetch the table entries of positions two moves
// ahead. If the game is a [ply.Rehasher] too, such a search calls Rehash once, at the start, and never calls Hash, so
// the game need not update a hash during the search.
//
// Laws:
//   - XorHashes changes nothing that can be observed.
//   - For each move, XorHashes appends the exclusive or of three numbers: the argument hash, the hash of the present
//     position, and the hash of the position after the move.
//   - If moves a and b lead to the same position in either order, the hash of that position is the exclusive or of
//     three hashes: of the present position, of the position after a, and of the position after b.
type XorHasher[M comparable] interface {
	// XorHashes appends to dst one number for each element of moves: the exclusive or of the argument hash, the hash of
	// the present position, and the hash of the position after the move. It returns the extended slice. If the argument
	// hash is the hash of the present position, the number is therefore the hash of the position after the move.
	XorHashes(hash uint64, moves []M, dst []uint64) []uint64
}

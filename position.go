package ply

// A Hasher returns a 64-bit hash of the present position. Equal positions have equal hashes. Two different positions
// should have equal hashes only by coincidence, with a probability of about 2⁻⁶⁴. Package transposition offers some.
//
// A position is exactly the information on which the legal moves and the results of all lines of play from it depend.
// In particular it does not include the line that led to it.
//
// Searches identify positions by their hash. Searches that must not rely on hashes use the position's identity instead:
// the bytes that the game's [encoding.BinaryAppender] appends. AppendBinary must append equal bytes for equal positions
// and different bytes for different positions, and must not fail.
//
// Laws: positions with equal identities have equal hashes; positions with different identities have different hashes;
// the same moves in another order give the same hash if they lead to the same position.
type Hasher interface {
	Hash() uint64
}

// A Rehasher computes the hash from scratch. Package gametest verifies incremental hashes by it.
//
// Law: Rehash equals Hash.
type Rehasher interface {
	Rehash() uint64
}

// A Symmetric game has positions that are images of one another, such as rotations, reflections or exchanges of
// colours. By default searches treat symmetric positions as different.
//
// Laws:
//   - Symmetry 0 is the identity: HashUnder(0) equals Hash, and MoveUnder(0, m) equals m.
//   - The composition of two symmetries is one of the symmetries.
//   - Different moves have different images under the same symmetry.
//   - If a position is its own image under s, the images of its moves under s are its moves, and the image of a line of
//     play leads to the image of the position that the line leads to.
//   - Positions with equal canonical hashes ([CanonicalHash]) have equally many moves, equal results if they are
//     finished (solved, score, and outcome for the side to move), and successors with equal canonical hashes.
type Symmetric[M comparable] interface {
	// Symmetries returns the number of symmetries, at least 1.
	Symmetries() int

	// HashUnder returns the hash of the image of the present position under symmetry s.
	HashUnder(s int) uint64

	// MoveUnder returns the image of m under symmetry s.
	MoveUnder(s int, m M) M
}

// CanonicalHash returns the least hash of all images of the present position. All images have the same.
func CanonicalHash[M comparable](g Symmetric[M]) uint64 {
	least := g.HashUnder(0)
	for s := range g.Symmetries() {
		least = min(least, g.HashUnder(s))
	}
	return least
}

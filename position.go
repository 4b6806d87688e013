package ply

// A Hasher returns a 64-bit hash of the present position. Equal positions have equal hashes. Two different positions
// should have equal hashes only by coincidence, with a probability of about 2⁻⁶⁴. Package transposition has hash
// functions.
//
// A position is exactly the information on which the legal moves and the results of all lines of play from it depend.
// In particular, a position does not include the line that led to it.
//
// Most searches identify positions by their hashes. Searches that must not rely on hashes use the identity of a
// position instead: the bytes that the game appends with AppendBinary, as an [encoding.BinaryAppender]. AppendBinary
// must append equal bytes for equal positions and different bytes for different positions, and must not return an
// error.
//
// Laws:
//   - Positions with equal identities have equal hashes.
//   - Positions with different identities have different hashes.
//   - If moves, played in different orders, lead to the same position, they lead to the same hash.
type Hasher interface {
	Hash() uint64
}

// A Rehasher computes the hash of the present position from scratch. Package gametest uses it to verify hashes that are
// updated move by move.
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
//   - Suppose that a position is its own image under symmetry s. Then the images of its legal moves are again its legal
//     moves. If a line of play from there leads to a position P, the image of the line leads to the image of P.
//   - Positions with equal canonical hashes ([CanonicalHash]) have the same number of moves. If they are finished, they
//     have equal results (solved, score, and outcome for the side to move). The positions after their moves have the
//     same canonical hashes, perhaps in another order.
type Symmetric[M comparable] interface {
	// Symmetries returns the number of symmetries, including the identity. It is at least 1.
	Symmetries() int

	// HashUnder returns the hash of the image of the present position under symmetry s, from 0 to Symmetries()-1.
	HashUnder(s int) uint64

	// MoveUnder returns the image of m under symmetry s.
	MoveUnder(s int, m M) M
}

// CanonicalHash returns the least of the hashes of all images of the present position. It is the same for all images of
// a position.
func CanonicalHash[M comparable](g Symmetric[M]) uint64 {
	least := g.HashUnder(0)
	for s := range g.Symmetries() {
		least = min(least, g.HashUnder(s))
	}
	return least
}

package ply

// A Hasher gives the present position a hash: equal positions have equal hashes, and different
// ones differ but for the chance of one in 2⁶⁴ for a pair of them. A position is whatever the
// legal moves and the results of all lines from here depend on, and nothing else: not the line
// that led to it.
//
// Searches identify positions by their hash. Where that chance is too much, they ask for
// [encoding.BinaryAppender], the identity of a position: AppendBinary appends the same bytes for
// equal positions and other bytes for different ones. It fails on none.
//
// Laws: equal identities, equal hashes; different identities, different hashes; a line of play
// and the same moves in another order, where they lead to the same position, give the same hash.
type Hasher interface {
	Hash() uint64
}

// An AfterHasher gives the hash of the position after a move without playing it, so that a
// transposition table can be asked first.
//
// Law: HashAfter(m) equals Hash after Play(m), for every legal m.
type AfterHasher[M comparable] interface {
	HashAfter(m M) uint64
}

// A SuccessorHasher gives the hashes of the positions after many moves in one call, so that the places
// of all of them in a transposition table can be fetched from memory side by side.
//
// Law: HashSuccessors appends to dst, for each of moves, which are legal, what Hash is after Play.
type SuccessorHasher[M comparable] interface {
	HashSuccessors(moves []M, dst []uint64) []uint64
}

// A Rehasher computes the hash anew from the position alone. It is there for the property kit
// to hold against a hash that Play and Undo update.
//
// Law: Rehash equals Hash.
type Rehasher interface {
	Rehash() uint64
}

// A Symmetric game has positions that are images of one another: turned, reflected, with colours
// exchanged. Searches look at symmetric positions apart unless they are told otherwise.
//
// Laws: symmetry 0 is the identity, so that HashUnder(0) equals Hash and MoveUnder(0, m) is m; two
// symmetries one after the other are one of them; different moves have different images; if a
// position is its own image under s, then the images of its moves are its moves, and the image of
// a line of play leads to the image of the position that the line leads to; positions with the
// same canonical hash have as many moves, the same result if they are finished (solved, score, and
// outcome for the side to move), and the same canonical hashes behind them.
type Symmetric[M comparable] interface {
	// Symmetries returns the number of symmetries, at least 1.
	Symmetries() int

	// HashUnder returns the hash of the image of the present position under symmetry s.
	HashUnder(s int) uint64

	// MoveUnder returns the image of m under symmetry s.
	MoveUnder(s int, m M) M
}

// CanonicalHash returns the least hash among those of the images of the present position, which
// is the same for all of them.
func CanonicalHash[M comparable](g Symmetric[M]) uint64 {
	least := g.HashUnder(0)
	for s := range g.Symmetries() {
		least = min(least, g.HashUnder(s))
	}
	return least
}

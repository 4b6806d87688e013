package endings

import (
	"encoding/binary"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// The sides.
const (
	White = 0
	Black = 1
)

// A kind is what a man is.
type kind uint8

const (
	king kind = iota
	queen
	rook
	bishop
	knight
	pawn
	kinds
	none = kinds // no man
)

// A Game is a position of chess with few men, and a [ply.Game] of two sides. Playing allocates nothing. Games are made by
// [New] and [ParseFEN]. The zero value is not a valid game.
type Game struct {
	family *family
	men    [2][kinds]bitboard
	toMove uint8
}

// occupied returns the squares of a side.
func (g *Game) occupied(side uint8) bitboard {
	m := &g.men[side]
	return m[king] | m[queen] | m[rook] | m[bishop] | m[knight] | m[pawn]
}

// attacked reports whether a side attacks a square.
func (g *Game) attacked(side uint8, square int, all bitboard) bool {
	m := &g.men[side]
	if m[king]&steps[king][square]|m[knight]&steps[knight][square]|m[pawn]&hits[side^1][square] != 0 {
		return true
	}
	if far := m[queen] | m[rook]; far != 0 && far&straight(square, all) != 0 {
		return true
	}
	far := m[queen] | m[bishop]
	return far != 0 && far&diagonal(square, all) != 0
}

// checked reports whether the king of a side is attacked.
func (g *Game) checked(side uint8) bool {
	return g.attacked(side^1, g.men[side][king].first(), g.occupied(White)|g.occupied(Black))
}

// InCheck reports whether the side to move is in check.
func (g *Game) InCheck() bool { return g.checked(g.toMove) }

// kindOn returns the kind of the man of a side on a square.
func (g *Game) kindOn(side uint8, square int) kind {
	for k, set := range &g.men[side] {
		if set.has(square) {
			return kind(k)
		}
	}
	return none
}

// Moves appends the legal moves.
func (g *Game) Moves(dst []Move) []Move {
	us, begin := g.toMove, len(dst)
	own, theirs := g.occupied(us), g.occupied(us^1)
	for k := range pawn {
		for left := g.men[us][k]; left != 0; left &= left - 1 {
			from := left.first()
			for to := attacks(k, from, own|theirs) &^ own; to != 0; to &= to - 1 {
				dst = g.appendMoves(dst, from, to.first(), theirs, false)
			}
		}
	}
	for left := g.men[us][pawn]; left != 0; left &= left - 1 {
		from := left.first()
		for to := hits[us][from]&theirs | pushes(us, from, own|theirs); to != 0; to &= to - 1 {
			dst = g.appendMoves(dst, from, to.first(), theirs, (firstRank | lastRank).has(to.first()))
		}
	}
	kept := dst[:begin]
	for _, m := range dst[begin:] {
		g.Play(m)
		if !g.checked(us) {
			kept = append(kept, m)
		}
		g.Undo(m)
	}
	return kept
}

// pushes returns the squares to which a pawn can go without taking.
func pushes(side uint8, from int, all bitboard) (to bitboard) {
	step := size - 2*size*int(side)
	if all.has(from + step) {
		return 0
	}
	to = at(from + step)
	if from/size == 1+5*int(side) && !all.has(from+2*step) {
		to |= at(from + 2*step)
	}
	return to
}

// appendMoves appends a move or, if it promotes a pawn, one for each piece that the pawn can become.
func (g *Game) appendMoves(dst []Move, from, to int, theirs bitboard, promotes bool) []Move {
	take := none
	if theirs.has(to) {
		take = g.kindOn(g.toMove^1, to)
	}
	if !promotes {
		return append(dst, newMove(from, to, take, none))
	}
	for k := queen; k <= knight; k++ {
		dst = append(dst, newMove(from, to, take, k))
	}
	return dst
}

// Play plays m.
func (g *Game) Play(m Move) {
	g.toggle(m, g.kindOn(g.toMove, m.from()))
	g.toMove ^= 1
}

// Undo takes m back.
func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	k := pawn
	if m.promotion() == none {
		k = g.kindOn(g.toMove, m.to())
	}
	g.toggle(m, k)
}

// toggle takes the men of a move of a man of kind k from where they are and puts them where they are not.
func (g *Game) toggle(m Move, k kind) {
	us := g.toMove
	g.men[us][k] ^= at(m.from())
	if p := m.promotion(); p != none {
		k = p
	}
	g.men[us][k] ^= at(m.to())
	if take := m.take(); take != none {
		g.men[us^1][take] ^= at(m.to())
	}
}

// ToMove returns the side to move, White or Black.
func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns the value of checkmate to the side that is mated, or 0 for stalemate.
func (g *Game) Outcome() int {
	if g.InCheck() {
		return -ply.MaxValue
	}
	return 0
}

// keys of the hash, by square, side and kind.
var (
	keys    = transposition.Zobrist{Seed: 17}.Keys(squares, 2*int(kinds))
	sideKey = transposition.Zobrist{Seed: 17}.Key(squares, 0)
)

// Hash returns a hash of the men and of the side to move.
func (g *Game) Hash() uint64 {
	hash := uint64(g.toMove) * sideKey
	for side := range g.men {
		for k, set := range &g.men[side] {
			for ; set != 0; set &= set - 1 {
				hash ^= keys[set.first()*2*int(kinds)+side*int(kinds)+k]
			}
		}
	}
	return hash
}

// AppendBinary appends the identity of the position: the number of men and, for each, its kind and its square; and the
// side to move.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for side := range g.men {
		for k, set := range &g.men[side] {
			for ; set != 0; set &= set - 1 {
				b = binary.BigEndian.AppendUint16(b, uint16(side)<<15|uint16(k)<<8|uint16(set.first()))
			}
		}
	}
	return append(b, g.toMove), nil
}

// Clone returns a copy.
func (g *Game) Clone() *Game { return new(*g) }

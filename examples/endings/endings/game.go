package endings

import (
	"encoding/binary"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/internal/chess"
	"github.com/ply-search/ply/transposition"
)

const (
	White = 0
	Black = 1
)

const (
	size    = 8
	squares = size * size

	firstRank chess.Set = 0xff
	lastRank            = firstRank << (squares - size)
)

// attack holds the attacks on an empty board.
var attack = chess.NewAttacks()

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

// A Game is a position of chess with few men, and a [ply.AdversarialGame]. Playing allocates nothing. [New] and [ParseFEN] make
// games; the zero value is not valid.
type Game struct {
	family *family
	men    [2][kinds]chess.Set
	toMove uint8
}

func (g *Game) occupied(side uint8) chess.Set {
	m := &g.men[side]
	return m[king] | m[queen] | m[rook] | m[bishop] | m[knight] | m[pawn]
}

func (g *Game) attacked(side uint8, square int, all chess.Set) bool {
	m := &g.men[side]
	if m[king]&attack.King[square]|m[knight]&attack.Knight[square]|m[pawn]&attack.Pawn[side^1][square] != 0 {
		return true
	}
	if far := m[queen] | m[rook]; far != 0 && far&attack.Rook(square, all) != 0 {
		return true
	}
	far := m[queen] | m[bishop]
	return far != 0 && far&attack.Bishop(square, all) != 0
}

// attacks returns the squares that a man other than a pawn attacks.
func attacks(k kind, square int, occupied chess.Set) chess.Set {
	switch k {
	case king:
		return attack.King[square]
	case queen:
		return attack.Queen(square, occupied)
	case rook:
		return attack.Rook(square, occupied)
	case bishop:
		return attack.Bishop(square, occupied)
	default:
		return attack.Knight[square]
	}
}

func (g *Game) checked(side uint8) bool {
	return g.attacked(side^1, g.men[side][king].First(), g.occupied(White)|g.occupied(Black))
}

func (g *Game) InCheck() bool { return g.checked(g.toMove) }

// kindOn returns the kind of the man of a side on a square.
func (g *Game) kindOn(side uint8, square int) kind {
	for k, set := range &g.men[side] {
		if set.Has(square) {
			return kind(k)
		}
	}
	return none
}

func (g *Game) Moves(dst []Move) []Move {
	us, begin := g.toMove, len(dst)
	own, theirs := g.occupied(us), g.occupied(us^1)
	for k := range pawn {
		for left := g.men[us][k]; left != 0; left &= left - 1 {
			from := left.First()
			for to := attacks(k, from, own|theirs) &^ own; to != 0; to &= to - 1 {
				dst = g.appendMoves(dst, from, to.First(), theirs, false)
			}
		}
	}
	for left := g.men[us][pawn]; left != 0; left &= left - 1 {
		from := left.First()
		for to := attack.Pawn[us][from]&theirs | pushes(us, from, own|theirs); to != 0; to &= to - 1 {
			dst = g.appendMoves(dst, from, to.First(), theirs, (firstRank | lastRank).Has(to.First()))
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

// pushes returns the squares to which a pawn can go without a capture.
func pushes(side uint8, from int, all chess.Set) (to chess.Set) {
	step := size - 2*size*int(side)
	if all.Has(from + step) {
		return 0
	}
	to = chess.At(from + step)
	if from/size == 1+5*int(side) && !all.Has(from+2*step) {
		to |= chess.At(from + 2*step)
	}
	return to
}

// appendMoves appends a move, or all promotions of a pawn that reaches the last rank.
func (g *Game) appendMoves(dst []Move, from, to int, theirs chess.Set, promotes bool) []Move {
	take := none
	if theirs.Has(to) {
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

func (g *Game) Play(m Move) {
	g.toggle(m, g.kindOn(g.toMove, m.from()))
	g.toMove ^= 1
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	k := pawn
	if m.promotion() == none {
		k = g.kindOn(g.toMove, m.to())
	}
	g.toggle(m, k)
}

// toggle plays a move of a man of kind k, or takes it back: each square that it changes is flipped.
func (g *Game) toggle(m Move, k kind) {
	us := g.toMove
	g.men[us][k] ^= chess.At(m.from())
	if p := m.promotion(); p != none {
		k = p
	}
	g.men[us][k] ^= chess.At(m.to())
	if take := m.take(); take != none {
		g.men[us^1][take] ^= chess.At(m.to())
	}
}

func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns -[ply.MaxValue] for checkmate, or 0 for stalemate.
func (g *Game) Outcome() int {
	if g.InCheck() {
		return -ply.MaxValue
	}
	return 0
}

// Zobrist keys, by square, side and kind.
var (
	keys    = transposition.Zobrist{Seed: 17}.Keys(squares, 2*int(kinds))
	sideKey = transposition.Zobrist{Seed: 17}.Key(squares, 0)
)

func (g *Game) Hash() uint64 {
	hash := uint64(g.toMove) * sideKey
	for side := range g.men {
		for k, set := range &g.men[side] {
			for ; set != 0; set &= set - 1 {
				hash ^= keys[set.First()*2*int(kinds)+side*int(kinds)+k]
			}
		}
	}
	return hash
}

// AppendBinary appends the identity of the position: side, kind and square of each man, in two bytes, and the side to move.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	for side := range g.men {
		for k, set := range &g.men[side] {
			for ; set != 0; set &= set - 1 {
				b = binary.BigEndian.AppendUint16(b, uint16(side)<<15|uint16(k)<<8|uint16(set.First()))
			}
		}
	}
	return append(b, g.toMove), nil
}

func (g *Game) Clone() *Game { return new(*g) }

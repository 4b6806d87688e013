// Package morris is three and six men's morris, with positions numbered for retrograde analysis.
package morris

import (
	"encoding/binary"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

const (
	White = 0 // places first
	Black = 1
)

// A Game is a position of morris, and a [ply.Game] of two sides. Playing allocates nothing. The zero value is no position.
type Game struct {
	board  *Board
	men    [2]uint32 // the points of each side
	hand   [2]uint8  // men to place
	toMove uint8
}

func New(b *Board) *Game {
	n := uint8(b.men)
	return &Game{board: b, hand: [2]uint8{n, n}}
}

// lost reports whether the side to move has lost before it moves: the other has a line, or it has fewer than three men.
func (g *Game) lost() bool {
	if g.board.wins {
		return g.board.milled(g.men[g.toMove^1]) != 0
	}
	return bits.OnesCount32(g.men[g.toMove])+int(g.hand[g.toMove]) < 3
}

func (g *Game) Moves(dst []Move) []Move {
	if g.lost() {
		return dst
	}
	own := g.men[g.toMove]
	empty := g.board.all() &^ (own | g.men[g.toMove^1])
	if g.hand[g.toMove] > 0 {
		for ; empty != 0; empty &= empty - 1 {
			dst = g.appendMoves(dst, hand, bits.TrailingZeros32(empty))
		}
		return dst
	}
	for left := own; left != 0; left &= left - 1 {
		from := bits.TrailingZeros32(left)
		for to := g.board.near[from] & empty; to != 0; to &= to - 1 {
			dst = g.appendMoves(dst, from, bits.TrailingZeros32(to))
		}
	}
	return dst
}

// appendMoves appends a move of a man, with each man that can be taken if it closes a mill.
func (g *Game) appendMoves(dst []Move, from, to int) []Move {
	own := g.men[g.toMove] | 1<<to
	if from != hand {
		own &^= 1 << from
	}
	if g.board.wins || !g.board.mill(own, to) {
		return append(dst, newMove(from, to, none))
	}
	for take := g.takable(g.men[g.toMove^1]); take != 0; take &= take - 1 {
		dst = append(dst, newMove(from, to, bits.TrailingZeros32(take)))
	}
	return dst
}

// takable returns the men of a set that can be taken: men in no mill, or all men if all are in mills.
func (g *Game) takable(set uint32) uint32 {
	if free := set &^ g.board.milled(set); free != 0 {
		return free
	}
	return set
}

func (g *Game) Play(m Move) {
	g.toggle(m, 1)
	g.toMove ^= 1
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	g.toggle(m, ^uint8(0))
}

// toggle changes the squares of the men of a move. number is subtracted from the hand if a man is placed.
func (g *Game) toggle(m Move, number uint8) {
	g.men[g.toMove] ^= 1 << m.to()
	if m.from() == hand {
		g.hand[g.toMove] -= number
	} else {
		g.men[g.toMove] ^= 1 << m.from()
	}
	if m.take() != none {
		g.men[g.toMove^1] ^= 1 << m.take()
	}
}

// Unmoves appends the moves that may have led to the present position; Undo takes them back.
func (g *Game) Unmoves(dst []Move) []Move {
	us, them := g.toMove, g.toMove^1
	theirs := g.men[them]
	if g.hand[us] == g.hand[them] && g.hand[us] > 0 && us == Black {
		return dst // White places first
	}
	begin := len(dst)
	empty := g.board.all() &^ (g.men[us] | theirs)
	for left := theirs; left != 0; left &= left - 1 {
		to := bits.TrailingZeros32(left)
		// Men are placed from the hand; if no hand has any left, the last man may still have been placed.
		if int(g.hand[them]) < g.board.men && (g.hand[us]+g.hand[them] > 0 || us == White) {
			dst = g.appendUnmoves(dst, hand, to)
		}
		if g.hand[us]+g.hand[them] == 0 {
			for from := g.board.near[to] & empty; from != 0; from &= from - 1 {
				dst = g.appendUnmoves(dst, bits.TrailingZeros32(from), to)
			}
		}
	}
	kept := dst[:begin]
	for _, m := range dst[begin:] {
		g.Undo(m)
		if !g.lost() && (m.take() == none || g.takable(g.men[us])>>m.take()&1 != 0) {
			kept = append(kept, m)
		}
		g.Play(m)
	}
	return kept
}

// appendUnmoves appends a move of a man to its point, with each man that it may have taken if it is in a mill.
func (g *Game) appendUnmoves(dst []Move, from, to int) []Move {
	own, theirs := g.men[g.toMove], g.men[g.toMove^1]
	if g.board.wins || !g.board.mill(theirs, to) {
		return append(dst, newMove(from, to, none))
	}
	if bits.OnesCount32(own)+int(g.hand[g.toMove]) == g.board.men {
		return dst // nothing was ever taken
	}
	empty := g.board.all() &^ (own | theirs)
	if from != hand {
		empty &^= 1 << from
	}
	for ; empty != 0; empty &= empty - 1 {
		dst = append(dst, newMove(from, to, bits.TrailingZeros32(empty)))
	}
	return dst
}

func (g *Game) Successors(other, same []uint64) (others, sames []uint64) {
	var scratch [mostMoves]Move
	for _, m := range g.Moves(scratch[:0]) {
		g.Play(m)
		other = append(other, g.Index())
		g.Undo(m)
	}
	return other, same
}

func (g *Game) Predecessors(other, same []uint64) (others, sames []uint64) {
	var scratch [mostMoves]Move
	for _, m := range g.Unmoves(scratch[:0]) {
		g.Undo(m)
		other = append(other, g.Index())
		g.Play(m)
	}
	return other, same
}

// mostMoves is enough for the moves of most positions, forwards and backwards; more are allocated.
const mostMoves = 256

func (g *Game) ToMove() int { return int(g.toMove) }

// Outcome returns a loss: fewer than three men, no move, or with nine points a line of the other side.
func (g *Game) Outcome() int { return -ply.MaxValue }

func (g *Game) Hash() uint64 { return transposition.Mix(g.word()) }

func (g *Game) word() uint64 {
	return uint64(g.men[White]) | uint64(g.men[Black])<<mostPoints | uint64(g.hand[White])<<32 | uint64(g.hand[Black])<<36 |
		uint64(g.toMove)<<40 | uint64(g.board.men)<<44
}

// AppendBinary appends the identity of the position, 8 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(b, g.word()), nil
}

func (g *Game) Clone() *Game { return new(*g) }

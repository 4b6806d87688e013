package othello

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"github.com/ply-search/ply/transposition"
)

// The sides.
const (
	Black = 0 // moves first
	White = 1
)

// A Move is the square of a disc, 0 to 63, from A1 to H1, A2 to H2 and so on, or [Pass].
type Move uint8

// Pass is the move of a side that can do no other, while the other side can.
const Pass Move = squares

// A Game is a position of Othello and a [ply.Game] of two sides.
//
// It takes 2 kB. Playing allocates nothing.
type Game struct {
	own, other bitboard // the discs of the side to move, and of the other
	side       uint8
	plies      uint8
	played     [maxPlies]discs // before the moves played, for Undo
	evaluation *Evaluation     // nil for none
	counter    *atomic.Int64   // of the positions that Bounds looks at; nil for none
}

type discs struct{ own, other bitboard }

// maxPlies is the greatest number of moves in a game: 60 discs, and no two passes together.
const maxPlies = 2*60 + 2

// New returns the start of a game.
func New() *Game {
	return &Game{
		own:   1<<28 | 1<<35, // E4 and D5
		other: 1<<27 | 1<<36, // D4 and E5
	}
}

// Moves appends the legal moves, from A1 on.
func (g *Game) Moves(dst []Move) []Move {
	places := placesFor(g.own, g.other)
	if places == 0 {
		if placesFor(g.other, g.own) != 0 {
			dst = append(dst, Pass)
		}
		return dst
	}
	for ; places != 0; places &= places - 1 {
		dst = append(dst, Move(places.first()))
	}
	return dst
}

// Play plays m.
func (g *Game) Play(m Move) {
	g.played[g.plies] = discs{g.own, g.other}
	g.plies++
	g.side ^= 1
	if m == Pass {
		g.own, g.other = g.other, g.own
		return
	}
	turn := turned(g.own, g.other, uint(m))
	g.own, g.other = g.other&^turn, g.own|turn|1<<m
}

// Undo takes the last move back.
func (g *Game) Undo(Move) {
	g.plies--
	g.side ^= 1
	before := &g.played[g.plies]
	g.own, g.other = before.own, before.other
}

// ToMove returns the side to move, Black or White.
func (g *Game) ToMove() int { return int(g.side) }

// Disc is the value of a disc: values are in hundredths of it, which evaluations can tell apart.
const Disc = 100

// Outcome returns by how many discs the side to move has more than the other, times [Disc], the empty squares
// counted for the one that has more.
func (g *Game) Outcome() int { return Disc * margin(g.own, g.other) }

// margin returns a difference in discs.
func margin(own, other bitboard) int {
	a, b := own.count(), other.count()
	switch {
	case a > b:
		return squares - 2*b
	case a < b:
		return 2*a - squares
	default:
		return 0
	}
}

// Empties returns the number of empty squares.
func (g *Game) Empties() int { return squares - (g.own | g.other).count() }

// Discs returns the number of discs of a side.
func (g *Game) Discs(side int) int {
	if side == int(g.side) {
		return g.own.count()
	}
	return g.other.count()
}

// Bits returns the discs of the side to move and of the other, a bit for each square.
func (g *Game) Bits() (own, other uint64) { return uint64(g.own), uint64(g.other) }

// Acyclic returns true: two passes never follow one another, and all other moves add a disc.
func (g *Game) Acyclic() bool { return true }

// Hash returns a hash of the discs and of who is to move.
func (g *Game) Hash() uint64 { return hash(g.own, g.other, g.side) }

func hash(own, other bitboard, side uint8) uint64 {
	return transposition.Mix(uint64(own)*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(uint64(other)*0xc2b2ae3d27d4eb4f, 32) ^ uint64(side))
}

// HashAfter returns the hash of the position after m.
func (g *Game) HashAfter(m Move) uint64 {
	if m == Pass {
		return hash(g.other, g.own, g.side^1)
	}
	turn := turned(g.own, g.other, uint(m))
	return hash(g.other&^turn, g.own|turn|1<<m, g.side^1)
}

// Rehash returns Hash: there is nothing that Play keeps up to date.
func (g *Game) Rehash() uint64 { return g.Hash() }

// AppendBinary appends the identity of the position, 17 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint64(b, uint64(g.own))
	b = binary.BigEndian.AppendUint64(b, uint64(g.other))
	return append(b, g.side), nil
}

// Clone returns a copy that shares nothing but what positions are evaluated by, and what counts those that
// Bounds looks at.
func (g *Game) Clone() *Game {
	c := *g
	return &c
}

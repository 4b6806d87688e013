// Package othello is the game Othello, also called Reversi.
//
// On a board of 8 × 8 squares, Black and White in turn place a disc where it encloses a row of the other side's discs
// between itself and another own disc; the enclosed discs turn over. A side without such a move passes. When neither side
// can move, the side with more discs wins. Values are differences of discs; the winner gets the empty squares.
package othello

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"

	"github.com/ply-search/ply/transposition"
)

const (
	Black = 0 // moves first
	White = 1
)

// A Move is the square of a disc, 0 to 63, from A1 to H1, A2 to H2 and so on, or [Pass].
type Move uint8

// Pass is the only move of a side that can place no disc while the other side can.
const Pass Move = squares

// A Game is a position and a [ply.Game] of two sides. It takes 2 kB, half a megabyte more once [Game.Bounds] searches. Playing allocates nothing.
type Game struct {
	position
	evaluation *Evaluation   // nil for mobility and corners
	toEnd      bool          // Rank is for searches to the end
	counter    *atomic.Int64 // counts the positions that Bounds searches; may be nil
	endgame    endgame       // of Bounds
}

// A position is the part of a game that boards of all sizes share.
type position struct {
	own, other bitboard // the discs of the side to move, and of the other
	side       uint8
	plies      uint8
	played     [maxPlies]discs // before the moves played, for Undo
}

type discs struct{ own, other bitboard }

// maxPlies is the greatest number of moves in a game: 60 discs, and never two passes in a row.
const maxPlies = 2*60 + 2

func New() *Game { return &Game{position: start} }

var start = position{
	own:   1<<28 | 1<<35, // E4 and D5
	other: 1<<27 | 1<<36, // D4 and E5
}

func (g *Game) Moves(dst []Move) []Move {
	places := placesFor(g.own, g.other)
	if places == 0 && placesFor(g.other, g.own) != 0 {
		return append(dst, Pass)
	}
	return places.appendTo(dst)
}

// CountSuccessors returns the number of legal moves, of replies to all of them, and of moves that end the game.
func (g *Game) CountSuccessors() (moves, replies, ended int) {
	places := placesFor(g.own, g.other)
	if places == 0 {
		if n := placesFor(g.other, g.own).count(); n > 0 {
			return 1, n, 0 // a pass
		}
		return 0, 0, 0
	}
	for ; places != 0; places &= places - 1 {
		square := places.first()
		turn := turned(g.own, g.other, square)
		own, other := g.other&^turn, g.own|turn|1<<square
		n := placesFor(own, other).count()
		if n == 0 {
			if placesFor(other, own) != 0 {
				n = 1 // a pass
			} else {
				ended++
			}
		}
		moves, replies = moves+1, replies+n
	}
	return moves, replies, ended
}

func (b bitboard) appendTo(dst []Move) []Move {
	for ; b != 0; b &= b - 1 {
		dst = append(dst, Move(b.first()))
	}
	return dst
}

func (g *position) Play(m Move) {
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

func (g *position) Undo(Move) {
	g.plies--
	g.side ^= 1
	before := &g.played[g.plies]
	g.own, g.other = before.own, before.other
}

func (g *position) ToMove() int { return int(g.side) }

// Disc is the value of a disc: values are in hundredths of a disc.
const Disc = 100

// Outcome returns the difference in discs for the side to move, times [Disc]. The winner gets the empty squares.
func (g *Game) Outcome() int { return Disc * margin(g.own, g.other) }

// margin returns the difference in discs at the end of a game.
func margin(own, other bitboard) int {
	a, b := own.count(), other.count()
	switch {
	case a > b:
		return squares - 2*b
	case a < b:
		return 2*a - squares
	}
	return 0
}

func (g *Game) Empties() int { return squares - (g.own | g.other).count() }

func (g *position) Discs(side int) int { return g.discsOf(side).count() }

// Bits returns the discs of the side to move and of the other, a bit for each square.
func (g *position) Bits() (own, other uint64) { return uint64(g.own), uint64(g.other) }

// Acyclic returns true: two passes never follow one another, and other moves add a disc.
func (g *position) Acyclic() bool { return true }

func (g *position) Hash() uint64 { return hash(g.own, g.other, g.side) }

func hash(own, other bitboard, side uint8) uint64 {
	return transposition.Mix(uint64(own)*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(uint64(other)*0xc2b2ae3d27d4eb4f, 32) ^ uint64(side))
}

func (g *position) HashAfter(m Move) uint64 {
	if m == Pass {
		return hash(g.other, g.own, g.side^1)
	}
	turn := turned(g.own, g.other, uint(m))
	return hash(g.other&^turn, g.own|turn|1<<m, g.side^1)
}

// AppendBinary appends the identity of the position, 17 bytes.
func (g *position) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint64(b, uint64(g.own))
	b = binary.BigEndian.AppendUint64(b, uint64(g.other))
	return append(b, g.side), nil
}

// Clone returns a copy, without the results of Bounds. It shares the evaluation and the counter of CountEndgames.
func (g *Game) Clone() *Game {
	c := *g
	c.endgame = endgame{}
	return &c
}

// symmetries are the symmetries of the board, as numbers for bitboard.image, that leave the start as it is: the identity,
// half a turn, and the reflections at both diagonals.
var symmetries = [...]int{0, 3, 4, 7}

// Symmetries returns 4: the symmetries that leave the start as it is. The others exchange its colours, so no game has both images.
func (g *position) Symmetries() int { return len(symmetries) }

func (g *position) HashUnder(s int) uint64 {
	return hash(g.own.image(symmetries[s]), g.other.image(symmetries[s]), g.side)
}

func (g *position) MoveUnder(s int, m Move) Move {
	if m == Pass {
		return m
	}
	return Move((bitboard(1) << m).image(symmetries[s]).first())
}

// A Small is a game of Othello on a smaller board, a [ply.Game] of two sides. Its squares are the middle of the board of
// 8 × 8, with their names there.
//
// On 6 × 6 squares, White wins by 20 discs to 16 (Feinstein 1993).
type Small struct {
	position
	squares bitboard
}

// NewSmall returns the start of a game on size × size squares, 4 or 6.
func NewSmall(size int) (*Small, error) {
	switch size {
	case 4:
		return &Small{start, 0x00003c3c3c3c0000}, nil
	case 6:
		return &Small{start, 0x007e7e7e7e7e7e00}, nil
	}
	return nil, fmt.Errorf("a small board of %d × %d squares: want 4 × 4 or 6 × 6", size, size)
}

func (g *Small) Moves(dst []Move) []Move {
	places := placesFor(g.own, g.other) & g.squares
	if places == 0 && placesFor(g.other, g.own)&g.squares != 0 {
		return append(dst, Pass)
	}
	return places.appendTo(dst)
}

// Outcome returns the difference in discs for the side to move, times [Disc]. The winner gets the empty squares.
func (g *Small) Outcome() int {
	outside, discs := squares-g.squares.count(), margin(g.own, g.other)
	return Disc * (discs - outside*cmp.Compare(discs, 0))
}

func (g *Small) Clone() *Small { return new(*g) }

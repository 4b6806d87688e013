// Package doubutsu is dōbutsu shōgi ("animal chess"), invented by Madoka Kitao in 2008: shogi on a board of 3 × 4 squares,
// with a lion, a giraffe, an elephant and a chick for each side.
//
// Each piece moves one square: the lion in all eight directions, the giraffe along files and ranks, the elephant along
// diagonals, the chick forward. A chick that moves to the last rank becomes a hen, which moves like the lion, but not
// diagonally backwards. A captured piece changes sides, a hen as a chick; a side may drop such a piece on an empty square
// instead of a move. A chick dropped on the last rank stays a chick and cannot move.
//
// A side wins by taking the lion, or when its lion reaches the last rank and cannot be taken in the next move. A side that
// cannot move, which hardly occurs, loses. In this package a lion that can be taken must be taken, which changes no value and
// no length of best play, as nothing wins faster.
//
// Tetsuro Tanaka solved the game in 2009: 246 803 167 positions can be reached, not counting reflections and exchanges of the
// sides, and the second side wins in 78 moves.
package doubutsu

import (
	"encoding/binary"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

// The board. Square 0 is a1, square 1 is b1, square 3 is a2.
const (
	width   = 3
	height  = 4
	squares = width * height
	board   = 1<<squares - 1
)

// The sides, by their names in shogi.
const (
	Sente = 0 // moves first, from rank 1 upwards
	Gote  = 1
)

// home holds the first rank of each side, which is the last one of the other.
var home = [2]uint16{Sente: 1<<width - 1, Gote: (1<<width - 1) << (squares - width)}

type kind uint8

const (
	giraffe kind = iota
	elephant
	chick
	lion
	hen
	kinds
	handKinds = hen // the number of kinds in hand, with a lion if the game has ended
)

// reach holds the squares to which a piece can go, by side, kind and square.
var reach = func() (r [2][kinds][squares]uint16) {
	steps := [kinds][][2]int{
		giraffe:  {{0, 1}, {0, -1}, {1, 0}, {-1, 0}},
		elephant: {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
		chick:    {{0, 1}},
		lion:     {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
		hen:      {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}},
	}
	for side, forward := range []int{Sente: 1, Gote: -1} {
		for k := range kinds {
			for square := range squares {
				for _, step := range steps[k] {
					x, y := square%width+step[0], square/width+forward*step[1]
					if x >= 0 && x < width && y >= 0 && y < height {
						r[side][k][square] |= 1 << (y*width + x)
					}
				}
			}
		}
	}
	return r
}()

// A Game is a position and a [ply.Game] of two sides. Playing allocates nothing. The zero value is no position.
type Game struct {
	on     [2][kinds]uint16    // the squares of the pieces, by side
	hand   [2][handKinds]uint8 // the numbers of pieces in hand
	toMove uint8
}

func New() *Game {
	g := new(Game)
	for side, square := range []int{Sente: 0, Gote: squares - 1} {
		forward := 1 - 2*side
		g.on[side] = [kinds]uint16{
			elephant: 1 << square, lion: 1 << (square + forward), giraffe: 1 << (square + 2*forward),
			chick: 1 << (square + forward + width*forward),
		}
	}
	return g
}

func (g *Game) all(side uint8) uint16 {
	on := &g.on[side]
	return on[giraffe] | on[elephant] | on[chick] | on[lion] | on[hen]
}

func (g *Game) attackers(side uint8, square int) (from uint16) {
	for k := range kinds {
		from |= g.on[side][k] & reach[side^1][k][square]
	}
	return from
}

// caught reports whether the lion of the side to move has been taken.
func (g *Game) caught() bool { return g.on[g.toMove][lion] == 0 }

// prey returns the squares from which the lion of the other side can be taken.
func (g *Game) prey() uint16 {
	theirs := g.on[g.toMove^1][lion]
	if theirs == 0 {
		return 0
	}
	return g.attackers(g.toMove, bits.TrailingZeros16(theirs))
}

func (g *Game) kindOn(side uint8, square int) kind {
	k := kind(0)
	for k < hen && g.on[side][k]>>square&1 == 0 {
		k++
	}
	return k
}

// Moves appends the legal moves: if the lion can be taken, only moves that take it.
func (g *Game) Moves(dst []Move) []Move {
	if g.caught() {
		return dst
	}
	us := g.toMove
	if prey := g.prey(); prey != 0 {
		to := bits.TrailingZeros16(g.on[us^1][lion])
		for ; prey != 0; prey &= prey - 1 {
			dst = g.appendMove(dst, bits.TrailingZeros16(prey), to)
		}
		return dst
	}
	if g.on[us^1][lion]&home[us] != 0 { // it has reached the last rank
		return dst
	}
	own := g.all(us)
	for k := range kinds {
		for left := g.on[us][k]; left != 0; left &= left - 1 {
			from := bits.TrailingZeros16(left)
			for to := reach[us][k][from] &^ own; to != 0; to &= to - 1 {
				dst = g.appendMove(dst, from, bits.TrailingZeros16(to))
			}
		}
	}
	empty := board &^ (own | g.all(us^1))
	for k := range lion {
		if g.hand[us][k] == 0 {
			continue
		}
		for left := empty; left != 0; left &= left - 1 {
			dst = append(dst, newMove(handStart+int(k), bits.TrailingZeros16(left), 0, false))
		}
	}
	return dst
}

func (g *Game) appendMove(dst []Move, from, to int) []Move {
	us, take := g.toMove, kind(0)
	if g.all(us^1)>>to&1 != 0 {
		take = g.kindOn(us^1, to) + 1
	}
	promote := g.on[us][chick]>>from&1 != 0 && home[us^1]>>to&1 != 0
	return append(dst, newMove(from, to, take, promote))
}

func inHand(k kind) kind {
	if k == hen {
		return chick
	}
	return k
}

func (g *Game) Play(m Move) {
	g.apply(m, m.from(), 1)
	g.toMove ^= 1
}

func (g *Game) Undo(m Move) {
	g.toMove ^= 1
	g.apply(m, m.to(), ^uint8(0))
}

// apply moves a piece from its square at to the other one. The hand gains number captured pieces, or loses number that are dropped.
func (g *Game) apply(m Move, at int, number uint8) {
	us, to := g.toMove, uint16(1)<<m.to()
	k, ok := m.dropped()
	switch {
	case ok:
		g.hand[us][k] -= number
	case m.promotes():
		g.on[us][chick] ^= 1 << m.from()
		k = hen
	default:
		k = g.kindOn(us, at)
		g.on[us][k] ^= 1 << m.from()
	}
	g.on[us][k] ^= to
	if k, ok := m.taken(); ok {
		g.on[us^1][k] ^= to
		g.hand[us][inHand(k)] += number
	}
}

// ToMove returns the side to move, Sente or Gote; after the end, the loser.
func (g *Game) ToMove() int { return int(g.toMove) }

func (g *Game) Outcome() int { return -ply.MaxValue }

func (g *Game) Hash() uint64 {
	first, second := g.words()
	return transposition.Mix(transposition.Mix(first) + second)
}

func (g *Game) words() (first, second uint64) {
	a, b := &g.on[Sente], &g.on[Gote]
	first = uint64(a[lion]) | uint64(b[lion])<<12 | uint64(a[giraffe])<<24 | uint64(b[giraffe])<<36 | uint64(a[elephant])<<48
	second = uint64(b[elephant]) | uint64(a[chick])<<12 | uint64(b[chick])<<24 | uint64(a[hen])<<36 | uint64(b[hen])<<48
	// Pieces that are not on the board are in one of the hands, so one hand determines the other.
	h := &g.hand[Sente]
	first |= uint64(h[giraffe])<<60 | uint64(h[elephant])<<62
	second |= uint64(h[chick])<<60 | uint64(g.toMove)<<62
	return first, second
}

// AppendBinary appends the identity of the position, 16 bytes.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	first, second := g.words()
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, first), second), nil
}

func (g *Game) Clone() *Game { return new(*g) }

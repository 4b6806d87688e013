// Package backgammon is backgammon for money: two sides move 15 checkers each by the throws of two dice, and the first side
// that bears off all of its checkers wins. It wins one point, two for a gammon, or three for a backgammon. There is no
// doubling cube.
//
// It is a game of two sides with chance ([ply.Stochastic]): a throw is a move of chance, and a play, which consists of up to
// four movements of checkers, is one move. Side 0, White, makes the first throw, which is no double.
package backgammon

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/transposition"
)

const (
	// Checkers is the number of checkers of each side.
	Checkers = 15

	// Off and Bar are the numbers for borne-off checkers and for hit checkers. Each side numbers the points from 1, in its
	// home board, to 24.
	Off = 0
	Bar = 25
)

// Sets of points.
const (
	points = 1<<Bar - 2 // 1 to 24
	home   = 1<<7 - 2   // 1 to 6
)

// SideName returns the name of side 0 or 1: White or Black.
func SideName(side int) string { return [...]string{"White", "Black"}[side] }

// A Game is a position of backgammon with the moves that led to it. Use [New] or [FromID] to make a Game.
type Game struct {
	now     position
	history []position
}

type position struct {
	checkers [2][26]int8 // on each point of each side
	occupied [2]uint32   // bit p: checkers on point p, from 1 to Bar
	made     [2]uint32   // bit p: two or more
	sum      uint64      // of the keys of the checkers
	side     int8        // whose turn it is; in a finished position, the loser
	dice     [2]int8     // the throw to play, the greater number first; zeros before the throw
	opening  bool        // before the first throw
}

var keys = [2][]uint64{transposition.Zobrist{Seed: 1}.Keys(26, 1), transposition.Zobrist{Seed: 2}.Keys(26, 1)}

// New returns the start of a game.
func New() *Game {
	g := &Game{now: position{opening: true}}
	for side := range 2 {
		for _, stack := range [][2]int{{24, 2}, {13, 5}, {8, 3}, {6, 5}} {
			g.now.add(side, stack[0], stack[1])
		}
	}
	return g
}

// add puts n checkers on a point. n may be negative.
func (p *position) add(side, point, n int) {
	count := p.checkers[side][point] + int8(n)
	p.checkers[side][point] = count
	p.sum += uint64(n) * keys[side][point]
	if point == Off {
		return
	}
	bit := uint32(1) << point
	p.occupied[side] &^= bit
	p.made[side] &^= bit
	if count > 0 {
		p.occupied[side] |= bit
	}
	if count > 1 {
		p.made[side] |= bit
	}
}

// move moves a checker of the side whose turn it is, and reports whether it hits.
func (p *position) move(from, to int) (hit bool) {
	side := int(p.side)
	p.add(side, from, -1)
	p.add(side, to, 1)
	if to == Off || p.checkers[1-side][Bar-to] == 0 {
		return false
	}
	p.add(1-side, Bar-to, -1)
	p.add(1-side, Bar, 1)
	return true
}

// At returns the number of checkers of a side on its point: 1 to 24, [Off] or [Bar].
func (g *Game) At(side, point int) int { return int(g.now.checkers[side][point]) }

// Turn returns the side whose turn it is, before and after its throw. In a finished position, it returns the loser.
func (g *Game) Turn() int { return int(g.now.side) }

// Dice returns the throw to be played, the greater number first, or zeros before the throw.
func (g *Game) Dice() (a, b int) { return int(g.now.dice[0]), int(g.now.dice[1]) }

// Finished reports whether a side has borne off all of its checkers.
func (g *Game) Finished() bool { return g.now.finished() }

func (p *position) finished() bool { return p.checkers[1-p.side][Off] == Checkers }

// Pips returns the pip count of a side: the sum of the points of its checkers.
func (g *Game) Pips(side int) int { return g.now.pips(side) }

func (p *position) pips(side int) int {
	sum := 0
	for m := p.occupied[side]; m != 0; m &= m - 1 {
		point := bits.TrailingZeros32(m)
		sum += point * int(p.checkers[side][point])
	}
	return sum
}

// Moves appends the possible throws or, after a throw, the legal plays, one for each resulting position. A play uses as many
// dice as possible, and the greater number if it can use only one of the two. If no die can be used, the only move is [Pass].
func (g *Game) Moves(dst []Move) []Move {
	switch {
	case g.Finished():
		return dst
	case g.now.dice[0] == 0:
		return g.now.throws(dst)
	}
	return g.now.plays(dst)
}

func (p *position) throws(dst []Move) []Move {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			if a != b || !p.opening {
				dst = append(dst, Throw(a, b))
			}
		}
	}
	return dst
}

// Play plays a throw or a play.
func (g *Game) Play(m Move) {
	g.history = append(g.history, g.now)
	p := &g.now
	if m.throw() {
		p.dice = [2]int8{int8(m.die(0)), int8(m.die(1))}
		p.opening = false
		return
	}
	for i := range m.movements() {
		p.move(m.movement(i))
	}
	p.dice = [2]int8{}
	p.side = 1 - p.side
}

// Undo takes back the last move.
func (g *Game) Undo(Move) {
	last := len(g.history) - 1
	g.now, g.history = g.history[last], g.history[:last]
}

// ToMove returns [ply.Chance] before a throw and otherwise Turn.
func (g *Game) ToMove() int {
	if g.now.dice[0] == 0 && !g.Finished() {
		return ply.Chance
	}
	return int(g.now.side)
}

// Outcome returns the points of the side that ToMove returns, which has lost: -1; or -2 for a gammon, if this side has borne off
// no checker; or -3 for a backgammon, if it also has a checker on the bar or in the winner's home board.
func (g *Game) Outcome() int {
	p := &g.now
	switch {
	case p.checkers[p.side][Off] > 0:
		return -1
	case p.occupied[p.side]>>19 == 0:
		return -2
	}
	return -3
}

// Probabilities appends the probabilities of the throws: 1/36 for a double and 2/36 for another throw, but 1/15 for the first
// throw.
func (g *Game) Probabilities(throws []Move, dst []float64) []float64 {
	for _, m := range throws {
		switch {
		case g.now.opening:
			dst = append(dst, 1./15)
		case m.die(0) == m.die(1):
			dst = append(dst, 1./36)
		default:
			dst = append(dst, 2./36)
		}
	}
	return dst
}

// code encodes everything except the checkers.
func (p *position) code() uint64 {
	code := uint64(p.side)<<8 | uint64(p.dice[0])<<4 | uint64(p.dice[1])<<1
	if p.opening {
		code |= 1
	}
	return code
}

// Hash returns a hash of the position.
func (g *Game) Hash() uint64 { return transposition.Mix(g.now.sum + transposition.Mix(g.now.code()+1)) }

// Rehash computes Hash from the checkers.
func (g *Game) Rehash() uint64 {
	var p position
	for side := range 2 {
		for point, n := range g.now.checkers[side] {
			p.add(side, point, int(n))
		}
	}
	return transposition.Mix(p.sum + transposition.Mix(g.now.code()+1))
}

// AppendBinary appends the identity of the position, 54 bytes. It never returns an error.
func (g *Game) AppendBinary(dst []byte) ([]byte, error) {
	for side := range 2 {
		for _, n := range g.now.checkers[side] {
			dst = append(dst, byte(n))
		}
	}
	return binary.LittleEndian.AppendUint16(dst, uint16(g.now.code())), nil
}

// Clone returns a copy. On the copy, the moves that led to the position cannot be taken back.
func (g *Game) Clone() *Game { return &Game{now: g.now} }

// CopyFrom makes g a copy of other, with the moves that led to the position.
func (g *Game) CopyFrom(other *Game) {
	g.now, g.history = other.now, append(g.history[:0], other.history...)
}

// String returns the board as text, with the points numbered as the side whose turn it is sees them.
func (g *Game) String() string { return g.text() }

var _ fmt.Stringer = (*Game)(nil)

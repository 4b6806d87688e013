// Package goban is the board of Go: strings of stones with exact liberties, updated by each move and taken back exactly,
// ko and superko, scores, and positions and games as text, SGF and pictures.
//
// A [Board] is what programs that reason about strings stand on. It can be asked for the liberties of a string and the
// strings around it, and both colours may play in any order. [Game] makes it a game for package ply.
//
// # Rules
//
// Two colours take turns in putting a stone on an empty point, or pass. Stones of a colour that are connected along the lines
// are a string; the empty points next to it are its liberties. A move takes strings without liberties from the board, first
// of the other colour and then its own string (suicide, which [Rules] can permit). The stone that has just captured a
// single stone cannot be captured by a single stone at once (ko); with superko no position of stones may occur twice. Two
// passes end the game, and the area decides: stones and the points that they surround.
package goban

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
)

// A Game is a board as a game for package ply. The sides are Black (0) and White (1), moves are points and [Pass], and
// two consecutive passes end the game. The zero value is not a game: set Board.
//
// With the simple ko rule, a game can repeat positions and need not end.
type Game struct {
	// Moves played on Board are moves of the game.
	Board *Board

	fast *FastBoard // for playouts
}

// NewGame returns a game on an empty board.
func NewGame(size int, rules Rules) (*Game, error) {
	b, err := New(size, rules)
	if err != nil {
		return nil, err
	}
	return &Game{Board: b}, nil
}

// Moves appends the legal moves in the order of the points, then Pass. After two passes there are none.
func (g *Game) Moves(dst []Point) []Point {
	if g.Board.passes >= 2 {
		return dst
	}
	for _, p := range g.Board.points {
		if g.Board.Legal(p) {
			dst = append(dst, p)
		}
	}
	return append(dst, Pass)
}

// Size returns the number of lines of the board.
func (g *Game) Size() int { return g.Board.size }

// AppendMove implements [ply.Notation] with ParseMove.
func (g *Game) AppendMove(dst []byte, p Point) []byte { return append(dst, g.Board.Name(p)...) }

// ParseMove returns the legal move of a name. Case does not matter.
func (g *Game) ParseMove(name string) (Point, error) {
	p, err := g.Board.Parse(name)
	switch {
	case err != nil:
		return p, err
	case g.Board.passes >= 2:
		return p, errors.New("the game is over")
	}
	return p, g.Board.Check(g.Board.toMove, p)
}

// Play plays a legal move.
func (g *Game) Play(p Point) { g.Board.Play(p) }

// Undo takes back the last move.
func (g *Game) Undo(Point) { g.Board.Undo() }

// ToMove returns the side to move: 0 for Black, 1 for White.
func (g *Game) ToMove() int { return int(g.Board.toMove) - 1 }

// Outcome returns twice the area score for the side to move, with komi.
func (g *Game) Outcome() int {
	if g.Board.toMove == White {
		return -int(2 * g.Board.Score())
	}
	return int(2 * g.Board.Score())
}

// Acyclic reports whether the rules have superko.
func (g *Game) Acyclic() bool { return g.Board.rules.Superko }

// Numbers and Number number the moves by their points.
func (g *Game) Numbers() int       { return g.Board.cells }
func (g *Game) Number(p Point) int { return int(p) }

// Hash returns the hash of the board, the passes and, with superko, the earlier positions.
func (g *Game) Hash() uint64 { return g.Board.Hash() ^ g.besides() }

// besides returns the part of the hash besides the board.
func (g *Game) besides() uint64 {
	return g.Board.history.sum ^ uint64(min(g.Board.passes, 2))*0x9e3779b97f4a7c15
}

// Rehash computes the hash anew.
func (g *Game) Rehash() uint64 { return g.HashUnder(0) }

// AppendBinary appends the size, the side to move, the passes, the ko, the points and, with superko, the hashes of
// earlier positions.
func (g *Game) AppendBinary(dst []byte) ([]byte, error) {
	b := g.Board
	dst = append(dst, byte(b.size), byte(b.toMove), byte(min(b.passes, 2)))
	dst = binary.BigEndian.AppendUint16(dst, uint16(b.ko))
	for _, p := range b.points {
		dst = append(dst, byte(b.cell[p].color))
	}
	past := slices.Clone(b.history.past)
	slices.Sort(past)
	for _, h := range past {
		dst = binary.BigEndian.AppendUint64(dst, h)
	}
	return dst, nil
}

// Clone returns a copy.
func (g *Game) Clone() *Game { return &Game{Board: g.Board.Clone()} }

// String draws the board.
func (g *Game) String() string { return g.Board.String() }

// RandomMove returns a uniformly random move of the colour to move that is legal and fills no [Board.Eye], or Pass
// without any.
func (b *Board) RandomMove(random *rand.PCG) Point {
	// A refused point is replaced by the last, so the others remain equally likely.
	var left [MaxSize * MaxSize]Point
	c := b.toMove
	for n := copy(left[:], b.empty[:b.free]); n > 0; n-- {
		k := int(random.Uint64() >> 32 * uint64(n) >> 32)
		p := left[k]
		if !b.Eye(c, p) && b.LegalColor(c, p) {
			return p
		}
		left[k] = left[n-1]
	}
	return Pass
}

// Playout plays [Board.RandomMove] until two consecutive passes, or three times as many moves as the board has points,
// and returns their number.
func (b *Board) Playout(random *rand.PCG) int {
	limit := 3 * len(b.points)
	moves := 0
	for ; b.passes < 2 && moves < limit; moves++ {
		b.PlayColor(b.toMove, b.RandomMove(random))
	}
	return moves
}

// Playout runs a [FastBoard.LightPlayout] for package mcts. A game cut off by its limit on moves counts with its
// present score.
func (g *Game) Playout(random *rand.PCG, _ bool, lines *[2][]Point) (outcome, moves int) {
	if g.fast == nil {
		g.fast = new(FastBoard)
	}
	g.fast.Load(g.Board)
	moves = g.fast.LightPlayout(random, lines)
	if outcome = g.fast.Outcome(); g.Board.toMove == White {
		outcome = -outcome
	}
	return outcome, moves
}

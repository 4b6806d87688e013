package testgames

import "github.com/ply-search/ply/transposition"

// Lines is a game of two sides that fills the memory of a search soon: any position but the last of a line has Width moves, no
// two lines lead to the same position, and every game is a draw. Its methods allocate nothing.
type Lines struct {
	Length int // of all games, in moves; up to 16
	Width  int // up to 256
	played int
	line   [17]uint8 // the last one is for Hash
}

// Moves appends the numbers from 0 on.
func (g *Lines) Moves(dst []int) []int {
	if g.played < g.Length {
		for m := range g.Width {
			dst = append(dst, m)
		}
	}
	return dst
}

// Play plays a move.
func (g *Lines) Play(m int) {
	g.line[g.played] = uint8(m)
	g.played++
}

// Undo takes the last move back.
func (g *Lines) Undo(int) {
	g.played--
	g.line[g.played] = 0
}

// ToMove alternates.
func (g *Lines) ToMove() int { return g.played & 1 }

// Outcome is a draw.
func (g *Lines) Outcome() int { return 0 }

// Hash is the hash of the line, which has zeros behind its end and then its length.
func (g *Lines) Hash() uint64 {
	g.line[16] = uint8(g.played)
	return transposition.Hash(g.line[:])
}

// Numbers is the number of moves in a position.
func (g *Lines) Numbers() int { return g.Width }

// Number is the move itself.
func (g *Lines) Number(m int) int { return m }

// Acyclic is true.
func (g *Lines) Acyclic() bool { return true }

// Clone returns a copy.
func (g *Lines) Clone() *Lines {
	c := *g
	return &c
}

// AppendLine appends the moves played.
func (g *Lines) AppendLine(dst []byte) []byte { return append(dst, g.line[:g.played]...) }

package testgames

import "github.com/ply-search/ply/transposition"

// Lines is a game of two sides that quickly fills the memory of a search: each position except the last has Width
// moves, no two lines lead to the same position, and every game is a draw. Its methods allocate nothing.
type Lines struct {
	Length int // of all games, in moves; up to 16
	Width  int // up to 256
	played int
	line   [17]uint8 // the last one is for Hash
}

func (g *Lines) Moves(dst []int) []int {
	if g.played < g.Length {
		for m := range g.Width {
			dst = append(dst, m)
		}
	}
	return dst
}

func (g *Lines) Play(m int) {
	g.line[g.played] = uint8(m)
	g.played++
}

func (g *Lines) Undo(int) {
	g.played--
	g.line[g.played] = 0
}

func (g *Lines) ToMove() int { return g.played & 1 }

func (g *Lines) Outcome() int { return 0 }

// Hash hashes the line, padded with zeros, and its length.
func (g *Lines) Hash() uint64 {
	g.line[16] = uint8(g.played)
	return transposition.Hash(g.line[:])
}

func (g *Lines) Numbers() int { return g.Width }

func (g *Lines) Number(m int) int { return m }

func (g *Lines) Acyclic() bool { return true }

func (g *Lines) Clone() *Lines {
	c := *g
	return &c
}

func (g *Lines) AppendLine(dst []byte) []byte { return append(dst, g.line[:g.played]...) }

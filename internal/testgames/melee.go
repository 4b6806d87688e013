package testgames

import (
	"encoding/binary"
	"fmt"

	"github.com/ply-search/ply/transposition"
)

// Melee is a tree of several players given by a seed: the moves, the player to move and the values of a position derive
// from a hash of the line. Players may move several times in a row.
type Melee struct {
	Seed   uint64
	Count  int // of players
	Depth  int // the most moves of a game
	Width  int // the most moves of a position
	Most   int // the greatest value
	line   []int
	hashes []uint64
}

func (g *Melee) drawn(which, n int) int {
	return int(transposition.Mix(g.Hash()+uint64(which)*0x9e3779b97f4a7c15) % uint64(n))
}

func (g *Melee) Hash() uint64 {
	if last := len(g.hashes) - 1; last >= 0 {
		return g.hashes[last]
	}
	return transposition.Mix(g.Seed)
}

// Moves appends none after Depth moves, and rarely before.
func (g *Melee) Moves(dst []int) []int {
	if len(g.line) == g.Depth || len(g.line) > 0 && g.drawn(0, 8) == 0 {
		return dst
	}
	for m := range 1 + g.drawn(1, g.Width) {
		dst = append(dst, m)
	}
	return dst
}

func (g *Melee) Play(m int) {
	g.line, g.hashes = append(g.line, m), append(g.hashes, transposition.Mix(g.Hash()+uint64(m)+1))
}

func (g *Melee) Undo(int) {
	g.line, g.hashes = g.line[:len(g.line)-1], g.hashes[:len(g.hashes)-1]
}

func (g *Melee) Players() int     { return g.Count }             // Players makes it a ply.Multiplayer,
func (g *Melee) ToMove() int      { return g.drawn(2, g.Count) } // as does ToMove.
func (g *Melee) Acyclic() bool    { return true }                // Acyclic, since lines grow.
func (g *Melee) Numbers() int     { return g.Width }             // Numbers makes it a ply.Numberer,
func (g *Melee) Number(m int) int { return m }                   // as does Number.
func (g *Melee) String() string   { return fmt.Sprint(g.line) }  // String is the line.

func (g *Melee) Outcomes(values []int) {
	for p := range values {
		values[p] = g.drawn(3+p, 2*g.Most+1) - g.Most
	}
}

// Evaluations are random in unfinished positions.
func (g *Melee) Evaluations(values []int) { g.Outcomes(values) }

func (g *Melee) AppendBinary(b []byte) ([]byte, error) {
	for _, m := range g.line {
		b = binary.AppendUvarint(b, uint64(m)+1)
	}
	return b, nil
}

func (g *Melee) Clone() *Melee {
	c := *g
	c.line, c.hashes = append([]int(nil), g.line...), append([]uint64(nil), g.hashes...)
	return &c
}

// Values returns the value of the present position for each player if each maximizes its own value (max^n, Luckhardt
// and Irani 1986), by brute force, and whether it is unique: no player ever chose between moves of equal value.
func (g *Melee) Values() (values []int, unique bool) {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		values = make([]int, g.Count)
		g.Outcomes(values)
		return values, true
	}
	me, tie := g.ToMove(), false
	unique = true
	for _, m := range moves {
		g.Play(m)
		v, sure := g.Values()
		g.Undo(m)
		unique = unique && sure
		switch {
		case values == nil || v[me] > values[me]:
			values, tie = v, false
		case v[me] == values[me]:
			tie = true
		}
	}
	return values, unique && !tie
}

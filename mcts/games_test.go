package mcts_test

import (
	"fmt"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/transposition"
)

// A wild is a game given by a seed: the number of moves, the side to move and the values of finished positions follow
// from a hash of the line, or of the set of moves played. A side may move several times in a row.
type wild struct {
	seed   uint64
	depth  int // the most moves of a game
	width  int // the most moves of a position
	most   int // the greatest outcome
	turns  bool
	merge  bool // lines of the same moves in another order lead to the same position
	line   []int
	hashes []uint64
}

func newWild(seed uint64, depth, width, most int, turns, merge bool) *wild {
	return &wild{seed: seed, depth: depth, width: width, most: most, turns: turns, merge: merge,
		hashes: []uint64{transposition.Mix(seed)}}
}

// drawn returns a number below n that the position and which tell.
func (g *wild) drawn(which uint64, n int) int {
	return int(transposition.Mix(g.Hash()+which*0x9e3779b97f4a7c15) % uint64(n))
}

func (g *wild) Moves(dst []int) []int {
	if len(g.line) == g.depth || len(g.line) > 0 && g.drawn(1, 8) == 0 {
		return dst
	}
	for m := range 1 + g.drawn(2, g.width) {
		dst = append(dst, m)
	}
	return dst
}

func (g *wild) Play(m int) {
	next := g.hashes[len(g.hashes)-1]
	if g.merge {
		next += transposition.Mix(g.seed + uint64(m) + 1)
	} else {
		next = transposition.Mix(next + uint64(m) + 1)
	}
	g.line, g.hashes = append(g.line, m), append(g.hashes, next)
}

func (g *wild) Undo(int) {
	g.line, g.hashes = g.line[:len(g.line)-1], g.hashes[:len(g.hashes)-1]
}

func (g *wild) Hash() uint64 {
	return transposition.Mix(g.hashes[len(g.hashes)-1] + uint64(len(g.line)))
}
func (g *wild) Acyclic() bool { return true }
func (g *wild) Outcome() int  { return g.drawn(3, 2*g.most+1) - g.most }
func (g *wild) ToMove() int {
	if g.turns {
		return len(g.line) & 1
	}
	return g.drawn(4, 2)
}
func (g *wild) Numbers() int     { return g.width }
func (g *wild) Number(m int) int { return m }
func (g *wild) Evaluate() int {
	if len(g.Moves(nil)) == 0 {
		return g.Outcome()
	}
	return g.drawn(5, 2*g.most+1) - g.most
}

func (g *wild) Clone() *wild {
	c := *g
	c.line, c.hashes = append([]int(nil), g.line...), append([]uint64(nil), g.hashes...)
	return &c
}

// minimax returns the value of the present position.
func minimax[G interface {
	ply.Game[M]
	ply.Adversarial
}, M comparable](g G) int {
	moves := g.Moves(nil)
	if len(moves) == 0 {
		return g.Outcome()
	}
	side, best := g.ToMove(), -ply.MaxValue
	for _, m := range moves {
		g.Play(m)
		v := minimax(g)
		if g.ToMove() != side {
			v = -v
		}
		g.Undo(m)
		best = max(best, v)
	}
	return best
}

// A row is the game of three in a row on a board of 3×3. It knows its decisive moves.
type row struct {
	stones [2]uint16
	count  int
}

var rows = [...]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func won(stones uint16) bool {
	for _, r := range rows {
		if stones&r == r {
			return true
		}
	}
	return false
}

func (g *row) Moves(dst []int) []int {
	if won(g.stones[1-g.ToMove()]) {
		return dst
	}
	for c := range 9 {
		if (g.stones[0]|g.stones[1])>>c&1 == 0 {
			dst = append(dst, c)
		}
	}
	return dst
}

func (g *row) Play(m int)  { g.stones[g.ToMove()] |= 1 << m; g.count++ }
func (g *row) Undo(m int)  { g.count--; g.stones[g.ToMove()] &^= 1 << m }
func (g *row) ToMove() int { return g.count & 1 }
func (g *row) Outcome() int {
	if won(g.stones[1-g.ToMove()]) {
		return -1
	}
	return 0
}
func (g *row) Hash() uint64 {
	return transposition.Mix(uint64(g.stones[0])<<16 + uint64(g.stones[1]))
}
func (g *row) Acyclic() bool    { return true }
func (g *row) Numbers() int     { return 9 }
func (g *row) Number(m int) int { return int(m) }
func (g *row) Clone() *row      { c := *g; return &c }

func (g *row) Decisive(dst []int) []int {
	base := len(dst)
	for _, side := range []int{g.ToMove(), 1 - g.ToMove()} {
		for _, m := range g.Moves(nil) {
			if won(g.stones[side] | 1<<m) {
				dst = append(dst, m)
			}
		}
		if len(dst) > base {
			break
		}
	}
	return dst
}

// Priors prefer the middle and the corners.
func (g *row) Priors(moves []int, priors []float32) {
	for i, m := range moves {
		priors[i] = [9]float32{3, 1, 3, 1, 5, 1, 3, 1, 3}[m]
	}
}

func (g *row) String() string { return fmt.Sprintf("%03o %03o", g.stones[0], g.stones[1]) }

// threeInARow returns the position after moves to these cells, which are numbered from 0 at the top left.
func threeInARow(cells ...int) *row {
	g := new(row)
	for _, c := range cells {
		g.Play(c)
	}
	return g
}

// thrice is a bandit by which every move is tried three times before results count for much.
var thrice = mcts.BanditFunc(func(_ float64, visits, _, scores []float32) {
	for i, n := range visits[:len(scores)] {
		if n < 3 {
			scores[i] += 10
		}
	}
})

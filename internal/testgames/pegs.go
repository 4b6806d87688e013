package testgames

import (
	"encoding/binary"
	"math/bits"
	"strings"

	"github.com/ply-search/ply/transposition"
)

// Pegs is peg solitaire on the English board of 33 holes: a peg jumps over a neighbour, which is removed, to a hole. It
// is solved when one peg is left, in the centre.
type Pegs struct {
	board *pegBoard
	pegs  uint64
}

// A PegMove is the number of three holes in a row, of which the first jumps over the second to the third. It is an int,
// because other games of tests also have moves of this type, and generic code is compiled again for each type.
type PegMove = int

type pegBoard struct {
	jumps   [][3]uint64  // by move: the bits of the three holes
	images  [8][]uint64  // by symmetry and hole: the bit of the image
	moves   [8][]PegMove // by symmetry and move: the image
	centre  uint64
	squares [33][2]int
}

func NewPegs() *Pegs {
	b := new(pegBoard)
	number := map[[2]int]int{}
	for y := range 7 {
		for x := range 7 {
			if 2 <= x && x <= 4 || 2 <= y && y <= 4 {
				b.squares[len(number)] = [2]int{x, y}
				number[[2]int{x, y}] = len(number)
			}
		}
	}
	b.centre = 1 << number[[2]int{3, 3}]
	bit := func(x, y int) uint64 {
		if n, ok := number[[2]int{x, y}]; ok {
			return 1 << n
		}
		return 0
	}
	index := map[[3]uint64]PegMove{}
	for _, s := range b.squares {
		for _, d := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			jump := [3]uint64{bit(s[0], s[1]), bit(s[0]+d[0], s[1]+d[1]), bit(s[0]+2*d[0], s[1]+2*d[1])}
			if jump[1] != 0 && jump[2] != 0 {
				index[jump] = PegMove(len(b.jumps))
				b.jumps = append(b.jumps, jump)
			}
		}
	}
	for s := range 8 {
		b.images[s] = make([]uint64, 33)
		for i, q := range b.squares {
			x, y := q[0]-3, q[1]-3
			if s&4 != 0 {
				x = -x
			}
			for range s & 3 {
				x, y = y, -x
			}
			b.images[s][i] = bit(x+3, y+3)
		}
		for _, j := range b.jumps {
			b.moves[s] = append(b.moves[s], index[[3]uint64{b.image(s, j[0]), b.image(s, j[1]), b.image(s, j[2])}])
		}
	}
	return &Pegs{board: b, pegs: (1<<33 - 1) &^ b.centre}
}

func (b *pegBoard) image(s int, set uint64) uint64 {
	var image uint64
	for ; set != 0; set &= set - 1 {
		image |= b.images[s][bits.TrailingZeros64(set)]
	}
	return image
}

func (p *Pegs) Moves(dst []PegMove) []PegMove {
	for i, j := range p.board.jumps {
		if p.pegs&(j[0]|j[1]|j[2]) == j[0]|j[1] {
			dst = append(dst, PegMove(i))
		}
	}
	return dst
}

func (p *Pegs) flip(m PegMove) {
	j := p.board.jumps[m]
	p.pegs ^= j[0] | j[1] | j[2]
}

func (p *Pegs) Play(m PegMove)  { p.flip(m) }
func (p *Pegs) Undo(m PegMove)  { p.flip(m) }
func (p *Pegs) Solved() bool    { return p.pegs == p.board.centre }
func (p *Pegs) Score() float64  { return -float64(bits.OnesCount64(p.pegs)) }
func (p *Pegs) Acyclic() bool   { return true }
func (p *Pegs) Hash() uint64    { return transposition.Mix(p.pegs) }
func (p *Pegs) Clone() *Pegs    { c := *p; return &c }
func (p *Pegs) Symmetries() int { return 8 }

func (p *Pegs) HashUnder(s int) uint64 {
	return transposition.Mix(p.board.image(s, p.pegs))
}

func (p *Pegs) MoveUnder(s int, m PegMove) PegMove { return p.board.moves[s][m] }

// Commute reports whether the moves have no hole in common.
func (p *Pegs) Commute(a, b PegMove) bool {
	j, k := p.board.jumps[a], p.board.jumps[b]
	return (j[0]|j[1]|j[2])&(k[0]|k[1]|k[2]) == 0
}

func (p *Pegs) AppendBinary(b []byte) ([]byte, error) {
	return binary.BigEndian.AppendUint64(b, p.pegs), nil
}

func (p *Pegs) String() string {
	var b strings.Builder
	y := 0
	for i, s := range p.board.squares {
		if s[1] != y {
			b.WriteByte('\n')
			y = s[1]
		}
		b.WriteByte(".o"[p.pegs>>i&1])
	}
	return b.String()
}

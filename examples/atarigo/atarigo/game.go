// Package atarigo is Atari-Go as a game for package ply: the rules, solvers, and proofs that can be checked.
//
// Black and White take turns in placing stones on the cells of a square board of 2 to 8 rows. Stones of one colour that
// are connected along rows and columns are a string; the empty cells next to it are its liberties. A move that takes
// the last liberty of a string of the other side captures it and wins. Other moves must leave their own string a
// liberty. A side without a legal move loses.
//
// A [Game] has exactly these rules. Solvers use two consequences. A move that captures nothing and leaves its own string
// one liberty loses at once, so a side without other moves has lost. And a side with strings in atari can only capture, or
// play their one liberty. The tests compare the solvers with brute force by the rules alone.
//
// [Solve] and [Solver] prove who wins by depth-first proof-number search on relevant moves ([Relevant]). [AlphaBeta]
// is the search of F. Boissac and T. Cazenave, "De nouvelles heuristiques de recherche appliquées à la résolution
// d'Atarigo" (2007). [Solver.WriteProof] writes a proof, and [VerifyProof] checks one.
package atarigo

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// The sides. Black moves first.
const (
	Black = iota
	White
)

// The sizes of boards.
const (
	MinSize = 2
	MaxSize = 8
)

// A Point is a move: the cell of the stone, 8 times its row plus its column, both from 0 at the lower left corner.
type Point uint8

// String returns the column and the row, such as "C3", and "" for no move.
func (p Point) String() string {
	if p == noMove {
		return ""
	}
	return fmt.Sprintf("%c%d", 'A'+p%stride, p/stride+1)
}

// A Game is a position of Atari-Go. Games are made by [New], [Start] and [Parse].
type Game struct {
	size    int
	board   uint64    // the cells of the board
	stones  [2]uint64 // of each side
	side    int       // to move
	over    bool      // the last move captured
	keys    [8]uint64 // the hash of each image
	zobrist *zobrist
}

// zobrist has the random numbers in the hashes of positions.
type zobrist struct {
	images images
	stone  [2][64][8]uint64 // of a stone of a side on a cell, in each image
	side   uint64           // White is to move
}

var zobrists = func() (z [MaxSize + 1]*zobrist) {
	for size := MinSize; size <= MaxSize; size++ {
		random := rand.New(rand.NewPCG(uint64(size), 0x61746172692d676f))
		var plain [2][64]uint64
		for side := range plain {
			for cell := range plain[side] {
				plain[side][cell] = random.Uint64()
			}
		}
		z[size] = &zobrist{images: *imagesOf(size), side: random.Uint64()}
		for cells := boardOf(size); cells != 0; cells &= cells - 1 {
			cell := bits.TrailingZeros64(cells)
			for s, image := range z[size].images[cell] {
				for side := range plain {
					z[size].stone[side][cell][s] = plain[side][image]
				}
			}
		}
	}
	return z
}()

// New returns the empty board of a size from 2 to 8, with Black to move.
func New(size int) (*Game, error) {
	if size < MinSize || size > MaxSize {
		return nil, fmt.Errorf("atarigo: size %d, want %d to %d", size, MinSize, MaxSize)
	}
	return &Game{size: size, board: boardOf(size), zobrist: zobrists[size]}, nil
}

func (g *Game) empty() uint64 { return g.board &^ (g.stones[0] | g.stones[1]) }

// Moves appends the legal moves, row by row from the lower left corner.
func (g *Game) Moves(dst []Point) []Point {
	if g.over {
		return dst
	}
	return appendPoints(dst, g.legal())
}

func appendPoints(dst []Point, cells uint64) []Point {
	for ; cells != 0; cells &= cells - 1 {
		dst = append(dst, Point(bits.TrailingZeros64(cells)))
	}
	return dst
}

// MoveClasses returns the legal moves in the order of Moves, in classes of moves that lead to images of one position.
func (g *Game) MoveClasses() [][]Point {
	var classes [][]Point
	seen := map[uint64]int{}
	images := Relevant{Game: g} // which have the same hash
	for _, m := range g.Moves(nil) {
		h := images.HashAfter(m)
		i, ok := seen[h]
		if !ok {
			i = len(classes)
			seen[h], classes = i, append(classes, nil)
		}
		classes[i] = append(classes[i], m)
	}
	return classes
}

// legal returns the cells where the side to move may place a stone.
func (g *Game) legal() uint64 {
	empty := g.empty()
	legal := empty & around(empty, g.board)
	for rest := empty &^ legal; rest != 0; rest &= rest - 1 {
		cell := rest & -rest
		if g.libertiesAfter(cell) != 0 || g.captures(cell) {
			legal |= cell
		}
	}
	return legal
}

// libertiesAfter returns the liberties of the string of a new stone on a cell, without captures.
func (g *Game) libertiesAfter(cell uint64) uint64 {
	return around(stringOf(cell, g.stones[g.side]|cell), g.empty()&^cell)
}

func (g *Game) captures(cell uint64) bool {
	enemies, empty := g.stones[1-g.side], g.empty()
	for _, liberties := range stringsOf(around(cell, enemies), enemies, empty) {
		if liberties == cell {
			return true
		}
	}
	return false
}

// Play places a stone of the side to move.
func (g *Game) Play(p Point) {
	cell := uint64(1) << p
	g.over = g.captures(cell)
	g.toggle(p)
	g.side = 1 - g.side
}

// Undo takes a stone up again.
func (g *Game) Undo(p Point) {
	g.side = 1 - g.side
	g.over = false
	g.toggle(p)
}

func (g *Game) toggle(p Point) {
	g.stones[g.side] ^= 1 << p
	z := &g.zobrist.stone[g.side][p%64]
	for s := range g.keys {
		g.keys[s] ^= z[s] ^ g.zobrist.side
	}
}

// ToMove returns the side to move.
func (g *Game) ToMove() int { return g.side }

// Outcome returns -1: the side to move has lost a string, or has no move.
func (g *Game) Outcome() int { return -1 }

// Acyclic returns true: stones are only added.
func (g *Game) Acyclic() bool { return true }

// Rehash computes the hash anew.
func (g *Game) Rehash() uint64 { return g.rehash(0) }

func (g *Game) rehash(s int) uint64 {
	h := uint64(g.side) * g.zobrist.side
	for side, stones := range g.stones {
		for ; stones != 0; stones &= stones - 1 {
			h ^= g.zobrist.stone[side][bits.TrailingZeros64(stones)][s]
		}
	}
	return h
}

// Hash returns the hash of the position.
func (g *Game) Hash() uint64 { return g.keys[0] }

// HashAfter returns the hash after a move.
func (g *Game) HashAfter(p Point) uint64 {
	return g.keys[0] ^ g.zobrist.stone[g.side][p%64][0] ^ g.zobrist.side
}

// Symmetries returns 8: the rotations and reflections of the board.
func (g *Game) Symmetries() int { return 8 }

// HashUnder returns the hash of the image under a symmetry.
func (g *Game) HashUnder(s int) uint64 { return g.keys[s] }

// MoveUnder returns the image of a move.
func (g *Game) MoveUnder(s int, p Point) Point { return Point(g.zobrist.images[p%64][s]) }

// Cells returns the number of cells: the board and the side to move.
func (g *Game) Cells() int { return g.size*g.size + 1 }

// Cell returns 0 for an empty cell, 1 for a black stone, 2 for a white one; the last cell is the side to move.
func (g *Game) Cell(i int) int32 {
	if i == g.size*g.size {
		return int32(g.side)
	}
	cell := i/g.size*stride + i%g.size
	return int32(g.stones[Black]>>cell&1 | g.stones[White]>>cell&1<<1)
}

// Numbers returns the number of numbers of moves.
func (g *Game) Numbers() int { return 64 }

// Number returns the number of a move.
func (g *Game) Number(p Point) int { return int(p) }

// Clone returns a copy.
func (g *Game) Clone() *Game {
	c := *g
	return &c
}

// AppendBinary appends the identity of the position.
func (g *Game) AppendBinary(dst []byte) ([]byte, error) {
	dst = append(dst, byte(g.side))
	dst = binary.LittleEndian.AppendUint64(dst, g.stones[Black])
	return binary.LittleEndian.AppendUint64(dst, g.stones[White]), nil
}

// String draws the board, with the last row first: X is Black, O White.
func (g *Game) String() string {
	var b strings.Builder
	for row := g.size - 1; row >= 0; row-- {
		for column := range g.size {
			if column > 0 {
				b.WriteByte(' ')
			}
			cell := row*stride + column
			b.WriteByte(".XO"[g.stones[Black]>>cell&1|g.stones[White]>>cell&1<<1])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Boards are sets of cells, bit 8·row + column. Rows are counted from the bottom, as Go players do.
const (
	stride  = 8
	columnA = 0x0101010101010101
	columnH = columnA << 7
)

// around returns the neighbours of the cells of a set, on a board.
func around(cells, board uint64) uint64 {
	return (cells<<stride | cells>>stride | cells&^columnH<<1 | cells&^columnA>>1) & board
}

// stringOf returns the string of stones that contains from.
func stringOf(from, stones uint64) uint64 {
	for {
		more := from | around(from, stones)
		if more == from {
			return from
		}
		from = more
	}
}

// stringsOf yields the strings of stones that contain some stones, with their liberties.
func stringsOf(some, stones, empty uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(str, liberties uint64) bool) {
		for rest := some; rest != 0; {
			str := stringOf(rest&-rest, stones)
			rest &^= str
			if !yield(str, around(str, empty)) {
				return
			}
		}
	}
}

func atMostOne(cells uint64) bool { return cells&(cells-1) == 0 }

func boardOf(size int) uint64 {
	row := uint64(1)<<size - 1
	board := uint64(0)
	for i := range size {
		board |= row << (stride * i)
	}
	return board
}

// images are the images of each cell under the eight symmetries.
type images [64][8]uint8

func imagesOf(size int) *images {
	im := new(images)
	for row := range size {
		for column := range size {
			for s := range im[0] {
				x, y := ranks.Under(s, column, row, size-1)
				im[row*stride+column][s] = uint8(y*stride + x)
			}
		}
	}
	return im
}

func count(cells uint64) int { return bits.OnesCount64(cells) }

// inAtari returns the liberties of the strings that have only one.
func inAtari(stones, empty, board uint64) (liberties uint64) {
	for _, l := range stringsOf(stones&around(empty, board), stones, empty) {
		if atMostOne(l) {
			liberties |= l
		}
	}
	return liberties
}

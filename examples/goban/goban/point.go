package goban

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"github.com/ply-search/ply/examples/internal/ranks"
	"github.com/ply-search/ply/transposition"
)

// The least and the greatest number of rows and columns of a board.
const (
	MinSize = 2
	MaxSize = 19
)

// A Color is the content of a point.
type Color int8

const (
	Empty Color = iota
	Black
	White
	Border // around the board
)

// Opponent returns White for Black, Black for White, and other colours unchanged.
func (c Color) Opponent() Color {
	if c.stone() {
		return c ^ 3
	}
	return c
}

func (c Color) stone() bool { return c == Black || c == White }

// String returns the colour as a word: "empty", "black", "white" or "border".
func (c Color) String() string {
	if c < Empty || c > Border {
		return fmt.Sprintf("Color(%d)", int8(c))
	}
	return [...]string{"empty", "black", "white", "border"}[c]
}

// A Point is an intersection of a board or, as a move, a stone on it or [Pass].
//
// Points are numbered row by row from the lower left corner, with a border around the board, so the steps to neighbours
// are the same everywhere. The numbers depend on the size of the board.
type Point int16

// Points that no board has.
const (
	NoPoint Point = 0 // no point, such as a missing ko
	Pass    Point = 1 // the move without a stone
)

// A geometry is common to all boards of a size.
type geometry struct {
	size   int
	stride Point               // between rows
	first  Point               // the first point on the board
	cells  int                 // points, with the border
	points []Point             // on the board
	steps  [4]Point            // to the neighbours of a point
	keys   []uint64            // of stones in the hash: colour c on point p at 2p+c-1
	ko     []uint64            // of the ko in the hash
	start  uint64              // the hash of the empty board
	images [symmetries][]Point // of each point
}

// toMove is the part of White to move in the hash.
const toMove = 0x9d39247e33776d41

var geometries [MaxSize + 1]func() *geometry

func init() {
	for size := range geometries {
		geometries[size] = sync.OnceValue(func() *geometry { return newGeometry(size) })
	}
}

func newGeometry(size int) *geometry {
	// One column of border suffices: the point to the right of a row is the point to the left of the next.
	stride := Point(size + 1)
	g := &geometry{size: size, stride: stride, first: stride + 1, cells: (size+2)*(size+1) + 1}
	g.steps = [4]Point{-stride, -1, 1, stride}
	for y := range size {
		for x := range size {
			g.points = append(g.points, g.point(x, y))
		}
	}
	g.keys = transposition.Zobrist{Seed: 0x476f62616e}.Keys(g.cells, 2)
	g.ko = transposition.Zobrist{Seed: 0x4b6f}.Keys(g.cells, 1)
	g.ko[NoPoint] = 0
	g.start = transposition.Mix(uint64(size))
	for s := range g.images {
		g.images[s] = make([]Point, g.cells)
		g.images[s][Pass] = Pass
		for _, p := range g.points {
			x, y := g.XY(p)
			g.images[s][p] = g.point(ranks.Under(s, x, y, size-1))
		}
	}
	return g
}

func (g *geometry) point(x, y int) Point { return g.first + Point(y)*g.stride + Point(x) }

func (g *geometry) on(x, y int) bool { return x >= 0 && x < g.size && y >= 0 && y < g.size }

// XY returns the column and the row of a point on the board.
func (g *geometry) XY(p Point) (x, y int) { return int(p)%int(g.stride) - 1, int(p)/int(g.stride) - 1 }

// Name returns the name of a point, such as A1 for the lower left corner, or "pass".
func (g *geometry) Name(p Point) string {
	x, y := g.XY(p)
	if !g.on(x, y) {
		switch p {
		case NoPoint:
			return "none"
		case Pass:
			return "pass"
		}
		return fmt.Sprintf("Point(%d)", int16(p))
	}
	return letters[x:x+1] + strconv.Itoa(y+1)
}

// Names returns the names of points.
func (g *geometry) Names(points []Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = g.Name(p)
	}
	return names
}

// letters are the names of the columns, without I, which looks like 1 or J.
const letters = "ABCDEFGHJKLMNOPQRST"

// Parse returns the point of a name, or Pass. Case does not matter.
func (g *geometry) Parse(name string) (Point, error) {
	text := strings.ToUpper(name)
	if text == "PASS" {
		return Pass, nil
	}
	x, y := -1, -1
	if len(text) == 2 || len(text) == 3 && text[1] != '0' {
		row, _ := strconv.ParseUint(text[1:], 10, 8)
		x, y = strings.IndexByte(letters, text[0]), int(row)-1
	}
	if x < 0 || y < 0 {
		return NoPoint, fmt.Errorf("%.20q is no point: want a letter and a number, such as A1, or pass", name)
	}
	if !g.on(x, y) {
		return NoPoint, fmt.Errorf("%s is not on a board of %d rows and columns", text, g.size)
	}
	return g.point(x, y), nil
}

// A set is a set of points: bit i is the point i after the first of the board. 19 rows of 20 points fit.
type set [6]uint64

func (s *set) add(i Point)    { s[uint(i)>>6] |= 1 << (uint(i) & 63) }
func (s *set) remove(i Point) { s[uint(i)>>6] &^= 1 << (uint(i) & 63) }

func (s *set) count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) +
		bits.OnesCount64(s[3]) + bits.OnesCount64(s[4]) + bits.OnesCount64(s[5])
}

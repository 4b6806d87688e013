package twenty48

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// A Board holds the exponents of 16 tiles, four bits each, row by row from the lowest bits: 1 is a 2, 11 is a 2048, 0
// is an empty cell.
type Board uint64

// Cells is the number of cells of a board.
const Cells = 16

// mostExponent is the exponent of 32768, the largest tile. Two of them do not merge.
const mostExponent = 15

// A row is the exponents of four tiles, the first in the lowest bits.
type row uint16

const rows = 1 << 16

// slidLeft and slidRight hold the result for each row, and slidable 1<<Left and 1<<Right if its tiles move.
var slidLeft, slidRight, slidable = slides()

func slides() (left, right [rows]row, can [rows]uint8) {
	for r := range rows {
		left[r] = row(r).slide()
		right[r] = row(r).reverse().slide().reverse()
		if left[r] != row(r) {
			can[r] |= 1 << Left
		}
		if right[r] != row(r) {
			can[r] |= 1 << Right
		}
	}
	return left, right, can
}

// slide moves the tiles of a row towards its first cell.
func (r row) slide() row {
	var result row
	place, last := 0, row(0) // the place of the next tile, and the tile before it if it can merge
	for shift := 0; shift < 16; shift += 4 {
		switch tile := r >> shift & 15; {
		case tile == 0:
		case tile == last && tile < mostExponent:
			result += 1 << (4 * (place - 1))
			last = 0
		default:
			result |= tile << (4 * place)
			place++
			last = tile
		}
	}
	return result
}

func (r row) reverse() row { return r>>12 | r>>4&0xf0 | r<<4&0xf00 | r<<12 }

func (b Board) row(i int) row { return row(b >> (16 * i)) }

// transpose exchanges rows and columns: within blocks of 2 × 2 cells, then these blocks.
func (b Board) transpose() Board {
	b = b&0xf0f00f0ff0f00f0f | b&0x0000f0f00000f0f0<<12 | b>>12&0x0000f0f00000f0f0
	return b&0xff00ff0000ff00ff | b&0x00000000ff00ff00<<24 | b>>24&0x00000000ff00ff00
}

func (b Board) slide(m Move) Board {
	if m == Up || m == Down {
		return b.transpose().slide(m + Left - Up).transpose() // Left for Up, Right for Down
	}
	table := &slidLeft
	if m == Right {
		table = &slidRight
	}
	return Board(table[b.row(0)]) | Board(table[b.row(1)])<<16 | Board(table[b.row(2)])<<32 | Board(table[b.row(3)])<<48
}

// sideways returns 1<<Left and 1<<Right if these slides change the board.
func (b Board) sideways() uint8 {
	return slidable[b.row(0)] | slidable[b.row(1)] | slidable[b.row(2)] | slidable[b.row(3)]
}

func (b Board) slides(dst []Move) []Move {
	can := b.sideways() | b.transpose().sideways()>>(Left-Up)
	// No branches, which would be unpredictable.
	n := len(dst)
	dst = append(dst, Up, Up, Up, Up)
	for m := Up; m <= Right; m++ {
		dst[n] = m
		n += int(can >> m & 1)
	}
	return dst[:n]
}

// occupied returns a board with a 1 in each cell with a tile.
func (b Board) occupied() Board {
	b |= b >> 2
	b |= b >> 1
	return b & 0x1111111111111111
}

// Empty returns the number of empty cells.
func (b Board) Empty() int { return Cells - bits.OnesCount64(uint64(b.occupied())) }

// Tile returns the number on a cell, counted row by row from 0, or 0 if it is empty.
func (b Board) Tile(cell int) int {
	if e := b >> (4 * cell) & 15; e > 0 {
		return 1 << e
	}
	return 0
}

// Greatest returns the largest number, 0 on an empty board.
func (b Board) Greatest() int {
	greatest := 0
	for cell := range Cells {
		greatest = max(greatest, b.Tile(cell))
	}
	return greatest
}

// Points returns the points for making the tiles from 2s: (n-1)·2ⁿ for a tile of 2ⁿ.
func (b Board) Points() int {
	points := 0
	for cell := range Cells {
		if e := int(b >> (4 * cell) & 15); e > 0 {
			points += (e - 1) << e
		}
	}
	return points
}

// ParseBoard reads 16 numbers, row by row, separated by commas or white space: powers of 2 from 2 to 32768, or 0 for an
// empty cell.
func ParseBoard(text string) (Board, error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' || r == '\r' })
	if len(fields) != Cells {
		return 0, fmt.Errorf("%d numbers, want 16", len(fields))
	}
	var b Board
	for cell, field := range fields {
		n, err := strconv.Atoi(field)
		if err != nil || n != 0 && (n < 2 || n > 1<<mostExponent || n&(n-1) != 0) {
			return 0, fmt.Errorf("%q is no tile, want 0 or a power of 2 from 2 to 32768", field)
		}
		if n > 0 {
			b |= Board(bits.Len(uint(n))-1) << (4 * cell)
		}
	}
	return b, nil
}

// String draws the board, with a dot for each empty cell.
func (b Board) String() string {
	var s strings.Builder
	for cell := range Cells {
		text := "."
		if tile := b.Tile(cell); tile > 0 {
			text = strconv.Itoa(tile)
		}
		fmt.Fprintf(&s, "%6s", text)
		if cell%4 == 3 {
			s.WriteByte('\n')
		}
	}
	return s.String()
}

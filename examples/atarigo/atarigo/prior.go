package atarigo

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/internal/ranks"
)

// A logistic model estimates how hard it is to prove that the side to move wins. Its features are numbers that describe
// the strings of both sides, and the 3 × 3 windows around all cells. The weights were fitted to 380,000 positions of
// 6 × 6 boards that depth-first proof-number search settled from 150 random starts with two to five stones. [Train] fits
// others.

//go:embed weights.txt
var weightsText []byte

//go:embed windows.bin
var windowsData []byte

var prior = func() *Model {
	m := new(Model)
	if err := m.parseNumbers(weightsText); err != nil {
		panic(err)
	}
	m.parseWindows(windowsData)
	return m
}()

func windowUnder(s, code int) (image int) {
	for row := range 3 {
		for column := range 3 {
			c, r := ranks.Under(s, column, row, 2)
			image = image<<2 | code>>(2*(8-(3*r+c)))&3
		}
	}
	return image
}

// spread has the bits of a byte at even places.
var spread = func() (t [256]uint32) {
	for i := range t {
		for b := range 8 {
			t[i] |= uint32(i>>b&1) << (2 * b)
		}
	}
	return t
}()

// windowsOf appends the codes of the windows around all cells of a board.
func windowsOf(own, enemies uint64, size int, dst []uint32) []uint32 {
	// Rows with the border around them, two bits a cell.
	var rows [MaxSize + 2]uint32
	border := uint32(1)<<(2*(size+2)) - 1
	rows[0], rows[size+1] = border, border
	for r := range size {
		rows[r+1] = 3 | 3<<(2*(size+1)) | (spread[own>>(stride*r)&255]|spread[enemies>>(stride*r)&255]<<1)<<2
	}
	for r := range size {
		a, b, c := rows[r], rows[r+1], rows[r+2]
		for range size {
			dst = append(dst, a&63|b&63<<6|c&63<<12)
			a, b, c = a>>2, b>>2, c>>2
		}
	}
	return dst
}

// strengths returns numbers that describe the strings of one side: the strings with two, three, four and more
// liberties; whether the fewest liberties are at most two, three, or four; the strings; the cells next to this side
// alone, and the cells next to these; stones on the edge; diagonals between stones whose other two cells are empty; and
// enemy stones between stones on a diagonal.
func strengths(board, stones, enemies uint64) (f [13]float64) {
	empty := board &^ (stones | enemies)
	least := MaxSize * MaxSize
	for _, liberties := range stringsOf(stones, stones, empty) {
		l := count(liberties)
		least = min(least, l)
		if l >= 2 {
			f[min(l, 5)-2]++
		}
		f[7]++
	}
	switch {
	case stones == 0:
	case least <= 2:
		f[4] = 1
	case least <= 4:
		f[2+least] = 1
	}
	own, theirs := around(stones, empty), around(enemies, empty)
	free := empty &^ (own | theirs)
	f[8] = float64(count(own &^ theirs))
	f[9] = float64(count(around(own&^theirs, free) &^ around(theirs&^own, free)))
	f[10] = float64(count(stones &^ inner(board)))
	// Diagonals upwards to the right, and to the left.
	right, left := stones&(stones>>9)&^columnH, stones&(stones>>7)&^columnA
	f[11] = float64(count(right&(empty>>1)&(empty>>8)) + count(left&(empty<<1)&(empty>>8)))
	f[12] = float64(count(right&(enemies>>1)) + count(right&(enemies>>8)) + count(left&(enemies<<1)) + count(left&(enemies>>8)))
	return f
}

func inner(board uint64) uint64 {
	return board & (board << stride) & (board >> stride) & (board &^ columnH << 1) & (board &^ columnA >> 1)
}

// eyes returns the empty cells all of whose neighbours are stones of one side.
func eyes(board, empty, enemies uint64) uint64 { return empty &^ around(empty|enemies, board) }

// numberNames are the names of the numbers that describe returns, such as the strengths of both sides.
var numberNames = func() []string {
	names := []string{"one"}
	for _, side := range []string{"own ", "enemy "} {
		for _, name := range strengthNames {
			names = append(names, side+name)
		}
	}
	return append(names, "cells beside both", "cells beyond both", "moves", "odd", "stones", "cells beside none", "own eyes", "enemy eyes",
		"threatened", "moves if threatened")
}()

// modelNumbers is the length of numberNames.
const modelNumbers = 1 + 2*len(strengthNames) + 10

// describe returns the numbers of a position in which the side with the stones own is to move and has moves relevant
// moves. forced tells whether the enemy threatens to win by ataris.
func describe(board, own, enemies uint64, moves int, forced bool) (f [modelNumbers]float64) {
	empty := board &^ (own | enemies)
	mine, theirs := strengths(board, own, enemies), strengths(board, enemies, own)
	near, far := around(own, empty), around(enemies, empty)
	free := empty &^ (near | far)
	stones := bits.OnesCount64(own | enemies)
	threatened, movesThen := 0.0, 0.0
	if forced {
		threatened, movesThen = 1, float64(moves)
	}
	f[0] = 1
	copy(f[1:], mine[:])
	copy(f[1+len(mine):], theirs[:])
	copy(f[1+2*len(mine):], []float64{float64(count(near & far)), float64(count(around(near&^far, free) & around(far&^near, free))),
		float64(moves), float64(stones & 1), float64(stones), float64(count(free)),
		float64(count(eyes(board, empty, enemies))), float64(count(eyes(board, empty, own))), threatened, movesThen})
	return f
}

// The initial numbers of an even position with one move, their change for a unit of logit, and the limit of the logit.
const (
	evenNumber = 8
	perLogit   = 0.3
	mostLogit  = 8
)

// FirstNumbers estimates how hard it is to prove that the side to move wins, and that it loses ([proof.Initializer]). A
// sequence of ataris settles the position.
func (g *Relevant) FirstNumbers() (proof, disproof int) {
	moves := g.relevant()
	switch {
	case moves == 0 && g.value > 0:
		return 0, 1
	case moves == 0:
		return 1, 0
	}
	n := count(moves)
	x := prior.logit(g.board, g.size, g.stones[g.side], g.stones[1-g.side], n, g.forced)
	x = math.Exp(perLogit * max(-mostLogit, min(x, mostLogit)))
	// Where more moves must be refuted, disproof is more work, though not in proportion.
	return max(1, int(evenNumber/x+0.5)), max(1, int(evenNumber*x*math.Sqrt(float64(n))+0.5))
}

// A Model estimates the odds that the side to move wins. [Train] fits one.
type Model struct {
	numbers [modelNumbers]float64 // weights
	windows [windowCodes]float32  // weights, by code
}

// windowCodes is the number of codes of windows: two bits for each of nine cells, empty, own, the enemy's or off the
// board.
const windowCodes = 1 << 18

// windowUnits is the number of units of a weight of 1 in a file, where weights are signed bytes.
const windowUnits = 32

// logit returns the log odds that the side with the stones own, which is to move, wins.
func (m *Model) logit(board uint64, size int, own, enemies uint64, moves int, forced bool) float64 {
	var buffer [MaxSize * MaxSize]uint32
	windows := float32(0)
	for _, code := range windowsOf(own, enemies, size, buffer[:0]) {
		windows += m.windows[code]
	}
	sum := float64(windows)
	for i, x := range describe(board, own, enemies, moves, forced) {
		sum += m.numbers[i] * x
	}
	return sum
}

// strengthNames are the names of the numbers of strengths, after "own " or "enemy ".
var strengthNames = [13]string{
	"strings of two liberties", "strings of three", "strings of four", "strings of more",
	"fewest liberties two", "fewest three", "fewest four", "strings",
	"cells beside", "cells beyond", "stones on the edge", "open diagonals", "cut diagonals",
}

// WriteNumbers writes the weights of numbers, one a line: its name, a colon and the weight.
func (m *Model) WriteNumbers(w io.Writer) error {
	for i, name := range numberNames {
		if _, err := fmt.Fprintf(w, "%s: %.3f\n", name, m.numbers[i]); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) parseNumbers(text []byte) error {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != modelNumbers {
		return fmt.Errorf("atarigo: weights: %d lines, want %d", len(lines), modelNumbers)
	}
	for i, line := range lines {
		name, weight, _ := strings.Cut(line, ": ")
		if name != numberNames[i] {
			return fmt.Errorf("atarigo: weights: line %d: %q, want %q", i+1, name, numberNames[i])
		}
		var err error
		if m.numbers[i], err = strconv.ParseFloat(weight, 64); err != nil {
			return fmt.Errorf("atarigo: weights: line %d: %w", i+1, err)
		}
	}
	return nil
}

// WriteWindows writes the nonzero weights of windows in four bytes each: three for the least code of the images, low
// byte first, and the weight in units of 1/32, from -128 to 127.
func (m *Model) WriteWindows(w io.Writer) error {
	var file bytes.Buffer
	for code, weight := range m.windows {
		if weight == 0 || leastWindow(code) != code {
			continue
		}
		units := int8(max(math.MinInt8, min(math.Round(float64(weight)*windowUnits), math.MaxInt8)))
		if units != 0 {
			file.Write([]byte{byte(code), byte(code >> 8), byte(code >> 16), byte(units)})
		}
	}
	_, err := w.Write(file.Bytes())
	return err
}

func (m *Model) parseWindows(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		code := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
		for s := range 8 {
			m.windows[windowUnder(s, code)&(windowCodes-1)] = float32(int8(data[3])) / windowUnits
		}
	}
}

func leastWindow(code int) int {
	least := code
	for s := 1; s < 8; s++ {
		least = min(least, windowUnder(s, code))
	}
	return least
}

package atarigo

import (
	_ "embed"
	"math"
	"math/bits"
)

// How hard it may be to prove that the side to move wins is estimated by a logistic model of two kinds of features:
// numbers that describe the strings of both sides, and the windows of three by three cells around all cells of the
// board. Its weights were fitted, by gradient descent, to 380,000 positions of 6×6 boards that depth-first
// proof-number search had settled on its way from 150 random starts with two to five stones.

// strengthWeights are the weights of the numbers that strengths returns, for the side to move and then for the other.
var strengthWeights = [2][13]float64{
	{-1.047, 0.486, 0.827, 0.797, -0.246, -0.769, 0.243, -0.008, -0.050, -0.134, -0.465, 0.445, 0.572},
	{0.667, 0.625, -0.759, -1.111, 0.928, 0.985, -0.949, 0.117, -0.049, 0.131, 0.483, -0.686, -0.634},
}

// The weights of the other features.
const (
	weightOne       = -0.025
	weightShared    = 0.081  // cells next to both
	weightContested = -0.137 // cells that both reach in two steps
	weightForced    = -1.161 // the enemy threatens to win by ataris
	weightMoves     = 0.204  // relevant moves
	weightForcedBy  = 0.103  // relevant moves if the enemy threatens
	weightOdd       = -1.166 // an odd number of stones
	weightStones    = 0.005
	weightFree      = -0.065 // cells next to none
	weightOwnEye    = -0.508
	weightEnemyEye  = 0.199
)

// windows has the weights of windows, in four bytes each: three for the code of the least image, from the low byte, and
// the weight in units of 1/32. A code has two bits for each cell: empty, own, the enemy's, and off the board.
//
//go:embed windows.bin
var windows []byte

var windowWeights = func() *[1 << 18]float32 {
	weights := new([1 << 18]float32)
	for i := 0; i+4 <= len(windows); i += 4 {
		code := int(windows[i]) | int(windows[i+1])<<8 | int(windows[i+2])<<16
		for s := range 8 {
			weights[windowUnder(s, code)&(1<<18-1)] = float32(int8(windows[i+3])) / 32
		}
	}
	return weights
}()

// windowUnder returns the code of an image of a window.
func windowUnder(s, code int) (image int) {
	for row := range 3 {
		for column := range 3 {
			r, c := row, column
			if s&1 != 0 {
				c = 2 - c
			}
			if s&2 != 0 {
				r = 2 - r
			}
			if s&4 != 0 {
				r, c = c, r
			}
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

// windowsValue returns the sum of the weights of all windows around cells of the board.
func windowsValue(own, enemies uint64, size int) float64 {
	// Rows with the border around them, two bits a cell.
	var rows [MaxSize + 2]uint32
	border := uint32(1)<<(2*(size+2)) - 1
	rows[0], rows[size+1] = border, border
	for r := range size {
		rows[r+1] = 3 | 3<<(2*(size+1)) | (spread[own>>(stride*r)&255]|spread[enemies>>(stride*r)&255]<<1)<<2
	}
	sum := float32(0)
	for r := range size {
		a, b, c := rows[r], rows[r+1], rows[r+2]
		for range size {
			sum += windowWeights[a&63|b&63<<6|c&63<<12]
			a, b, c = a>>2, b>>2, c>>2
		}
	}
	return float64(sum)
}

// strengths returns numbers that describe the strings of one side: how many have two, three, four, and more
// liberties; whether the fewest liberties are two or less, three, four; the number of strings; the cells next to this
// side alone, and those next to these; the stones on the edge; the diagonals between stones with both cells between
// them empty; and the enemy's stones between stones on a diagonal.
func strengths(board, stones, enemies uint64) (f [13]float64) {
	empty := board &^ (stones | enemies)
	least := MaxSize * MaxSize
	for rest := stones; rest != 0; {
		str := stringOf(rest&-rest, stones)
		rest &^= str
		l := count(around(str, empty))
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

// inner returns the cells of a board that are not on its edge.
func inner(board uint64) uint64 {
	return board & (board << stride) & (board >> stride) & (board &^ columnH << 1) & (board &^ columnA >> 1)
}

// eyes returns the empty cells all of whose neighbours are stones of one side.
func eyes(board, empty, enemies uint64) uint64 { return empty &^ around(empty|enemies, board) }

// logit returns the logarithm of the odds, as the model estimates them, that the side with the stones own, which is to
// move, wins. It has that many relevant moves; forced tells whether the enemy threatens to win by ataris.
func logit(board uint64, size int, own, enemies uint64, moves int, forced bool) float64 {
	empty := board &^ (own | enemies)
	sum := weightOne + windowsValue(own, enemies, size)
	for i, f := range [2][13]float64{strengths(board, own, enemies), strengths(board, enemies, own)} {
		for j, x := range f {
			sum += strengthWeights[i][j] * x
		}
	}
	mine, theirs := around(own, empty), around(enemies, empty)
	free := empty &^ (mine | theirs)
	stones := bits.OnesCount64(own | enemies)
	sum += weightShared*float64(count(mine&theirs)) +
		weightContested*float64(count(around(mine&^theirs, free)&around(theirs&^mine, free))) +
		weightMoves*float64(moves) +
		weightOdd*float64(stones&1) +
		weightStones*float64(stones) +
		weightFree*float64(count(free)) +
		weightOwnEye*float64(count(eyes(board, empty, enemies))) +
		weightEnemyEye*float64(count(eyes(board, empty, own)))
	if forced {
		sum += weightForced + weightForcedBy*float64(moves)
	}
	return sum
}

// How the numbers of a position begin: those of an even position with one move, how much a unit of logit changes them,
// and the logit beyond which it changes them no more.
const (
	evenNumber = 8
	perLogit   = 0.3
	mostLogit  = 8
)

// FirstNumbers estimates how hard it is to prove that the side to move wins, and that it loses
// ([proof.Initializer]). Positions that a sequence of ataris decides are settled.
func (g *Relevant) FirstNumbers() (proof, disproof int) {
	moves := g.relevant()
	switch {
	case moves == 0 && g.value > 0:
		return 0, 1
	case moves == 0:
		return 1, 0
	}
	n := count(moves)
	x := logit(g.board, g.size, g.stones[g.side], g.stones[1-g.side], n, g.forced)
	x = math.Exp(perLogit * max(-mostLogit, min(x, mostLogit)))
	// Where more moves must be refuted, disproof is more work, though not in proportion.
	return max(1, int(evenNumber/x+0.5)), max(1, int(evenNumber*x*math.Sqrt(float64(n))+0.5))
}

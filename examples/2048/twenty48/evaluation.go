package twenty48

import (
	"math"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/search/expectimax"
)

// The weights of features of rows and columns, common to many programs since Xiao 2014: empty cells, tiles that can merge,
// order, and few small tiles.
const (
	perLine  = 1_000_000 // keeps values positive, even with large tiles out of order
	perEmpty = 250
	perMerge = 650
	disorder = 50
	clutter  = 10
)

// lineValues holds the value of each row. Integers make sums independent of their order.
var lineValues = valueLines()

func valueLines() (values [rows]int32) {
	var fourth, steep [mostExponent + 1]float64 // powers, so large tiles out of order cost far more
	for e := range fourth {
		fourth[e] = math.Pow(float64(e), 4)
		steep[e] = math.Pow(float64(e), 3.5)
	}
	for r := range values {
		var tiles [4]int
		for i := range tiles {
			tiles[i] = r >> (4 * i) & 15
		}
		value := float64(perLine)
		var falls, rises float64
		last := 0 // tile that is not empty
		for i, e := range tiles {
			value -= clutter * steep[e]
			if e == 0 {
				value += perEmpty
			} else {
				if e == last {
					value += perMerge
				}
				last = e
			}
			if i == 0 {
				continue
			}
			if step := fourth[tiles[i-1]] - fourth[e]; step > 0 {
				falls += step
			} else {
				rises -= step
			}
		}
		values[r] = int32(math.Round(value - disorder*min(falls, rises)))
	}
	return values
}

// MostExpected is more than any evaluation.
const MostExpected = 8 * (perLine + 4*perEmpty + 3*perMerge)

// An Evaluation evaluates positions for an expectimax search by the values of rows and columns, which are not points. A
// finished game is worth 0.
type Evaluation struct{ game *Game }

// Evaluate returns the [Evaluation] of a game, for [expectimax.Options.Evaluator]. The game must be a *Game.
func Evaluate(g ply.AdversarialGame[Move]) expectimax.Evaluator {
	return &Evaluation{g.(*Game)}
}

// Expectation returns the evaluation of the present position, from 0 to [MostExpected].
func (e *Evaluation) Expectation() float64 {
	b := e.game.board
	if e.game.ToMove() == 0 && b.over() {
		return 0
	}
	return float64(max(0, b.value()+b.transpose().value()))
}

// EvaluateSuccessors appends the evaluations of the positions after moves (see [fast.SuccessorExpectations]).
func (e *Evaluation) EvaluateSuccessors(moves []Move, dst []float64) []float64 {
	b := e.game.board
	if e.game.ToMove() == 0 {
		return b.valuesOfSlides(moves, dst)
	}
	t := b.transpose()
	var inRows, inColumns [4]int32 // the values of all other rows or columns
	r, c := b.value(), t.value()
	for i := range 4 {
		inRows[i], inColumns[i] = r-lineValues[b.row(i)], c-lineValues[t.row(i)]
	}
	mayEnd := b.Empty() == 1 && e.game.toFall() == 1
	for _, m := range moves {
		cell, tile := m.tile()
		i, j := cell/4, cell%4
		// The masks tell the compiler that shifts are less than 64 bits.
		line, across := b.row(i)|row(tile)<<(4*j&15), t.row(j)|row(tile)<<(4*i&15)
		v := inRows[i&3] + lineValues[line] + inColumns[j&3] + lineValues[across]
		if v < 0 || mayEnd && (b|tile<<(4*cell)).over() {
			v = 0
		}
		dst = append(dst, float64(v))
	}
	return dst
}

// valuesOfSlides appends the values of the boards after slides, where the game goes on.
func (b Board) valuesOfSlides(moves []Move, dst []float64) []float64 {
	t := b.transpose()
	for _, m := range moves {
		along := b
		if m < Left {
			along, m = t, m+Left-Up
		}
		along = along.slide(m)
		dst = append(dst, float64(max(0, along.value()+along.transpose().value())))
	}
	return dst
}

// EvaluateReplies appends the values of the boards after new tiles and the best slide (see [fast.ReplyExpectations]).
func (e *Evaluation) EvaluateReplies(tiles []Move, dst []fast.Reply) []fast.Reply {
	if e.game.toFall() != 1 {
		return dst
	}
	b := e.game.board
	t := b.transpose()
	var sideways, upright prepared
	sideways.prepare(b)
	upright.prepare(t)
	for _, m := range tiles {
		cell, tile := m.tile()
		i, j := cell/4, cell%4
		v, can := sideways.slide(i, b.row(i)|row(tile)<<(4*j&15))
		w, also := upright.slide(j, t.row(j)|row(tile)<<(4*i&15))
		dst = append(dst, fast.Reply{Value: float64(max(v, w)), Moves: bits.OnesCount8(can | also>>(Left-Up))})
	}
	return dst
}

// A prepared holds the results of slides to the left and to the right, before a new tile changes a row.
type prepared struct {
	left, right             Board    // after the slide, transposed
	besideLeft, besideRight [4]int32 // the values of all rows but one
	slidable                [4]uint8 // the slides that move any other row, as sideways returns them
}

func (p *prepared) prepare(b Board) {
	left, right := b.slide(Left), b.slide(Right)
	p.left, p.right = left.transpose(), right.transpose()
	l, r := left.value(), right.value()
	var can [4]uint8
	for i := range 4 {
		p.besideLeft[i], p.besideRight[i] = l-lineValues[left.row(i)], r-lineValues[right.row(i)]
		can[i] = slidable[b.row(i)]
	}
	first, last := can[0]|can[1], can[2]|can[3]
	p.slidable = [4]uint8{can[1] | last, can[0] | last, first | can[3], first | can[2]}
}

// slide returns the value of the better slide to the left or right if the i-th row is r, at least 0, and the slides
// that move a tile, as sideways does.
func (p *prepared) slide(i int, r row) (value int32, can uint8) {
	i &= 3
	can = p.slidable[i] | slidable[r]
	left, right := slidLeft[r], slidRight[r]
	// Without branches, as in Board.slides.
	column := Board(0x000f000f000f000f) << (4 * i & 15)
	l := p.besideLeft[i] + lineValues[left] + (p.left&^column | left.column()<<(4*i&15)).value()
	v := p.besideRight[i] + lineValues[right] + (p.right&^column | right.column()<<(4*i&15)).value()
	return max(l&-int32(can>>Left&1), v&-int32(can>>Right&1), 0), can
}

// column returns a board with a row as its first column.
func (r row) column() Board {
	b := Board(r)
	return b&0xf | b&0xf0<<12 | b&0xf00<<24 | b&0xf000<<36
}

func (b Board) value() int32 {
	return lineValues[b.row(0)] + lineValues[b.row(1)] + lineValues[b.row(2)] + lineValues[b.row(3)]
}

func (b Board) over() bool {
	return b.occupied() == 0x1111111111111111 && b.sideways()|b.transpose().sideways() == 0
}

package twenty48

import (
	"math"
	"math/bits"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/fast"
	"github.com/ply-search/ply/search/expectimax"
)

// The weights of what an evaluation counts in each row and column. The features are those that many programs of this
// game have in common since Xiao 2014: room, tiles that can merge, tiles in order, and few small tiles.
const (
	perLine  = 1_000_000 // so that a position is better than none, even with great tiles out of order
	perEmpty = 250
	perMerge = 650
	disorder = 50
	clutter  = 10
)

// lineValues holds what each row is worth. Values are integers, so that sums do not depend on the order of their parts.
var lineValues = valueLines()

func valueLines() (values [rows]int32) {
	// Great tiles out of order cost much more than small ones.
	var fourth, steep [mostExponent + 1]float64
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

// An Evaluation evaluates positions of a game for an expectimax search: what its rows and columns promise, or 0 if the
// game is over. Its values are not points.
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
	var inRows, inColumns [4]int32 // what all other rows or columns are worth
	r, c := b.value(), t.value()
	for i := range 4 {
		inRows[i], inColumns[i] = r-lineValues[b.row(i)], c-lineValues[t.row(i)]
	}
	mayEnd := b.Empty() == 1 && e.game.toFall() == 1
	for _, m := range moves {
		cell, tile := m.tile()
		i, j := cell/4, cell%4
		// Shifts of less than 64 bits, which the compiler is to know.
		line, across := b.row(i)|row(tile)<<(4*j&15), t.row(j)|row(tile)<<(4*i&15)
		v := inRows[i&3] + lineValues[line] + inColumns[j&3] + lineValues[across]
		if v < 0 || mayEnd && (b|tile<<(4*cell)).over() {
			v = 0
		}
		dst = append(dst, float64(v))
	}
	return dst
}

// valuesOfSlides appends what the boards after some slides are worth. The game is not over then, as a tile is to come.
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

// EvaluateReplies appends what the boards after new tiles are worth by the best slide (see [fast.ReplyExpectations]).
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

// A prepared is what slides to the left and to the right make of a board, before a new tile changes one of its rows.
type prepared struct {
	left, right             Board    // after the slide without the tile, rows and columns exchanged
	besideLeft, besideRight [4]int32 // what all rows but one are worth then
	slidable                [4]uint8 // whether any row but one moves, as sideways returns it
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

// slide returns what the better slide to the left or to the right is worth if the i-th row is r, 0 if it is worth less or if
// no tile moves, and the slides that move a tile, as sideways does.
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

// column returns a board whose first column is a row.
func (r row) column() Board {
	b := Board(r)
	return b&0xf | b&0xf0<<12 | b&0xf00<<24 | b&0xf000<<36
}

// value returns the sum of what the rows are worth.
func (b Board) value() int32 {
	return lineValues[b.row(0)] + lineValues[b.row(1)] + lineValues[b.row(2)] + lineValues[b.row(3)]
}

// over reports whether no tile can slide.
func (b Board) over() bool {
	return b.occupied() == 0x1111111111111111 && b.sideways()|b.transpose().sideways() == 0
}

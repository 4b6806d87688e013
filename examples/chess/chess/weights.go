package chess

import board "github.com/ply-search/ply/examples/internal/chess"

// A score is a pair of values in hundredths of a pawn: one for the middlegame, in the lower 16 bits, and one for the
// endgame, above. Pairs are added, subtracted and multiplied as numbers.
type score int32

func pair(middle, end int) score { return score(end<<16 + middle) }

func (s score) middle() int { return int(int16(s)) }
func (s score) end() int    { return int((s + 1<<15) >> 16) }

// phases holds what each piece contributes to the phase of the game, which is fullPhase at the start.
var phases = [kinds]int8{knight: 1, bishop: 1, rook: 2, queen: 4}

const fullPhase = 24

// worth holds the values of pieces in exchanges.
var worth = [kinds]int32{pawn: 100, knight: 325, bishop: 335, rook: 500, queen: 975}

var (
	material = [kinds]score{
		pawn: pair(85, 105), knight: pair(330, 300), bishop: pair(345, 320), rook: pair(470, 530), queen: pair(980, 960),
	}

	// Values of the rank of a piece, from its own side, and of its file, from the edge to the centre.
	onRank = [kinds][size]score{
		pawn:   {0, pair(-2, 0), pair(0, 2), pair(6, 6), pair(12, 14), pair(22, 28), pair(50, 50), 0},
		knight: {pair(-20, -12), pair(-8, -6), pair(0, 0), pair(8, 6), pair(12, 6), pair(12, 2), pair(0, -4), pair(-20, -12)},
		bishop: {pair(-8, -4), pair(4, -2), pair(4, 0), pair(4, 2), pair(4, 2), pair(2, 2), pair(0, 0), pair(-6, -2)},
		rook:   {pair(0, 0), pair(-4, 0), pair(-4, 0), pair(-4, 2), pair(-2, 4), pair(2, 6), pair(12, 10), pair(6, 6)},
		queen:  {pair(-2, -18), pair(2, -10), pair(2, -2), pair(0, 6), pair(0, 10), pair(0, 8), pair(0, 4), pair(0, 0)},
		king:   {pair(0, -25), pair(-15, -8), pair(-40, 6), pair(-60, 14), pair(-70, 18), pair(-70, 16), pair(-70, 8), pair(-70, -10)},
	}
	onFile = [kinds][size / 2]score{
		pawn:   {pair(-10, 2), pair(-4, 2), pair(-1, 0), pair(8, -2)},
		knight: {pair(-15, -10), pair(-4, -3), pair(4, 3), pair(8, 6)},
		bishop: {pair(-4, -3), pair(3, 0), pair(2, 1), pair(2, 2)},
		rook:   {pair(-6, 0), pair(-2, 0), pair(2, 0), pair(5, 0)},
		queen:  {pair(-2, -10), pair(0, -4), pair(0, 2), pair(2, 6)},
		king:   {pair(20, -18), pair(28, -6), pair(2, 6), pair(-8, 12)},
	}
	centrePawn = pair(10, 0) // on the middle files, beyond its third rank

	// Mobility: for each square that a piece attacks, beyond the usual number, except squares of its side and of pawns'
	// attacks.
	perTarget    = [kinds]score{knight: pair(4, 4), bishop: pair(5, 4), rook: pair(2, 4), queen: pair(1, 2)}
	usualTargets = [kinds]int{knight: 4, bishop: 6, rook: 7, queen: 13}
	bishopPair   = pair(28, 48)
	openFile     = pair(25, 8) // rook
	halfOpenFile = pair(12, 6)

	passedPawn = [size]score{ // by rank
		1: pair(0, 10), pair(5, 15), pair(10, 30), pair(25, 55), pair(50, 95), pair(90, 150),
	}
	blockedPassed = pair(-5, -20)
	kingToPassed  = pair(0, 4) // times the rank, times how much nearer the own king is to the square before the pawn
	doubledPawn   = pair(-8, -18)
	isolatedPawn  = pair(-12, -14)

	shieldPawn    = pair(12, 0) // beside or before the king
	farShieldPawn = pair(6, 0)  // one rank further
	openToKing    = pair(-14, 0)
)

// The value of an attack on a king grows with the square of its force. The force is the sum over the attacking pieces
// of the weight of the piece times the number of squares beside the king that it attacks.
var forces = [kinds]int{knight: 3, bishop: 2, rook: 3, queen: 4}

const (
	forceScale = 7
	mostForce  = 400
	turn       = 12 // for the side to move
)

// placement holds the value to White of each piece by side, kind and square. ahead holds the squares of the file before
// a pawn.
var (
	placement [2][kinds][squares]score
	ahead     [2][squares]board.Set
)

func init() {
	for square := range squares {
		rank, file := square/size, square%size
		mirrored := (size-1-rank)*size + file
		for k := pawn; k < kinds; k++ {
			value := material[k] + onRank[k][rank] + onFile[k][min(file, size-1-file)]
			if k == pawn && rank >= 3 && (file == 3 || file == 4) {
				value += centrePawn
			}
			placement[White][k][square] = value
			placement[Black][k][mirrored] = -value
		}
		for side := range ahead {
			ahead[side][square] = attack.Rays[4*side][square]
		}
	}
}

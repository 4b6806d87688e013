package chess

import (
	"math"

	board "github.com/ply-search/ply/examples/internal/chess"
)

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

// The pressure on a king is the sum over the attacking pieces of the number of squares in the king's zone that a piece
// attacks times the piece's number in pressures, and of the numbers for other circumstances below. The danger of an
// attack grows with the square of its pressure.
var pressures = [kinds]int{knight: 3, bishop: 2, rook: 3, queen: 4}

const (
	weakPressure  = 3 // a square in the zone that only the king or the queen guards
	checkPressure = 7 // a kind of piece that can give check on a safe square
	queenPressure = 12
	mostPressure  = 80
	dangerUnit    = 64
)

// Weights of the evaluation. Ranks are counted from the side of the men, from 0; files from the nearer edge.
type weights struct {
	Squares  [kinds][squares / 2]score // material included, by four times the rank plus the file
	Mobility [9 + 14 + 15 + 28]score   // by kind and the number of squares attacked, see Game.men

	Outpost, Unreached     [kinds]score // on ranks 3 to 5 where no pawn can attack it; guarded by a pawn or not
	BishopPair             score
	BishopPawn             score // for each own pawn on squares of the bishop's colour
	OpenFile, HalfOpenFile score // rook
	Seventh                score // rook before the king or pawns
	KnightPawns, RookPawns score // for each own pawn beyond five
	BehindPawn             score // knight or bishop
	Castling               score // for each right to castle
	Turn                   score // for the side to move

	Supported, Phalanx          [size]score // by rank: for each pawn that guards the pawn; a pawn beside it
	Doubled, Isolated, Backward score
	Exposed                     score // isolated or backward on a half-open file

	Passed, PassedBlocked, PassedFree, PassedStep, PassedGuarded [size]score // by rank
	PassedOwnKing, PassedOtherKing                               score       // times rank-1, times the distance to the square before it

	Shelter, Storm [size / 2][size]score // by file and rank of the nearest own and other pawn before the king; 0: none
	Blocked        [size]score           // instead of Storm: by rank of the other pawn, blocked by the own one

	PawnThreat, MinorThreat, RookThreat [kinds]score // by kind of the man attacked
	KingThreat, Hanging, PushThreat     score
	Check                               [kinds]score
	Pressure, Danger                    score
}

// mobilities holds the index of the first weight of each kind in weights.Mobility.
var mobilities = [kinds]int{knight: 0, bishop: 9, rook: 9 + 14, queen: 9 + 14 + 15}

// byHand returns weights chosen by hand.
func byHand() (w weights) {
	material := [kinds]score{
		pawn: pair(85, 105), knight: pair(330, 300), bishop: pair(345, 320), rook: pair(470, 530), queen: pair(980, 960),
	}
	onRank := [kinds][size]score{
		pawn:   {0, pair(-2, 0), pair(0, 2), pair(6, 6), pair(12, 14), pair(22, 28), pair(50, 50), 0},
		knight: {pair(-20, -12), pair(-8, -6), pair(0, 0), pair(8, 6), pair(12, 6), pair(12, 2), pair(0, -4), pair(-20, -12)},
		bishop: {pair(-8, -4), pair(4, -2), pair(4, 0), pair(4, 2), pair(4, 2), pair(2, 2), pair(0, 0), pair(-6, -2)},
		rook:   {pair(0, 0), pair(-4, 0), pair(-4, 0), pair(-4, 2), pair(-2, 4), pair(2, 6), pair(12, 10), pair(6, 6)},
		queen:  {pair(-2, -18), pair(2, -10), pair(2, -2), pair(0, 6), pair(0, 10), pair(0, 8), pair(0, 4), pair(0, 0)},
		king: {
			pair(0, -25), pair(-15, -8), pair(-40, 6), pair(-60, 14), pair(-70, 18), pair(-70, 16), pair(-70, 8), pair(-70, -10),
		},
	}
	onFile := [kinds][size / 2]score{
		pawn:   {pair(-10, 2), pair(-4, 2), pair(-1, 0), pair(8, -2)},
		knight: {pair(-15, -10), pair(-4, -3), pair(4, 3), pair(8, 6)},
		bishop: {pair(-4, -3), pair(3, 0), pair(2, 1), pair(2, 2)},
		rook:   {pair(-6, 0), pair(-2, 0), pair(2, 0), pair(5, 0)},
		queen:  {pair(-2, -10), pair(0, -4), pair(0, 2), pair(2, 6)},
		king:   {pair(20, -18), pair(28, -6), pair(2, 6), pair(-8, 12)},
	}
	usual := [kinds]int{knight: 4, bishop: 6, rook: 7, queen: 13}
	slope := [kinds][2]float64{knight: {5, 5}, bishop: {5, 5}, rook: {2, 5}, queen: {1, 3}}
	for k := pawn; k < kinds; k++ {
		for i := range w.Squares[k] {
			w.Squares[k][i] = material[k] + onRank[k][i/4] + onFile[k][i%4]
			if k == pawn && i/4 >= 3 && i%4 == 3 {
				w.Squares[k][i] += pair(10, 0)
			}
		}
	}
	for i := range w.Mobility {
		k := knight
		for k < queen && i >= mobilities[k+1] {
			k++
		}
		from := math.Sqrt(float64(usual[k]))
		rise := 2 * from * (math.Sqrt(float64(i-mobilities[k])) - from)
		w.Mobility[i] = pair(int(slope[k][0]*rise), int(slope[k][1]*rise))
	}
	w.Outpost = [kinds]score{knight: pair(24, 14), bishop: pair(12, 6)}
	w.Unreached = [kinds]score{knight: pair(8, 4), bishop: pair(4, 2)}
	w.BishopPair = pair(28, 48)
	w.BishopPawn = pair(-2, -4)
	w.OpenFile, w.HalfOpenFile = pair(25, 8), pair(12, 6)
	w.Seventh = pair(8, 18)
	w.KnightPawns, w.RookPawns = pair(3, 3), pair(-4, -3)
	w.BehindPawn = pair(5, 1)
	w.Castling = pair(5, 0)
	w.Turn = pair(12, 12)
	w.Supported = [size]score{2: pair(6, 4), pair(6, 4), pair(10, 8), pair(18, 16), pair(30, 30)}
	w.Phalanx = [size]score{1: pair(2, 0), pair(5, 2), pair(8, 5), pair(14, 12), pair(25, 25), pair(40, 45)}
	w.Doubled, w.Isolated, w.Backward, w.Exposed = pair(-6, -18), pair(-6, -10), pair(-5, -8), pair(-8, -8)
	w.Passed = [size]score{1: pair(0, 8), pair(2, 12), pair(6, 24), pair(18, 46), pair(40, 80), pair(80, 125)}
	w.PassedBlocked = [size]score{1: pair(0, -2), pair(0, -4), pair(-2, -10), pair(-4, -18), pair(-8, -30), pair(-14, -45)}
	w.PassedFree = [size]score{1: pair(0, 2), pair(2, 6), pair(4, 14), pair(8, 26), pair(16, 45), pair(30, 70)}
	w.PassedStep = [size]score{1: 0, pair(1, 2), pair(2, 5), pair(5, 10), pair(8, 18), pair(12, 26)}
	w.PassedGuarded = [size]score{1: 0, pair(1, 2), pair(2, 5), pair(6, 10), pair(12, 18), pair(18, 24)}
	w.PassedOwnKing, w.PassedOtherKing = pair(0, -4), pair(0, 5)
	for file := range w.Shelter {
		w.Shelter[file] = [size]score{
			pair(-18, 0), pair(14, 0), pair(6, 0), pair(-4, 0), pair(-8, 0), pair(-10, 0), pair(-12, 0),
		}
		w.Storm[file] = [size]score{pair(-4, 0), pair(0, 0), pair(-24, 0), pair(-16, 0), pair(-5, 0), pair(0, 0), pair(2, 0)}
	}
	w.Blocked = [size]score{2: pair(-8, 0), pair(-4, 0), pair(-2, 0)}
	w.PawnThreat = [kinds]score{knight: pair(45, 30), bishop: pair(45, 35), rook: pair(60, 30), queen: pair(60, 35)}
	w.MinorThreat = [kinds]score{
		pawn: pair(2, 14), knight: pair(18, 20), bishop: pair(20, 22), rook: pair(40, 35), queen: pair(36, 45),
	}
	w.RookThreat = [kinds]score{
		pawn: pair(0, 14), knight: pair(16, 24), bishop: pair(16, 24), rook: pair(4, 8), queen: pair(36, 25),
	}
	w.KingThreat, w.Hanging, w.PushThreat = pair(8, 26), pair(22, 14), pair(12, 8)
	w.Check = [kinds]score{knight: pair(14, 0), bishop: pair(8, 0), rook: pair(16, 0), queen: pair(12, 0)}
	w.Pressure, w.Danger = pair(0, 0), pair(7, 0)
	return w
}

// learned holds the weights of the evaluation, placement the value to White of each piece by side, kind and square, and
// ahead the squares of the file before a pawn.
var (
	learned   = byHand()
	placement [2][kinds][squares]score
	ahead     [2][squares]board.Set
)

func init() {
	for square := range squares {
		for k := pawn; k < kinds; k++ {
			for side := range uint8(2) {
				placement[side][k][square] = score(1-2*int(side)) * learned.Squares[k][squareOf(side, square)]
			}
		}
		for side := range ahead {
			ahead[side][square] = attack.Rays[4*side][square]
		}
	}
}

// squareOf returns the index of a square in weights.Squares.
func squareOf(side uint8, square int) int {
	file := square % size
	return size/2*rankOf(side, square) + min(file, size-1-file)
}

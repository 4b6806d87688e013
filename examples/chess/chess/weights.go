package chess

import (
	_ "embed"
	"encoding/json"
	"fmt"

	board "github.com/ply-search/ply/examples/internal/chess"
)

// A score is a pair of values in hundredths of a pawn: one for the middlegame, in the lower 16 bits, and one for the
// endgame, above. Pairs are added, subtracted and multiplied as numbers.
type score int32

func pair(middle, end int) score { return score(end<<16 + middle) }

func (s score) middle() int { return int(int16(s)) }
func (s score) end() int    { return int((s + 1<<15) >> 16) }

// MarshalJSON returns both values in brackets.
func (s score) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d]", s.middle(), s.end()), nil
}

func (s *score) UnmarshalJSON(text []byte) error {
	var values [2]int
	err := json.Unmarshal(text, &values)
	*s = pair(values[0], values[1])
	return err
}

// phases holds what each piece contributes to the phase of the game, which is fullPhase at the start.
var phases = [kinds]int8{knight: 1, bishop: 1, rook: 2, queen: 4}

const fullPhase = 24

// worth holds the values of pieces in exchanges.
var worth = [kinds]int32{pawn: 100, knight: 325, bishop: 335, rook: 500, queen: 975}

// The pressure on a king is the sum over the attacking pieces of the number of squares in the king's zone that a piece
// attacks times the piece's number in pressures, and of the numbers for other circumstances below. Its value is a weight,
// weights.Danger.
var pressures = [kinds]int{knight: 3, bishop: 2, rook: 3, queen: 4}

const (
	weakPressure  = 3 // a square in the zone that only the king or the queen guards
	checkPressure = 7 // a kind of piece that can give check on a safe square
	queenPressure = 12
	pressureStep  = 4
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
	Danger                              [21]score // by pressure/pressureStep
}

// mobilities holds the index of the first weight of each kind in weights.Mobility.
var mobilities = [kinds]int{knight: 0, bishop: 9, rook: 9 + 14, queen: 9 + 14 + 15}

// weightsFile holds weights found by the command in README.md.
//
//go:embed weights.json
var weightsFile []byte

func mustRead(file []byte) (w weights) {
	if err := json.Unmarshal(file, &w); err != nil {
		panic(err)
	}
	return w
}

// learned holds the weights of the evaluation, placement the value to White of each piece by side, kind and square, and
// ahead the squares of the file before a pawn.
var (
	learned   = mustRead(weightsFile)
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

package losalamos

import (
	"github.com/ply-search/ply/examples/chess/chess"
	board "github.com/ply-search/ply/examples/internal/chess"
)

// worth holds the values of pieces, in hundredths of a pawn.
var worth = [board.Kinds]int{board.Pawn: 100, board.Knight: 280, board.Rook: 450, board.Queen: 900}

// Bonuses for the place of a piece, in hundredths of a pawn.
const (
	perRank   = 12 // pawn: for each rank advanced
	perCentre = 10 // knight: for each step nearer to the centre; a queen gets half
	perTarget = 4  // knight, rook and queen: for each square where it can go
	perShield = 15 // king: for each own pawn beside it, if the other side has a queen
	perStep   = 12 // king, if the other side has no queen: for each step nearer to the centre
	perChase  = 10 // king: for each step nearer to the other king, if that king is alone
	turn      = 10 // for the side to move
)

const size = 6 // files and ranks

var (
	placement      [2][board.Kinds][board.Squares]int // the value of each piece except kings, by side, kind and square
	centreDistance [board.Squares]int                 // in moves of a king, to the nearest of the four squares in the centre
)

func init() {
	for n := range size * size {
		file, rank := n%size, n/size
		square, mirrored := rank*board.Size+file, (size-1-rank)*board.Size+file
		centreDistance[square] = max(abs(2*file-(size-1)), abs(2*rank-(size-1))) / 2
		centre := size/2 - centreDistance[square]
		white := [board.Kinds]int{
			board.Pawn:   worth[board.Pawn] + perRank*(rank-1),
			board.Knight: worth[board.Knight] + perCentre*centre,
			board.Rook:   worth[board.Rook],
			board.Queen:  worth[board.Queen] + perCentre/2*centre,
		}
		for k, value := range white {
			placement[chess.White][k][square] = value
			placement[chess.Black][k][mirrored] = value
		}
	}
}

func abs(n int) int { return max(n, -n) }

// Evaluate returns the outcome of a finished position, and otherwise the sum of material, places, mobility and king safety.
func (g Game) Evaluate() int {
	if value, over := g.Result(); over {
		return value
	}
	us := g.ToMove()
	return g.terms(us) - g.terms(1-us) + turn
}

// terms returns the value of a side's pieces, and of the squares where they can go, legally or not.
func (g Game) terms(side int) int {
	value, own := g.aroundKing(side), g.Men(side)
	places := &placement[side]
	for pawns := own & g.Kind(board.Pawn); pawns != 0; pawns &= pawns - 1 {
		value += places[board.Pawn][pawns.First()]
	}
	for _, k := range [...]board.Kind{board.Knight, board.Rook, board.Queen} {
		for men := own & g.Kind(k); men != 0; men &= men - 1 {
			square := men.First()
			value += places[k][square] + perTarget*(g.Reach(square)&^own).Count()
		}
	}
	return value
}

func (g Game) aroundKing(side int) int {
	kings, others := g.Kind(board.King), g.Men(1-side)
	square := (kings & g.Men(side)).First()
	value := 0
	if others&g.Kind(board.Queen) != 0 {
		value += perShield * (g.Reach(square) & g.Men(side) & g.Kind(board.Pawn)).Count()
	} else {
		value += perStep * (size/2 - centreDistance[square])
	}
	if others&^kings == 0 {
		other := others.First()
		value += perChase * (size - max(abs(square%board.Size-other%board.Size), abs(square/board.Size-other/board.Size)))
	}
	return value
}

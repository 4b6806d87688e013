package losalamos

// worth holds the values of pieces, in hundredths of a pawn.
var worth = [kinds]int32{pawn: 100, knight: 280, rook: 450, queen: 900}

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

// placement holds the value to White of each piece except kings, by side, kind and square.
var placement [2][kinds][squares]int32

func init() {
	for square := range squares {
		rank, centre := int32(square/size), int32(size/2-centreDistance[square])
		white := [kinds]int32{
			pawn:   worth[pawn] + perRank*(rank-1),
			knight: worth[knight] + perCentre*centre,
			rook:   worth[rook],
			queen:  worth[queen] + perCentre/2*centre,
		}
		mirrored := (size-1-square/size)*size + square%size
		for k, value := range white {
			placement[White][k][square] = value
			placement[Black][k][mirrored] = -value
		}
	}
}

// Evaluate returns the outcome of a finished position, and otherwise the sum of material, places, mobility and king safety.
func (g *Game) Evaluate() int {
	switch {
	case !g.canMove():
		return g.Outcome()
	case g.dead():
		return 0
	}
	value := int(g.now.placement) + g.mobility(White) - g.mobility(Black) + g.aroundKing(White) - g.aroundKing(Black)
	if g.toMove == Black {
		value = -value
	}
	return value + turn
}

// mobility returns the bonus for the squares where a side's pieces can go, legally or not.
func (g *Game) mobility(side uint8) int {
	own, occupied, n := g.sides[side], g.occupied(), 0
	for p := g.pieces[knight] & own; p != 0; p &= p - 1 {
		n += (attack.Knight[p.First()] &^ own).Count()
	}
	for p := g.pieces[rook] & own; p != 0; p &= p - 1 {
		n += (attack.Rook(p.First(), occupied) &^ own).Count()
	}
	for p := g.pieces[queen] & own; p != 0; p &= p - 1 {
		n += (attack.Queen(p.First(), occupied) &^ own).Count()
	}
	return perTarget * n
}

func (g *Game) aroundKing(side uint8) int {
	square, other := g.kingOf(side), g.sides[side^1]
	value := 0
	if other&g.pieces[queen] != 0 {
		value += perShield * (attack.King[square] & g.sides[side] & g.pieces[pawn]).Count()
	} else {
		value += perStep * (size/2 - centreDistance[square])
	}
	if g.bare(side ^ 1) {
		value += perChase * (size - kingDistance[square][g.kingOf(side^1)])
	}
	return value
}

func (g *Game) bare(side uint8) bool { return g.sides[side]&^g.pieces[king] == 0 }

// dead reports whether neither side can ever checkmate: there are only the kings and at most one knight.
func (g *Game) dead() bool {
	rest := g.occupied() &^ g.pieces[king]
	return rest&^g.pieces[knight] == 0 && rest.Count() <= 1
}

package losalamos

// What pieces are worth, in hundredths of a pawn.
var worth = [kinds]int32{pawn: 100, knight: 280, rook: 450, queen: 900}

// What a piece gains by its place, in hundredths of a pawn.
const (
	perRank   = 12 // a pawn, for each rank that it has gone
	perCentre = 10 // a knight, for each step nearer to the centre; a queen half of that
	perTarget = 4  // a knight, rook or queen, for each square where it could go
	perShield = 15 // a king, for each of its own pawns beside it, as long as the other side has a queen
	perStep   = 12 // a king otherwise, for each step nearer to the centre
	perChase  = 10 // a king, for each step nearer to the other if that is all the other side has
	turn      = 10 // the side to move
)

// placement holds what a piece other than a king adds to the value of a position to White, by side, kind and
// square.
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

// Evaluate returns the outcome of a finished position. Otherwise it adds up material, places of pieces, mobility and
// what the kings have about them.
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

// mobility returns what the side gains by the squares where its pieces could go, legally or not.
func (g *Game) mobility(side uint8) int {
	own, occupied, n := g.sides[side], g.occupied(), 0
	for p := g.pieces[knight] & own; p != 0; p &= p - 1 {
		n += (knightTargets[p.first()] &^ own).count()
	}
	for p := g.pieces[rook] & own; p != 0; p &= p - 1 {
		n += (rookTargets(p.first(), occupied) &^ own).count()
	}
	for p := g.pieces[queen] & own; p != 0; p &= p - 1 {
		n += (queenTargets(p.first(), occupied) &^ own).count()
	}
	return perTarget * n
}

// aroundKing returns what the side gains by the place of its king.
func (g *Game) aroundKing(side uint8) int {
	square, other := g.kingOf(side), g.sides[side^1]
	value := 0
	if other&g.pieces[queen] != 0 {
		value += perShield * (kingTargets[square] & g.sides[side] & g.pieces[pawn]).count()
	} else {
		value += perStep * (size/2 - centreDistance[square])
	}
	if g.bare(side ^ 1) {
		value += perChase * (size - kingDistance[square][g.kingOf(side^1)])
	}
	return value
}

// bare reports whether a side has only its king.
func (g *Game) bare(side uint8) bool { return g.sides[side]&^g.pieces[king] == 0 }

// dead reports whether neither side can ever checkmate the other: there are only the kings and at most one knight.
func (g *Game) dead() bool {
	rest := g.occupied() &^ g.pieces[king]
	return rest&^g.pieces[knight] == 0 && rest.count() <= 1
}

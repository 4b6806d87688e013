package chess

import (
	"cmp"

	board "github.com/ply-search/ply/examples/internal/chess"
)

// Evaluate returns the outcome of a finished position. For other positions, it returns a sum of terms for material,
// squares, mobility, pawns, threats and the safety of the kings. Each term is a weight times a number, such as a number
// of men, for White less that for Black. A weight has a value for the middlegame and one for the endgame; the pieces on
// the board determine the shares of both.
func (g *Game) Evaluate() int {
	switch {
	case !g.canMove():
		return g.Outcome()
	case g.dead():
		return 0
	}
	sum := g.now.placement + g.terms(&learned)
	middle, end := g.shares(sum)
	value := (sum.middle()*middle + sum.end()*end) / (fullPhase * fullScale)
	if g.toMove == Black {
		return -value
	}
	return value
}

// fullScale is the greatest factor of the values of the endgame.
const fullScale = 64

// shares returns the factors of the values for the middlegame and for the endgame. Both are less in positions that are
// hard to win for the side to which the sum of the terms gives the advantage.
func (g *Game) shares(sum score) (middle, end int) {
	stronger := uint8(White)
	if cmp.Or(sum.end(), sum.middle()) < 0 {
		stronger = Black
	}
	middle, end = fullScale, fullScale
	pawns := (g.pieces[pawn] & g.sides[stronger]).Count()
	switch rest := g.occupied() &^ g.pieces[pawn] &^ g.pieces[king]; {
	case pawns == 0 && g.army(stronger)-g.army(stronger^1) <= worth[bishop]:
		middle, end = fullScale/4, fullScale/4 // an extra minor piece alone rarely wins
	case g.oppositeBishops() && rest == g.pieces[bishop]:
		end = fullScale / 2
	case g.oppositeBishops():
		end = fullScale * 3 / 4
	default:
		end = min(40+6*pawns, fullScale)
	}
	phase := min(int(g.now.phase), fullPhase)
	return middle * phase, end * (fullPhase - phase)
}

// oppositeBishops reports whether each side has one bishop, and the bishops are on squares of different colours.
func (g *Game) oppositeBishops() bool {
	bishops := g.pieces[bishop]
	return bishops.Count() == 2 && (bishops&g.sides[White]).Count() == 1 && (bishops&lightSquares).Count() == 1
}

// army returns the sum of the values of a side's pieces without its pawns.
func (g *Game) army(side uint8) (sum int32) {
	for k := knight; k < king; k++ {
		sum += worth[k] * int32((g.pieces[k] & g.sides[side]).Count())
	}
	return sum
}

// A force holds the attacks of the men of one side.
type force struct {
	pawns     board.Set
	by        [kinds]board.Set // the squares attacked by the men of each kind
	all       board.Set        // the squares attacked
	twice     board.Set        // the squares attacked by two men or more
	zone      board.Set        // the squares near the king
	attackers int              // the pieces that attack the other king's zone
	pressure  int              // of these attacks
}

func (f *force) add(k kind, to board.Set) {
	f.twice |= f.all & to
	f.all |= to
	f.by[k] |= to
}

// terms returns the sum of the terms that are not part of the placement, for White.
func (g *Game) terms(w *weights) score {
	var forces [2]force
	for side := range uint8(2) {
		f := &forces[side]
		f.pawns = g.pieces[pawn] & g.sides[side]
		near := attack.King[g.kingOf(side)]
		f.zone = near | forward(side, near)
		ahead := forward(side, f.pawns)
		f.add(king, near)
		f.add(pawn, ahead&^fileH<<1)
		f.add(pawn, ahead&^fileA>>1)
	}
	sum := g.men(w, White, &forces[White], &forces[Black]) - g.men(w, Black, &forces[Black], &forces[White])
	sum += g.side(w, White, &forces[White], &forces[Black]) - g.side(w, Black, &forces[Black], &forces[White])
	if g.toMove == White {
		return sum + w.Turn
	}
	return sum - w.Turn
}

// men returns the terms for single pieces of a side, and adds their attacks to its force.
func (g *Game) men(w *weights, side uint8, f, other *force) (sum score) {
	own := g.sides[side]
	safe := ^own &^ other.by[pawn]
	for men := own &^ g.pieces[pawn] &^ g.pieces[king]; men != 0; men &= men - 1 {
		square := men.First()
		k := g.on[square]
		occupied := g.occupied()
		switch k { // pieces that move alike support one another along a line
		case bishop:
			occupied &^= g.pieces[queen] & own
		case rook:
			occupied &^= g.straight() & own
		}
		to := reach(k, square, occupied)
		f.add(k, to)
		sum += w.Mobility[mobilities[k]+(to&safe).Count()]
		if near := (to & other.zone).Count(); near > 0 {
			f.attackers++
			f.pressure += pressures[k] * near
		}
		switch k {
		case knight, bishop:
			if rank := rankOf(side, square); rank >= 3 && rank <= 5 && beside(ahead[side][square])&other.pawns == 0 {
				if f.by[pawn].Has(square) {
					sum += w.Outpost[k]
				} else {
					sum += w.Unreached[k]
				}
			}
			if k == bishop {
				like := lightSquares
				if !like.Has(square) {
					like = ^like
				}
				sum += w.BishopPawn * score((f.pawns & like).Count())
			}
		case rook:
			switch file := fileA << (square % size); {
			case file&g.pieces[pawn] == 0:
				sum += w.OpenFile
			case file&f.pawns == 0:
				sum += w.HalfOpenFile
			}
			if rankOf(side, square) == size-2 && g.servesRook(side, square, other.pawns) {
				sum += w.Seventh
			}
		}
	}
	return sum
}

// servesRook reports whether a rook on its seventh rank attacks pawns there, or keeps the king on the last rank.
func (g *Game) servesRook(side uint8, square int, pawns board.Set) bool {
	return rankOf(side, g.kingOf(side^1)) == size-1 || firstRank<<(square&^(size-1))&pawns != 0
}

// side returns the terms for a side that need the attacks of both sides.
func (g *Game) side(w *weights, side uint8, f, other *force) score {
	own := g.sides[side]
	sum := g.pawns(w, side, f, other) + g.shelter(w, side, f.pawns, other.pawns)
	sum += g.threats(w, side, f, other) + g.danger(w, side, f, other)
	if bishops := g.pieces[bishop] & own; bishops&lightSquares != 0 && bishops&^lightSquares != 0 {
		sum += w.BishopPair
	}
	pawns := score(f.pawns.Count() - 5)
	sum += w.KnightPawns * pawns * score((g.pieces[knight] & own).Count())
	sum += w.RookPawns * pawns * score((g.pieces[rook] & own).Count())
	minors := (g.pieces[knight] | g.pieces[bishop]) & own
	sum += w.BehindPawn * score((forward(side, minors) & g.pieces[pawn]).Count())
	sum += w.Castling * score(board.Set(g.now.castling>>(2*side)&3).Count())
	return sum
}

// beside returns the squares to the left and to the right of squares.
func beside(s board.Set) board.Set { return s&^fileH<<1 | s&^fileA>>1 }

func (g *Game) pawns(w *weights, side uint8, f, other *force) (sum score) {
	ours, theirs := f.pawns, other.pawns
	for left := ours; left != 0; left &= left - 1 {
		square := left.First()
		here, rank, front := board.At(square), rankOf(side, square), ahead[side][square]
		next := forward(side, here)
		sum += w.Supported[rank] * score((beside(forward(side^1, here)) & ours).Count())
		if beside(here)&ours != 0 {
			sum += w.Phalanx[rank]
		}
		open := front&theirs == 0
		switch {
		case front&ours != 0:
			sum += w.Doubled
		case open && beside(front)&theirs == 0:
			sum += g.passed(w, side, next, rank, front, f, other)
		}
		switch {
		case beside(fileA<<(square%size))&ours == 0:
			sum += w.Isolated
			if open {
				sum += w.Exposed
			}
		case beside(ahead[side^1][next.First()])&ours == 0 && (other.by[pawn]|theirs)&next != 0:
			sum += w.Backward
			if open {
				sum += w.Exposed
			}
		}
	}
	return sum
}

// passed returns the terms for a passed pawn, given the square before it, its rank and all squares to its promotion.
func (g *Game) passed(w *weights, side uint8, next board.Set, rank int, front board.Set, f, other *force) score {
	square := next.First()
	sum := w.Passed[rank]
	far := score(rank - 1)
	sum += w.PassedOtherKing * far * score(min(kingDistance[g.kingOf(side^1)][square], 5))
	sum += w.PassedOwnKing * far * score(min(kingDistance[g.kingOf(side)][square], 5))
	switch {
	case g.occupied()&next != 0:
		sum += w.PassedBlocked[rank]
	case front&(other.all|g.sides[side^1]) == 0:
		sum += w.PassedFree[rank]
	case other.all&next == 0:
		sum += w.PassedStep[rank]
	}
	if f.all&next != 0 {
		sum += w.PassedGuarded[rank]
	}
	return sum
}

// shelter returns the terms for the pawns of both sides on the files near a king.
func (g *Game) shelter(w *weights, side uint8, ours, theirs board.Set) (sum score) {
	square := g.kingOf(side)
	behind := ahead[side^1][square]
	behind |= beside(behind)
	middle := min(max(square%size, 1), size-2)
	for file := middle - 1; file <= middle+1; file++ {
		pawns, storm := (fileA<<file)&ours&^behind, (fileA<<file)&theirs&^behind
		edge := min(file, size-1-file)
		rank, others := nearest(side, pawns), nearest(side, storm)
		sum += w.Shelter[edge][rank]
		if rank > 0 && others == rank+1 {
			sum += w.Blocked[others]
		} else {
			sum += w.Storm[edge][others]
		}
	}
	return sum
}

// nearest returns the rank of the pawn nearest to a side among pawns of one file, or 0.
func nearest(side uint8, pawns board.Set) int {
	switch {
	case pawns == 0:
		return 0
	case side == White:
		return rankOf(side, pawns.First())
	default:
		return rankOf(side, pawns.Last())
	}
}

// threats returns the terms for attacks on the men of the other side.
func (g *Game) threats(w *weights, side uint8, f, other *force) (sum score) {
	theirs := g.sides[side^1]
	guarded := other.by[pawn] | other.twice&^f.twice
	minors := f.by[knight] | f.by[bishop]
	for k := pawn; k < king; k++ {
		men := g.pieces[k] & theirs
		sum += w.PawnThreat[k] * score((men & f.by[pawn]).Count())
		weak := men
		if k < rook {
			weak &^= guarded
		}
		sum += w.MinorThreat[k] * score((weak & minors).Count())
		sum += w.RookThreat[k] * score((men & f.by[rook] &^ (guarded &^ g.pieces[queen])).Count())
	}
	weak := theirs & f.all &^ guarded
	sum += w.KingThreat * score((weak & f.by[king]).Count())
	sum += w.Hanging * score((weak &^ other.all).Count())
	free := ^g.occupied()
	steps := forward(side, f.pawns) & free
	third := board.Set(firstRank << (2 * size))
	if side == Black {
		third = firstRank << (5 * size)
	}
	steps |= forward(side, steps&third) & free
	steps &^= other.by[pawn] | other.all&^f.all
	sum += w.PushThreat * score((beside(forward(side, steps)) & theirs &^ g.pieces[pawn]).Count())
	return sum
}

// danger returns the terms for attacks on the king of the other side.
func (g *Game) danger(w *weights, side uint8, f, other *force) (sum score) {
	square, occupied := g.kingOf(side^1), g.occupied()
	weak := f.all &^ other.twice & (other.by[king] | other.by[queen] | ^other.all)
	safe := ^g.sides[side] & (^other.all | weak&f.twice)
	straight, diagonal := rookReach(square, occupied)&safe, bishopReach(square, occupied)&safe
	pressure := f.pressure + weakPressure*(weak&other.zone).Count()
	for _, c := range [...]struct {
		k  kind
		to board.Set
	}{
		{knight, attack.Knight[square] & safe},
		{bishop, diagonal},
		{rook, straight},
		{queen, straight | diagonal},
	} {
		if c.to&f.by[c.k] != 0 {
			sum += w.Check[c.k]
			pressure += checkPressure
		}
	}
	if g.pieces[queen]&g.sides[side] == 0 {
		pressure -= queenPressure
	}
	if f.attackers > 1 && pressure > 0 {
		sum += w.Danger[min(pressure/pressureStep, len(w.Danger)-1)]
	}
	return sum
}

// rankOf returns the rank of a square as a side counts them, from 0.
func rankOf(side uint8, square int) int {
	if side == White {
		return square / size
	}
	return size - 1 - square/size
}

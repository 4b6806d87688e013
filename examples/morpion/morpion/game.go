package morpion

import (
	"fmt"
	"math/bits"
	"slices"
)

// A Game is a position of Morpion and a [ply.Game] with most capabilities of games for one player. It takes 7 kB, and playing
// allocates nothing.
type Game struct {
	// The points and the marks on each straight, a bit for each position. Marks are what two lines must not share: points if lines
	// are disjoint, segments if they may touch. A segment has the position of its first point.
	points [straights]uint64
	marks  [straights]uint64

	rule   rule
	played int            // moves since the start
	keys   *[lines]uint64 // Zobrist keys, nil until the first call of Hash
	hash   uint64         // kept up to date from then on
}

// New returns the start of a game. It panics if v is not one of the four variants.
func New(v Variant) *Game {
	if v >= variants {
		panic(fmt.Sprintf("morpion: no such variant: %v", v))
	}
	g := &Game{rule: makeRule(v)}
	for _, p := range cross(v) {
		for d := range directions {
			s, position := straightOf(d, p)
			g.points[s] |= 1 << position
		}
	}
	return g
}

// cross returns the points of the start: the outline of a cross whose twelve sides have one point less than a line.
func cross(v Variant) []point {
	var cross []point
	side := v.points() - 2 // in segments
	x, y := reference, reference-side
	for _, turn := range "RDRDLDLULURU" { // right, down, left, up; from the upper arm clockwise
		for range side {
			switch turn {
			case 'R':
				x++
			case 'D':
				y++
			case 'L':
				x--
			case 'U':
				y--
			}
			cross = append(cross, pointAt(x, y))
		}
	}
	return cross
}

// Moves appends the legal moves in ascending order. It scans the whole grid, in about a microsecond.
func (g *Game) Moves(dst []Move) []Move {
	first := len(dst)
	for i, there := range g.points {
		if there == 0 {
			continue
		}
		// Bit p of these words stands for the line that begins at position p.
		var some, several, taken uint64 // points are missing, several points are missing, or a mark is there
		for place := range g.rule.variant.points() {
			missing := ^bits.RotateLeft64(there, -place)
			several |= some & missing
			some |= missing
		}
		for place := range g.rule.variant.marks() {
			taken |= bits.RotateLeft64(g.marks[i], -place)
		}
		for legal := some &^ several &^ taken; legal != 0; legal &= legal - 1 {
			s, start := straight(i), bits.TrailingZeros64(legal)
			missing := bits.TrailingZeros64(^bits.RotateLeft64(there, -start))
			dst = append(dst, moveOn(s, start, s.at(start+missing)))
		}
	}
	slices.Sort(dst[first:])
	return dst
}

func (g *Game) Play(m Move) {
	g.Undo(m) // which flips the same bits
	g.played += 2
}

func (g *Game) Undo(m Move) {
	g.played--
	if g.keys != nil {
		g.hash ^= g.keys[m.line()]
	}
	g.flip(m, uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask)
}

// flip adds or removes the marks of m and its point, x and y. It returns the four straights through the point.
func (g *Game) flip(m Move, x, y uint) (row, column, fall, rise uint) {
	row, column = 0*gridSize+y, 1*gridSize+x
	fall, rise = 2*gridSize+(x-y)&gridMask, 3*gridSize+(x+y)&gridMask
	g.marks[m.straight()] ^= bits.RotateLeft64(g.rule.pattern, int(m>>startShift))
	g.points[row] ^= 1 << x
	g.points[column] ^= 1 << y
	g.points[fall] ^= 1 << x
	g.points[rise] ^= 1 << x
	return // naming the results again would make the function too large to be inlined
}

// Advance plays prev[i] and appends the legal moves, first the moves of prev[:t] that commute with it.
//
// A legal move stays legal unless it clashes with the move played. Moves that become legal have lines through the new point.
func (g *Game) Advance(prev []Move, i, t int, dst []Move) ([]Move, int) {
	m := prev[i]
	g.played++
	if g.keys != nil {
		g.hash ^= g.keys[m.line()]
	}
	clash := g.clash(m)
	// Clashes are hard to predict for the processor. Each move is written, and overwritten by the next if it clashes.
	before := len(dst)
	n := before
	dst = slices.Grow(dst, len(prev))[:before+len(prev)]
	for _, p := range prev[:t] {
		dst[n] = p
		if !clash.with(p) {
			n++
		}
	}
	others := n
	for _, p := range prev[t:] {
		dst[n] = p
		if !clash.with(p) {
			n++
		}
	}
	dst = dst[:n]

	x, y := uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask
	row, column, fall, rise := g.flip(m, x, y)

	// Rotations that bring the windows around the new point to the low bits.
	turnX, turnY := windowMiddle-int(x), windowMiddle-int(y)
	found := g.ready(row, turnX) | g.ready(column, turnY)<<8 | g.ready(fall, turnX)<<16 | g.ready(rise, turnX)<<24
	if found != 0 {
		dst = g.insert(dst, others, m.point(), found)
	}
	return dst, others - before
}

// ready returns in bit j whether line j of a window can be drawn, see [rule]. The window is the low bits of the straight s, rotated
// to the left by turn.
func (g *Game) ready(s uint, turn int) uint32 {
	const mask = 1<<windowBits - 1
	points := bits.RotateLeft64(g.points[s&(straights-1)], turn) & mask
	marks := bits.RotateLeft64(g.marks[s&(straights-1)], turn) & mask
	return uint32(g.rule.ready[points] & g.rule.free[marks])
}

// insert adds the moves through a new point to moves[first:], which is in ascending order. found has 8 bits for each direction, see
// ready.
func (g *Game) insert(moves []Move, first int, p point, found uint32) []Move {
	x, y := uint32(p&gridMask), uint32(p>>6)
	// The straights through the point and its positions on them, 8 bits for each direction.
	straights := (y | x<<8 | (x-y)&gridMask<<16 | (x+y)&gridMask<<24) + 0xc0_80_40_00
	positions := x*0x01_01_00_01 | y<<8
	for ; found != 0; found &= found - 1 {
		bit := bits.TrailingZeros32(found)
		s := straight(straights >> (bit & 24))
		offset := bit&7 - windowMiddle // from the new point
		start := int(positions>>(bit&24))&gridMask + offset
		offset += bits.TrailingZeros64(^bits.RotateLeft64(g.points[s], -start))
		step := &steps[s.direction()]
		v := moveOn(s, start, pointAt(int(x)+offset*step.X, int(y)+offset*step.Y))
		// The place of v is hard to predict for the processor, so the whole list is passed, without branches.
		for at, m := range moves[first:] {
			moves[first+at], v = min(m, v), max(m, v)
		}
		moves = append(moves, v)
	}
	return moves
}

func (g *Game) clash(m Move) clash {
	return clash{
		same: uint32(m) & (1<<startShift - 1),
		from: uint32(m)>>startShift<<startShift - g.rule.overlap<<startShift,
		span: 2 * g.rule.overlap,
	}
}

// Commute reports whether two legal moves can be played in either order: their new points differ and their lines do not overlap.
func (g *Game) Commute(a, b Move) bool { return !g.clash(a).with(b) }

func (g *Game) Acyclic() bool { return true }

func (g *Game) Score() float64 { return float64(g.played) }

func (g *Game) Clone() *Game { return new(*g) }

// CopyFrom makes the game a copy of another.
func (g *Game) CopyFrom(other *Game) {
	copy(g.points[:], other.points[:])
	copy(g.marks[:], other.marks[:])
	g.played = other.played
	g.keys, g.hash = other.keys, other.hash
	if g.rule.variant != other.rule.variant { // the tables of rules are long
		g.rule = other.rule
	}
}

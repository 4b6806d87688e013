package morpion

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// PlayRandom plays random moves, see fast.PuzzlePlayouter.
//
// It keeps the moves in random order, each order being as likely as any other, and takes the next one from the end. A move
// that is no longer legal stays in the list until its turn comes, which costs less than to look for such moves all the time.
// All is in one function without calls, for the sake of the registers.
func (g *Game) PlayRandom(random *rand.PCG, most int, legal, line []Move) (rest, played []Move) {
	most = min(most, points) // more are never played
	first, length := len(line), len(line)
	line = slices.Grow(line, most)[:first+most]
	// A move brings at most five others in each direction, and no line comes twice.
	n := len(legal)
	moves := slices.Grow(legal, min(most*int(directions)*longest, lines))
	moves = moves[:cap(moves)]
	shuffle(random, moves[:n])
	for n > 0 && length < len(line) {
		n--
		m := moves[n]
		if g.barred(m) {
			continue
		}
		line[length] = m
		length++

		// This is what Advance does, but the new moves go to random places of the list, in exchange for those there.
		x, y := uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask
		row, column := 0*gridSize+y, 1*gridSize+x
		fall, rise := 2*gridSize+(x-y)&gridMask, 3*gridSize+(x+y)&gridMask
		g.marks[m.straight()] ^= bits.RotateLeft64(g.rule.pattern, int(m>>startShift))
		g.points[row] ^= 1 << x
		g.points[column] ^= 1 << y
		g.points[fall] ^= 1 << x
		g.points[rise] ^= 1 << x

		turnX, turnY := windowMiddle-int(x), windowMiddle-int(y)
		found := g.ready(row, turnX) | g.ready(column, turnY)<<8 | g.ready(fall, turnX)<<16 | g.ready(rise, turnX)<<24
		straights := uint32(row | column<<8 | fall<<16 | rise<<24)
		positions := uint32(x*0x01_01_00_01 | y<<8)
		low := random.Uint64() // for all places, see shuffle
		for ; found != 0; found &= found - 1 {
			bit := bits.TrailingZeros32(found)
			s := straight(straights >> (bit & 24))
			offset := bit&7 - windowMiddle // from the new point
			start := int(positions>>(bit&24))&gridMask + offset
			offset += bits.TrailingZeros64(^bits.RotateLeft64(g.points[s], -start))
			step := &steps[s.direction()]
			var place uint64
			place, low = bits.Mul64(low, uint64(n+1))
			moves[n] = moves[place]
			moves[place] = moveOn(s, start, pointAt(int(x)+offset*step.X, int(y)+offset*step.Y))
			n++
		}
	}
	line = line[:length]
	g.played += length - first
	if g.keys != nil {
		for _, m := range line[first:] {
			g.hash ^= g.keys[m.line()]
		}
	}
	return slices.DeleteFunc(moves[:n], g.barred), line
}

// shuffle puts moves in random order.
//
// A number of 64 bits is enough for several places: each is a digit of it, as a fraction, in a system with another base for
// each digit, and what is left below a digit is the fraction for the next (Brackett-Rozinsky and Lemire 2024). Of the at most
// 20 new moves after one move, the last places follow from the others, but are spread as evenly.
func shuffle(random *rand.PCG, moves []Move) {
	var place, low uint64
	for i := range moves {
		if i%8 == 0 {
			low = random.Uint64()
		}
		place, low = bits.Mul64(low, uint64(i+1))
		moves[i], moves[place] = moves[place], moves[i]
	}
}

// barred reports whether a move that was legal no longer is, since its point is there or a mark of its line is.
func (g *Game) barred(m Move) bool {
	x, y := uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask
	there := g.points[y] >> x & 1
	taken := g.marks[m.straight()] & bits.RotateLeft64(g.rule.pattern, int(m>>startShift))
	return there|taken != 0
}

package morpion

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// PlayRandom plays random moves (fast.PuzzlePlayouter).
//
// It keeps the moves in a uniformly random order and takes the last one. A move that is no longer legal stays in the list until its
// turn comes, which is cheaper than removing it. The loop makes no calls, which keeps its variables in registers.
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

		// As in Advance, but each new move goes to a random place of the list, and the move there to the end.
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
		low := random.Uint64() // see shuffle
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
// A random number of 64 bits serves for several places, as a fraction whose digits have different bases; the remainder after a digit
// is the fraction for the next (Brackett-Rozinsky and Lemire 2024). For the up to 20 new moves after a move, the last places depend
// on the others but are still uniform.
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

// barred reports whether a move that was legal is no longer: its point or a mark of its line is there.
func (g *Game) barred(m Move) bool {
	x, y := uint(m>>pointShift)&gridMask, uint(m>>(pointShift+6))&gridMask
	there := g.points[y] >> x & 1
	taken := g.marks[m.straight()] & bits.RotateLeft64(g.rule.pattern, int(m>>startShift))
	return there|taken != 0
}

// Priors sets the priors of moves to 1, e² or e⁴, by the number of lines that their line continues on the same straight. A line that
// leaves a short gap wastes it.
func (g *Game) Priors(moves []Move, priors []float32) {
	joined := [...]float32{1, 7.389056, 54.59815}
	after := (g.rule.variant.marks() + 1) & 63
	for i, m := range moves {
		around := bits.RotateLeft64(g.marks[m.straight()], 1-int(m>>startShift))
		priors[i] = joined[around&1+around>>after&1]
	}
}

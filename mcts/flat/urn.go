package flat

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/internal/chance"
)

// An Urn draws moves with probabilities proportional to their weights, without a list of playable moves. Making such
// lists takes most of the time of a [Simulator]. Moves are identified by number ([ply.Numberer]).
//
// At the beginning of a playout the urn is empty. For each side, the game puts in all moves that the side can play now
// or may be able to play later. A drawn move leaves the urn for both sides. If the move can be played again, as after a
// capture, the game puts it in again:
//
//	for each empty point and each side:
//		urn.Put(side, point)
//	while the game is not over:
//		point := urn.Draw(side, board.Legal)
//		play point, or pass if it is -1
//		for each point whose stone was captured and each side:
//			urn.Put(side, point)
//
// Law: Draw draws each playable move of the side in the urn with a probability proportional to its weight, regardless of
// earlier draws. (Random numbers have 32 bits, so probabilities below 10⁻⁹ are not exact.)
//
// Each move that is put in before the first draw gets a clock, which rings after an exponentially distributed time whose
// rate is the move's weight. Draw returns the move whose clock rings first (Efraimidis and Spirakis, "Weighted random
// sampling with a reservoir", 2006). Exponential distributions have no memory, so each clock is set only once in a
// playout. All moves that are put in later share one clock. The rate of the shared clock is the sum of their weights,
// and it is set again for each draw. A move that is not playable when its own clock rings moves to the shared clock.
//
// Putting in n moves at the beginning takes about n random numbers and one pass to sort them. Draw then takes a few
// nanoseconds. Draw calls playable once for each clock that rings, and once for each move of the shared clock. To save
// these calls, do not put a move in again if it cannot be played again.
type Urn struct {
	random *rand.PCG
	clocks *rand.Rand // the same
	weight func(side, number int) float64
	sides  [2]urnSide
}

type urnSide struct {
	state   []uint8   // of moves by their numbers: bits
	weights []float64 // of moves by their numbers, once they were put in
	order   []clock   // that are set, in the order in which they ring from next on, once running
	scratch []clock
	next    int
	running bool
	now     float64
	loose   []int32 // moves whose clocks are not set
	ready   []int32 // scratch: the playable ones
}

// Bits of a move's state.
const (
	inside  = 1 << iota // it is in the urn
	weighed             // its weight is known
	set                 // its clock is in order, yet to ring
	loose               // it is among the loose moves
)

type clock struct {
	time   float64
	number int32
}

// NewUrn returns an empty urn, for tests and uses outside a search. weight returns the weight of a side's move; the urn
// calls weight when the move is first put in. Weights below exp(-600) and NaN count as exp(-600), and weights above
// exp(600) as exp(600).
func NewUrn(random *rand.PCG, weight func(side, number int) float64) *Urn {
	return &Urn{random: random, clocks: rand.New(random), weight: weight}
}

// Reset empties the urn and forgets the weights.
func (u *Urn) Reset() {
	for i := range u.sides {
		s := &u.sides[i]
		clear(s.state)
		s.order, s.loose = s.order[:0], s.loose[:0]
		s.next, s.now, s.running = 0, 0, false
	}
}

var leastWeight, mostWeight = math.Exp(-mostExponent), math.Exp(mostExponent)

// Put puts a move of a side into the urn. If the move is in the urn already, Put does nothing.
func (u *Urn) Put(side, number int) {
	s := &u.sides[side]
	if number >= len(s.state) {
		s.state = append(s.state, make([]uint8, number+1-len(s.state))...)
		s.weights = append(s.weights, make([]float64, len(s.state)-len(s.weights))...)
	}
	state := s.state[number]
	if s.state[number] |= inside; state&(set|loose) != 0 {
		return
	}
	if state&weighed == 0 {
		weight := u.weight(side, number)
		if !(weight > leastWeight) { // not a number, either
			weight = leastWeight
		} else if weight > mostWeight {
			weight = mostWeight
		}
		s.weights[number] = weight
		s.state[number] |= weighed
	}
	if s.running || state&weighed != 0 { // which has been in order
		s.loose = append(s.loose, int32(number))
		s.state[number] |= loose
		return
	}
	s.order = append(s.order, clock{u.clocks.ExpFloat64() / s.weights[number], int32(number)})
	s.state[number] |= set
}

// Draw draws a move of a side among those for which playable returns true, and takes it out of the urn for both sides.
// It returns -1 if no move is playable. During a draw, playable must return the same value each time it is called with
// the same move, and must not use the urn.
func (u *Urn) Draw(side int, playable func(number int) bool) int {
	s := &u.sides[side]
	if !s.running {
		s.arrange()
	}
	sum := s.gather(playable)
	for {
		for s.next < len(s.order) && s.state[s.order[s.next].number]&set == 0 {
			s.next++
		}
		if s.next == len(s.order) {
			if len(s.ready) == 0 {
				return -1
			}
			return u.drawLoose(s, sum)
		}
		c := s.order[s.next]
		if len(s.ready) > 0 {
			if after := u.clocks.ExpFloat64() / sum; after < c.time-s.now {
				s.now += after
				return u.drawLoose(s, sum)
			}
		}
		s.now = c.time
		s.next++
		if playable(int(c.number)) {
			u.out(c.number)
			return int(c.number)
		}
		s.state[c.number] ^= set | loose
		s.loose = append(s.loose, c.number)
	}
}

// gather lists the playable moves without clocks, and returns their weight. It removes moves that are not in the urn.
func (s *urnSide) gather(playable func(number int) bool) float64 {
	kept, sum := 0, 0.0
	s.ready = s.ready[:0]
	for _, n := range s.loose {
		if s.state[n]&inside == 0 {
			s.state[n] &^= loose
			continue
		}
		s.loose[kept] = n
		kept++
		if playable(int(n)) {
			s.ready = append(s.ready, n)
			sum += s.weights[n]
		}
	}
	s.loose = s.loose[:kept]
	return sum
}

// drawLoose draws one of the moves without clocks, by weight. sum is the sum of the weights.
func (u *Urn) drawLoose(s *urnSide, sum float64) int {
	drawn := chance.Fraction(u.random) * sum
	number := s.ready[len(s.ready)-1] // rounding may leave something over
	for _, n := range s.ready {
		w := s.weights[n]
		if drawn < w {
			number = n
			break
		}
		drawn -= w
	}
	u.out(number)
	return int(number)
}

// out takes a move out of the urn, and unsets its clocks, which must not matter when it is put in again.
func (u *Urn) out(number int32) {
	for i := range u.sides {
		if state := u.sides[i].state; int(number) < len(state) {
			state[number] &^= inside | set
		}
	}
}

// mostBins bounds the bins of clocks, and patience the average moves of a clock by insertion sort.
const (
	mostBins = 512
	patience = 8
)

// arrange sorts the clocks, after spreading them over bins by their bits, which approximate their logarithm.
func (s *urnSide) arrange() {
	s.running = true
	if len(s.order) < 2 {
		return
	}
	least, most := uint64(math.MaxUint64), uint64(0)
	for i := range s.order {
		b := math.Float64bits(s.order[i].time)
		least, most = min(least, b), max(most, b)
	}
	bins := min(mostBins, 1<<bits.Len(uint(len(s.order))))
	shift := max(0, bits.Len64(most-least)-bits.Len(uint(bins-1)))
	var starts [mostBins + 1]uint32
	for i := range s.order {
		starts[(math.Float64bits(s.order[i].time)-least)>>shift+1]++
	}
	for i := range bins {
		starts[i+1] += starts[i]
	}
	s.scratch = append(s.scratch[:0], s.order...)
	for _, c := range s.scratch {
		start := &starts[(math.Float64bits(c.time)-least)>>shift]
		s.order[*start] = c
		*start++
	}
	left := patience * len(s.order)
	for i := 1; i < len(s.order); i++ {
		c, j := s.order[i], i
		for ; j > 0 && s.order[j-1].time > c.time; j-- {
			s.order[j] = s.order[j-1]
		}
		s.order[j] = c
		if left -= i - j; left < 0 {
			slices.SortFunc(s.order, func(a, b clock) int { return cmp.Compare(a.time, b.time) })
			return
		}
	}
}

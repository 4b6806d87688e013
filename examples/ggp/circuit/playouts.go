package circuit

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// A Tally counts playouts.
type Tally struct {
	Playouts int   // those that were played
	Stuck    int   // those of them that ended as [Stuck]
	Cut      int   // those that ended as [Cut]
	Steps    int   // the joint moves of all playouts
	Rounds   int   // the number of times that the circuit was evaluated for all lanes
	Sum      []int // the values of each role, added up; the next call overwrites them
}

// Playouts runs n playouts from a state, as [Machine.Load] wants it. Each role's moves are drawn uniformly,
// until the match ends or, if most is not 0, for that many joint moves. A role whose goal the rules do not say, or say
// several times, has the value 0.
//
// A lane whose match has ended begins the next one, so that few lanes are idle. All n matches are played to their end:
// otherwise short ones would count too often.
func (l *Lanes) Playouts(from State, n int, random *rand.PCG, most int) Tally {
	n = max(n, 0)
	b := &l.batch
	b.begin(l, min(n, LaneCount), n, nil)
	l.load(from)
	l.run(from, random, most)
	return b.tally
}

// Batch plays one match in each lane, lane i from state i of those given, which are repeated if there are fewer than
// 64. The value of role r in lane i is written to values[i·roles+r], unless values is nil. It returns an error if there
// is no state, if there are more than 64, or if values is too short.
func (l *Lanes) Batch(from []State, random *rand.PCG, most int, values []uint8) (Tally, error) {
	if values != nil && len(values) < LaneCount*len(l.Roles) {
		return Tally{}, fmt.Errorf("circuit: room for %d values, want %d", len(values), LaneCount*len(l.Roles))
	}
	if err := l.loadEach(from); err != nil {
		return Tally{}, err
	}
	l.batch.begin(l, LaneCount, LaneCount, values)
	l.run(from[0], random, most)
	return l.batch.tally, nil
}

// A batch is a number of playouts in progress.
type batch struct {
	tally   Tally
	active  uint64 // the lanes that are playing
	waiting uint64 // those that have ended, and whose goals are not known yet
	left    int    // the playouts that have not begun
	began   [LaneCount]int
	cutAt   int     // no lane is cut before this round
	values  []uint8 // by lane and role, nil if nobody wants them
	once    []uint64
	twice   []uint64
	scoring float64 // the time to compute goals, as a part of the time for a round without
}

func newBatch(c *Circuit) batch {
	moves := 0
	for _, legal := range c.legal {
		moves += len(legal)
	}
	operands := func(p part) float64 { return float64(len(c.codes[p].operands)) }
	round := operands(partTerminal) + operands(partLegal) + operands(partNext) + float64(8*moves+3*len(c.Facts))
	return batch{
		tally:   Tally{Sum: make([]int, len(c.Roles))},
		once:    make([]uint64, len(c.Roles)),
		twice:   make([]uint64, len(c.Roles)),
		scoring: (operands(partGoal) + float64(4*len(c.Goals)) + LaneCount) / (round + LaneCount),
	}
}

func (b *batch) begin(l *Lanes, lanes, n int, values []uint8) {
	clear(b.tally.Sum)
	clear(values)
	b.tally = Tally{Playouts: n, Sum: b.tally.Sum}
	b.active = ^uint64(0) >> (LaneCount - lanes)
	b.waiting = 0
	b.left = n - lanes
	b.began = [LaneCount]int{}
	b.cutAt = 0
	b.values = values
}

// run plays until all playouts have ended.
func (l *Lanes) run(start State, random *rand.PCG, most int) {
	b := &l.batch
	for b.active != 0 {
		ended := l.terminal() & b.active
		b.end(ended)
		if most > 0 && b.tally.Rounds >= b.cutAt {
			b.cut(most)
		}
		// Goals are computed for several lanes together if they take long.
		restart := uint64(0)
		if b.waiting != 0 && (b.active == 0 || b.left > 0 && bits.OnesCount64(b.waiting) >= b.enough()) {
			l.score(b.waiting)
			restart = b.restart()
			b.waiting = 0
		}
		if b.active != 0 {
			able := l.draw(b.active, random)
			if stuck := b.active &^ able; stuck != 0 {
				b.tally.Stuck += bits.OnesCount64(stuck)
				b.end(stuck)
				if b.active == 0 && restart == 0 {
					// What is needed for the goals is still there.
					l.score(b.waiting)
					restart = b.restart()
					b.waiting = 0
				}
			}
		}
		b.tally.Rounds++
		b.active |= restart
		l.advance(b.waiting, restart, start)
	}
}

// end ends the playouts of some lanes.
func (b *batch) end(lanes uint64) {
	b.active &^= lanes
	b.waiting |= lanes
	for ; lanes != 0; lanes &= lanes - 1 {
		b.tally.Steps += b.tally.Rounds - b.began[bits.TrailingZeros64(lanes)]
	}
}

// cut ends the playouts that have made most moves, and finds out when the next will have.
func (b *batch) cut(most int) {
	b.cutAt = math.MaxInt
	for open := b.active; open != 0; open &= open - 1 {
		lane := bits.TrailingZeros64(open)
		if at := b.began[lane] + most; at > b.tally.Rounds {
			b.cutAt = min(b.cutAt, at)
		} else {
			b.tally.Cut++
			b.end(1 << lane)
		}
	}
	b.cutAt = min(b.cutAt, b.tally.Rounds+most) // for lanes that begin later
}

// enough returns the number of lanes that are worth a computation of their goals: with k of them, on average k/2 of 64
// lanes are idle, and each of the e playouts that end in a round takes the k-th part of the computation, which is least
// together for k² = 128·e·scoring.
func (b *batch) enough() int {
	ended := b.tally.Playouts - b.left - bits.OnesCount64(b.active)
	return int(math.Sqrt(2 * LaneCount * b.scoring * float64(ended) / float64(b.tally.Rounds+1)))
}

// restart returns lanes for playouts that have not begun.
func (b *batch) restart() uint64 {
	lanes := b.waiting
	for bits.OnesCount64(lanes) > b.left {
		lanes &= lanes - 1
	}
	b.left -= bits.OnesCount64(lanes)
	for open := lanes; open != 0; open &= open - 1 {
		b.began[bits.TrailingZeros64(open)] = b.tally.Rounds + 1
	}
	return lanes
}

// score computes the goals of some lanes.
func (l *Lanes) score(lanes uint64) {
	b := &l.batch
	execute(&l.codes[partGoal], l.v)
	clear(b.once)
	clear(b.twice)
	goals := l.parts[partGoal]
	for i, v := range goals {
		role := l.Goals[i].Role
		b.twice[role] |= b.once[role] & l.v[v]
		b.once[role] |= l.v[v]
	}
	for i, v := range goals {
		goal := l.Goals[i]
		having := l.v[v] & lanes &^ b.twice[goal.Role]
		b.tally.Sum[goal.Role] += goal.Value * bits.OnesCount64(having)
		if b.values != nil {
			for ; having != 0; having &= having - 1 {
				b.values[bits.TrailingZeros64(having)*len(l.Roles)+goal.Role] = uint8(goal.Value)
			}
		}
	}
}

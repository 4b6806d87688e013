package circuit

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
)

// LaneCount is the number of positions that [Lanes] hold.
const LaneCount = 64

// Lanes evaluate a circuit in 64 positions at once, one in each bit of the words for facts, moves and gates: Vittaut 2017,
// section 5.3.3. They run playouts from a state: [Lanes.Playouts] any number, [Lanes.Batch] one in each lane. They
// allocate nothing. Lanes are for one goroutine.
type Lanes struct {
	*Circuit
	v       []uint64
	shifted []uint64 // the next values of facts that become other facts
	drawers []drawer // of the roles
	batch   batch
}

// NewLanes returns lanes in the initial state.
func (c *Circuit) NewLanes() *Lanes {
	l := &Lanes{Circuit: c, v: make([]uint64, c.variables), shifted: make([]uint64, len(c.shifts))}
	l.v[variableTrue] = ^uint64(0)
	l.drawers = make([]drawer, len(c.Roles))
	for role, moves := range c.moves {
		l.drawers[role].legal = make([]uint64, 0, len(moves))
		l.drawers[role].moves = make([]int32, len(moves))
	}
	l.batch = newBatch(c)
	l.load(c.Initial)
	return l
}

// load puts all lanes into a state.
func (l *Lanes) load(state State) {
	facts := l.facts()
	for i := range facts {
		facts[i] = -(state[i>>6] >> (i & 63) & 1)
	}
}

func (l *Lanes) facts() []uint64 { return l.v[firstInput : firstInput+len(l.Facts)] }

// terminal evaluates the end and returns the lanes that have ended.
func (l *Lanes) terminal() uint64 {
	execute(&l.codes[partTerminal], l.v)
	return l.v[l.parts[partTerminal][0]]
}

// draw evaluates the legal moves and draws one for each role in the given lanes. It returns the lanes where each role
// has one.
func (l *Lanes) draw(lanes uint64, random *rand.PCG) uint64 {
	execute(&l.codes[partLegal], l.v)
	able := lanes
	for role := range l.legal {
		able &= l.gather(role)
	}
	for role := range l.drawers {
		d := &l.drawers[role]
		d.choose(able, random)
		d.take(able, d.legal)
		does := l.v[l.firstDo[role]:][:len(l.Moves[role])]
		for i, word := range d.legal {
			does[d.moves[i]] = word
		}
	}
	return able
}

// gather lists and counts the moves of a role that are legal in some lane, often few of all moves. It returns the lanes
// with a legal move, and takes back the moves drawn before.
func (l *Lanes) gather(role int) (able uint64) {
	d := &l.drawers[role]
	does := l.v[l.firstDo[role]:][:len(l.Moves[role])]
	for _, move := range d.moves[:len(d.legal)] {
		does[move] = 0
	}
	variables, numbers := l.legal[role], l.Circuit.moves[role]
	legal, moves := d.legal[:len(variables)], d.moves[:len(variables)]
	numbers = numbers[:len(variables)]
	n := 0
	for i, v := range variables {
		word := l.v[v]
		legal[n], moves[n] = word, numbers[i]
		if word != 0 { // without a branch
			n++
		}
	}
	d.legal = legal[:n]
	d.sum(d.legal)
	for _, digit := range d.count[:d.used] {
		able |= digit
	}
	return able
}

// advance evaluates the next state and goes there, except that the lanes of keep stay and the lanes of restart go to start.
func (l *Lanes) advance(keep, restart uint64, start State) {
	execute(&l.codes[partNext], l.v)
	facts := l.facts()
	for i, k := range l.shifts {
		l.shifted[i] = l.v[k.from]
	}
	if keep|restart == 0 {
		for _, k := range l.copies {
			facts[k.fact] = l.v[k.from]
		}
		for i, k := range l.shifts {
			facts[k.fact] = l.shifted[i]
		}
		return
	}
	// Facts that never change have the same value in start.
	set := func(fact int32, next uint64) {
		first := -(start[fact>>6] >> (fact & 63) & 1)
		facts[fact] = next&^(keep|restart) | facts[fact]&keep | first&restart
	}
	for _, k := range l.copies {
		set(k.fact, l.v[k.from])
	}
	for i, k := range l.shifts {
		set(k.fact, l.shifted[i])
	}
	for _, fact := range l.kept {
		set(fact, facts[fact])
	}
}

// A Tally counts playouts.
type Tally struct {
	Playouts int
	Stuck    int   // ended as [Stuck]
	Cut      int   // ended as [Cut]
	Steps    int   // the joint moves of all playouts
	Rounds   int   // how often the circuit was evaluated for all lanes
	Sum      []int // the sum of each role's values; valid until the next call
}

// Playouts runs n playouts of uniformly random moves from a reachable state, until the match ends or, if most is not 0,
// for at most that many joint moves. A role with no goal or several has the value 0.
//
// A lane whose match has ended begins the next one, so few lanes are idle. All n matches are finished: otherwise short
// ones would be overrepresented.
func (l *Lanes) Playouts(from State, n int, random *rand.PCG, most int) Tally {
	return l.run(max(n, 0), nil, from, random, most)
}

// Batch plays a match in each lane from a state. It writes the value of role r in lane i to values[i·roles+r], and returns
// an error if values is too short.
func (l *Lanes) Batch(from State, random *rand.PCG, most int, values []uint8) (Tally, error) {
	if len(values) < LaneCount*len(l.Roles) {
		return Tally{}, fmt.Errorf("circuit: room for %d values, want %d", len(values), LaneCount*len(l.Roles))
	}
	return l.run(LaneCount, values, from, random, most), nil
}

// A batch is the state of playouts in progress.
type batch struct {
	tally   Tally
	active  uint64 // lanes that are playing
	waiting uint64 // lanes that have ended and are not scored yet
	left    int    // playouts that have not begun
	began   [LaneCount]int
	cutAt   int     // no lane is cut before this round
	values  []uint8 // by lane and role, or nil
	once    []uint64
	twice   []uint64
	scoring float64 // the time to compute goals, relative to a round without goals
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

func (b *batch) begin(n int, values []uint8) {
	clear(b.tally.Sum)
	clear(values)
	lanes := min(n, LaneCount)
	b.tally = Tally{Playouts: n, Sum: b.tally.Sum}
	b.active, b.waiting, b.left = ^uint64(0)>>(LaneCount-lanes), 0, n-lanes
	b.began, b.cutAt, b.values = [LaneCount]int{}, 0, values
}

// run plays n matches from a state.
func (l *Lanes) run(n int, values []uint8, start State, random *rand.PCG, most int) Tally {
	b := &l.batch
	b.begin(n, values)
	l.load(start)
	for b.active != 0 {
		ended := l.terminal() & b.active
		b.end(ended)
		if most > 0 && b.tally.Rounds >= b.cutAt {
			b.cut(most)
		}
		// Goals that are slow to compute are computed for several lanes together.
		restart := uint64(0)
		if b.waiting != 0 && (b.active == 0 || b.left > 0 && bits.OnesCount64(b.waiting) >= b.enough()) {
			restart = l.score()
		}
		if b.active != 0 {
			able := l.draw(b.active, random)
			if stuck := b.active &^ able; stuck != 0 {
				b.tally.Stuck += bits.OnesCount64(stuck)
				b.end(stuck)
				if b.active == 0 && restart == 0 {
					restart = l.score() // of the state that is still there
				}
			}
		}
		b.tally.Rounds++
		b.active |= restart
		l.advance(b.waiting, restart, start)
	}
	return b.tally
}

func (b *batch) end(lanes uint64) {
	b.active &^= lanes
	b.waiting |= lanes
	for ; lanes != 0; lanes &= lanes - 1 {
		b.tally.Steps += b.tally.Rounds - b.began[bits.TrailingZeros64(lanes)]
	}
}

// cut ends the playouts of most moves, and finds the round of the next cut.
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

// enough returns the number of waiting lanes that are worth computing goals: with k of them, k/2 of 64 lanes are idle on
// average, and each of the e playouts that end in a round costs a k-th of the computation. The sum is least for
// k² = 128·e·scoring.
func (b *batch) enough() int {
	ended := b.tally.Playouts - b.left - bits.OnesCount64(b.active)
	return int(math.Sqrt(2 * LaneCount * b.scoring * float64(ended) / float64(b.tally.Rounds+1)))
}

// restart assigns playouts that have not begun to waiting lanes.
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

// score computes the goals of the waiting lanes, and returns the lanes that begin again.
func (l *Lanes) score() (restart uint64) {
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
		having := l.v[v] & b.waiting &^ b.twice[goal.Role]
		b.tally.Sum[goal.Role] += goal.Value * bits.OnesCount64(having)
		if b.values != nil {
			for ; having != 0; having &= having - 1 {
				b.values[bits.TrailingZeros64(having)*len(l.Roles)+goal.Role] = uint8(goal.Value)
			}
		}
	}
	restart = b.restart()
	b.waiting = 0
	return restart
}

package circuit

import (
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

// advance evaluates the next state and goes there, except that the lanes of keep stay and those of restart go to start.
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

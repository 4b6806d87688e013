package game

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/examples/ggp/circuit"
)

// mostJoint is the number of joint moves up to which all of a state are tried.
const mostJoint = 4096

// A drawer draws lines that agree with a memory, by sequential importance sampling: from state to state, it tries all
// joint moves with the player's own one, and takes one of those after which the player perceives what it did.
type drawer struct {
	*Memory
	machine *circuit.Machine
	legal   []Move // what the player can do at the end, nil if that is not known

	known    []byte  // the notices, if they are those of a game
	line     []int32 // the joint moves
	state    circuit.State
	after    circuit.State
	moves    [][]int32 // the legal moves of the roles
	joint    []int32
	notice   []byte
	percepts []int32
}

func newDrawer(m *Memory) *drawer {
	return &drawer{Memory: m, machine: m.NewMachine(), state: m.NewState(), after: m.NewState(),
		moves: make([][]int32, len(m.Roles)), joint: make([]int32, len(m.Roles))}
}

// recall takes over what a player of a game knows, who is to move there.
func (d *drawer) recall(h *Hidden, player int) {
	d.player = player
	d.Memory.moves, d.notices, d.known = d.Memory.moves[:0], d.notices[:0], d.known[:0]
	// The keys of the game change while it follows a line.
	d.known = append(d.known, h.watch.keys[player]...)
	begin := 0
	for step := range h.counts {
		end := int(h.watch.ends[step*len(h.roles)+player])
		own, _ := binary.Uvarint(d.known[begin:end])
		d.Memory.moves, d.notices = append(d.Memory.moves, int32(own)), append(d.notices, d.known[begin:end])
		begin = end
	}
	h.list()
	d.legal = append(d.legal[:0], h.legalOf(h.roles[player])...)
}

// draw draws a line. It is false if the line came to an end where nothing agrees. The weight is the probability of the
// line, where roles choose every move with the same probability, divided by that of its being drawn.
func (d *drawer) draw(random *rand.Rand) (weight float64, ok bool) {
	d.line = d.line[:0]
	copy(d.state, d.Initial)
	weight = 1
	for step := range d.notices {
		share, ok := d.step(step, random)
		if !ok {
			return 0, false
		}
		weight *= share
		d.state, d.after = d.after, d.state
	}
	if !d.enter() {
		return 0, false
	}
	role := d.roles[d.player]
	if d.legal == nil {
		return weight, true
	}
	return weight, slices.EqualFunc(d.moves[role], d.legal, func(a int32, b Move) bool { return d.Move(role, a) == b })
}

// enter lists the moves of the present state. It is false if the match is over.
func (d *drawer) enter() bool {
	d.machine.Load(d.state)
	if d.machine.Terminal() {
		return false
	}
	for role := range d.Roles {
		if d.moves[role] = d.machine.Legal(role, d.moves[role][:0]); len(d.moves[role]) == 0 {
			return false
		}
	}
	return true
}

// step draws a joint move, and returns the share of those that agree among all joint moves with the player's own one.
func (d *drawer) step(step int, random *rand.Rand) (share float64, ok bool) {
	own := d.roles[d.player]
	if !d.enter() || !slices.Contains(d.moves[own], d.Memory.moves[step]) {
		return 0, false
	}
	d.moves[own] = append(d.moves[own][:0], d.Memory.moves[step])
	all := 1
	for _, moves := range d.moves {
		if all *= len(moves); all > mostJoint {
			return d.sample(step, random)
		}
	}
	agreeing := 0
	base := len(d.line)
	for number := range all {
		for role, moves := range d.moves {
			d.joint[role] = moves[number%len(moves)]
			number /= len(moves)
		}
		if !d.agrees(step) {
			continue
		}
		// Each of those that agree is kept with the same probability.
		if agreeing++; agreeing == 1 || random.IntN(agreeing) == 0 {
			d.take(base)
		}
	}
	return float64(agreeing) / float64(all), agreeing > 0
}

// sample draws joint moves until two agree, and takes the first. Of n draws up to the second, 1/(n-1) is an estimate of
// the share without bias (Haldane, On a Method of Estimating Frequencies, Biometrika 33, 1945).
func (d *drawer) sample(step int, random *rand.Rand) (share float64, ok bool) {
	found, base := 0, len(d.line)
	for n := 1; n <= mostJoint; n++ {
		for role, moves := range d.moves {
			d.joint[role] = moves[random.IntN(len(moves))]
		}
		if !d.agrees(step) {
			continue
		}
		if found++; found == 2 {
			return 1 / float64(n-1), true
		}
		d.take(base)
	}
	return 1.0 / mostJoint, found > 0
}

// agrees tells whether the player perceives after the joint move what it did.
func (d *drawer) agrees(step int) bool {
	d.machine.Load(d.state)
	if err := d.machine.Play(d.joint); err != nil {
		return false
	}
	role := d.roles[d.player]
	d.percepts = d.machine.Sees(role, d.percepts[:0])
	d.notice = appendNotice(d.notice[:0], d.joint[role], d.percepts)
	return bytes.Equal(d.notice, d.notices[step])
}

// take makes the joint move that was just tried the next of the line, which had a length before.
func (d *drawer) take(base int) {
	d.line = append(d.line[:base], d.joint...)
	d.machine.Save(d.after)
}

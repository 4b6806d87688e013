package game

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply/examples/ggp/circuit"
)

// mostJoint is the number of joint moves of a state up to which all are tried.
const mostJoint = 4096

// A drawer draws lines that agree with a memory, by sequential importance sampling: in each state it tries the joint moves
// with the player's own move, and takes one after which the player's percepts agree with the memory.
type drawer struct {
	*Memory
	machine *circuit.Machine
	legal   []Move // of the player at the end, nil if unknown

	line     []int32 // the joint moves
	state    circuit.State
	after    circuit.State
	moves    [][]int32 // the legal moves of each role
	joint    []int32
	notice   []byte // scratch
	percepts []int32
}

func newDrawer(m *Memory) *drawer {
	return &drawer{Memory: m, machine: m.NewMachine(), state: m.NewState(), after: m.NewState(),
		moves: make([][]int32, len(m.Roles)), joint: make([]int32, len(m.Roles))}
}

// recall takes over the information of the player to move in a game.
func (d *drawer) recall(h *Hidden, player int) {
	d.player = player
	own := h.watch.records[player]
	// A copy, since the records change when the game follows a line.
	d.record = record{append(d.key[:0], own.key...), append(d.ends[:0], own.ends...)}
	h.list()
	d.legal = append(d.legal[:0], h.legalOf(h.roles[player])...)
}

// draw draws a line. ok is false if the line reached a state where nothing agrees. The weight is the probability of the
// line, where roles choose uniformly, divided by the probability of drawing it.
func (d *drawer) draw(random *rand.Rand) (weight float64, ok bool) {
	d.line = d.line[:0]
	copy(d.state, d.Initial)
	weight = 1
	for step := range d.ends {
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

// enter lists the moves of the present state. It returns false if the match is over.
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

// step draws a joint move, and returns the share of agreeing ones among the joint moves with the player's own move.
func (d *drawer) step(step int, random *rand.Rand) (share float64, ok bool) {
	role := d.roles[d.player]
	number, _ := binary.Uvarint(d.at(step))
	own := int32(number)
	if !d.enter() || !slices.Contains(d.moves[role], own) {
		return 0, false
	}
	d.moves[role] = append(d.moves[role][:0], own)
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
		// Each agreeing one is kept with the same probability.
		if agreeing++; agreeing == 1 || random.IntN(agreeing) == 0 {
			d.take(base)
		}
	}
	return float64(agreeing) / float64(all), agreeing > 0
}

// sample draws joint moves until two agree, and takes the first. If the second is draw n, 1/(n-1) is an unbiased estimate
// of the share (Haldane, On a Method of Estimating Frequencies, Biometrika 33, 1945).
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

// agrees reports whether the player's percepts after the joint move agree with the memory.
func (d *drawer) agrees(step int) bool {
	d.machine.Load(d.state)
	if err := d.machine.Play(d.joint); err != nil {
		return false
	}
	role := d.roles[d.player]
	d.percepts = d.machine.Sees(role, d.percepts[:0])
	d.notice = appendNotice(d.notice[:0], d.joint[role], d.percepts)
	return bytes.Equal(d.notice, d.at(step))
}

// take puts the joint move that was just tried at the end of the line, whose length was base.
func (d *drawer) take(base int) {
	d.line = append(d.line[:base], d.joint...)
	d.machine.Save(d.after)
}

package circuit

import (
	"fmt"
	"math/rand/v2"

	"github.com/ply-search/ply/internal/chance"
)

// A Machine evaluates a circuit in one position. It computes each part on demand, allocates nothing after
// [Circuit.NewMachine], and is for one goroutine.
type Machine struct {
	*Circuit
	mover
	v        []uint8 // the variables: 0 or 255
	done     [parts]bool
	shifted  []uint8 // the next values of facts that become other facts
	perceive []uint8 // the percepts of the last joint move
}

// NewMachine returns a machine in the initial state.
func (c *Circuit) NewMachine() *Machine {
	m := &Machine{Circuit: c, mover: newMover(c.Signature), v: make([]uint8, c.variables)}
	m.machine = m
	m.v[variableTrue] = 0xff
	m.shifted = make([]uint8, len(c.shifts))
	m.perceive = make([]uint8, len(c.parts[partSees]))
	m.Reset()
	return m
}

// Load goes to a state of length [Signature.Words]. It should be reachable, since simplifications rely on that. Percepts
// of earlier moves are forgotten.
func (m *Machine) Load(state State) {
	facts := m.facts()
	for i := range facts {
		facts[i] = -uint8(state[i>>6] >> (i & 63) & 1)
	}
	m.done = [parts]bool{}
	clear(m.perceive)
}

// Save writes the state to dst, of length [Signature.Words].
func (m *Machine) Save(dst State) {
	clear(dst)
	for i, f := range m.facts() {
		dst[i>>6] |= uint64(f&1) << (i & 63)
	}
}

// Keep copies the present state to dst, with the values of its end and legal moves, and returns dst. A byte for each
// fact, move and gate takes far less time to copy than to evaluate.
func (m *Machine) Keep(dst []uint8) []uint8 {
	m.need(partTerminal)
	m.need(partLegal)
	return append(dst[:0], m.v[firstInput:m.listed]...)
}

// Restore goes to a state that a machine of the same circuit has kept, without evaluating its end and legal moves again.
func (m *Machine) Restore(kept []uint8) {
	copy(m.v[firstInput:m.listed], kept)
	m.done = [parts]bool{partTerminal: true, partLegal: true}
	clear(m.perceive)
}

// KeptBytes returns the number of bytes that [Machine.Keep] copies.
func (c *Circuit) KeptBytes() int { return c.listed - firstInput }

func (m *Machine) facts() []uint8 { return m.v[firstInput : firstInput+len(m.Facts)] }

func (m *Machine) need(p part) {
	if !m.done[p] {
		execute(&m.codes[p], m.v)
		m.done[p] = true
	}
}

// Terminal reports whether the match has ended.
func (m *Machine) Terminal() bool {
	m.need(partTerminal)
	return m.v[m.parts[partTerminal][0]] != 0
}

// Legal appends the numbers of a role's legal moves to dst. They are meaningless in a terminal state.
func (m *Machine) Legal(role int, dst []int32) []int32 {
	m.need(partTerminal)
	m.need(partLegal)
	for i, v := range m.legal[role] {
		if m.v[v] != 0 {
			dst = append(dst, m.moves[role][i])
		}
	}
	return dst
}

func (m *Machine) has(p part, output int) bool { return m.v[m.parts[p][output]] != 0 }

func (m *Machine) play(joint []int32) {
	m.need(partTerminal)
	m.need(partLegal)
	for role, move := range joint {
		m.v[m.firstDo[role]+int(move)] = 0xff
	}
	execute(&m.codes[partNext], m.v)
	execute(&m.codes[partSees], m.v)
	for i, v := range m.parts[partSees] {
		m.perceive[i] = m.v[v]
	}
	facts := m.facts()
	for i, k := range m.shifts {
		m.shifted[i] = m.v[k.from]
	}
	for _, k := range m.copies {
		facts[k.fact] = m.v[k.from]
	}
	for i, k := range m.shifts {
		facts[k.fact] = m.shifted[i]
	}
	for role, move := range joint {
		m.v[m.firstDo[role]+int(move)] = 0
	}
	m.done = [parts]bool{}
}

// Sees appends the numbers of a role's percepts after the last joint move to dst.
func (m *Machine) Sees(role int, dst []int32) []int32 {
	first := m.firstPercept(role)
	for i, v := range m.perceive[first : first+len(m.Percepts[role])] {
		if v != 0 {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

// A Walker evaluates a game in one position: a [Machine] or a [Propagator]. From the same source, both run the same
// playouts.
type Walker interface {
	Reset()
	Load(state State)
	Save(dst State)
	Terminal() bool
	Legal(role int, dst []int32) []int32
	Goal(role int) (value int, ok bool)
	Play(joint []int32) error
	Sees(role int, dst []int32) []int32
	Playout(random *rand.PCG, most int) (steps int, end End)
}

// An End is how a playout ended.
type End uint8

const (
	Finished End = iota // in a terminal state
	Stuck               // a role has no legal move in a state that is not terminal, which GDL forbids
	Cut                 // after the maximum number of steps
)

func (e End) String() string { return [...]string{"finished", "stuck", "cut"}[e] }

// A mover is the part of a Walker that is the same for all machines. It allocates nothing after it was made.
type mover struct {
	signature *Signature
	machine   interface {
		Load(state State)
		Terminal() bool
		Legal(role int, dst []int32) []int32
		need(p part)
		has(p part, output int) bool
		play(joint []int32)
	}
	joint   []int32
	choices []int32
}

func newMover(s *Signature) mover {
	most := 0
	for _, moves := range s.Moves {
		most = max(most, len(moves))
	}
	return mover{signature: s, joint: make([]int32, len(s.Roles)), choices: make([]int32, 0, most)}
}

// Reset returns to the initial state.
func (d *mover) Reset() { d.machine.Load(d.signature.Initial) }

// Goal returns the value of a role, or 0, false if the rules give none or several.
func (d *mover) Goal(role int) (value int, ok bool) {
	d.machine.need(partTerminal)
	d.machine.need(partGoal)
	for i, goal := range d.signature.Goals {
		if goal.Role == role && d.machine.has(partGoal, i) {
			if ok {
				return 0, false
			}
			value, ok = goal.Value, true
		}
	}
	return value, ok
}

// Play makes a joint move: the number of a move for each role. It returns an error for a number without a move, but does
// not check that moves are legal; the state after an illegal one is meaningless.
func (d *mover) Play(joint []int32) error {
	s := d.signature
	if len(joint) != len(s.Roles) {
		return fmt.Errorf("circuit: %d moves for %d roles", len(joint), len(s.Roles))
	}
	for role, move := range joint {
		if move < 0 || int(move) >= len(s.Moves[role]) {
			return fmt.Errorf("circuit: %s has no move %d", s.Roles[role], move)
		}
	}
	d.machine.play(joint)
	return nil
}

// Playout plays uniformly random moves until the match ends or, if most is not 0, for at most that many joint moves:
// Vittaut 2017, algorithms 2.5 and 2.6. It returns the number of joint moves.
func (d *mover) Playout(random *rand.PCG, most int) (steps int, end End) {
	m := d.machine
	for ; !m.Terminal(); steps++ {
		if most > 0 && steps == most {
			return steps, Cut
		}
		for role := range d.joint {
			d.choices = m.Legal(role, d.choices[:0])
			if len(d.choices) == 0 {
				return steps, Stuck
			}
			d.joint[role] = Pick(random, d.choices)
		}
		m.play(d.joint)
	}
	return steps, Finished
}

// Pick returns a random element of moves. It draws no number if there is only one.
func Pick[M any](random *rand.PCG, moves []M) M {
	if len(moves) == 1 {
		return moves[0]
	}
	return moves[chance.Below(random, len(moves))]
}

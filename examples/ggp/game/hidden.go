package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Hidden is a game of GDL-II: players see only what the description says ([ply.Imperfect]), and what they have done
// themselves. It is a [ply.Determinizer], which draws lines that agree with what a player knows.
//
// The first player is asked in every state, even if it has no choice, so that whether a player is asked depends on
// nothing that it does not know.
type Hidden struct{ *several }

// NewHidden returns a game at its start.
func NewHidden(r *Rules) *Hidden {
	p := newPosition(r, true)
	p.watch = newWatch(len(r.roles))
	return &Hidden{&several{p}}
}

// AppendInformation appends what a player knows: for each joint move, the number of its own move and of its percepts,
// and its own move of the present round if it was made.
func (h *Hidden) AppendInformation(dst []byte, player int) []byte {
	dst = append(dst, h.watch.keys[player]...)
	for i, m := range h.chosen {
		if role := h.turns[i]; h.player[role] == player {
			dst = binary.AppendUvarint(dst, uint64(h.number(m, role)))
		}
	}
	return dst
}

// Clone returns a copy.
func (h *Hidden) Clone() *Hidden { return &Hidden{&several{h.clone()}} }

// A Memory is what a player has seen of a match: what it knows of the position.
type Memory struct {
	*Rules
	player  int
	moves   []int32  // its own
	notices [][]byte // by joint move
}

// NewMemory returns what a player knows at the start.
func NewMemory(r *Rules, player int) *Memory { return &Memory{Rules: r, player: player} }

// Add adds a joint move: what the player did and what it perceived then, by the texts of the description. It returns an
// error, and adds nothing, for texts that the description does not know.
func (m *Memory) Add(move string, percepts []string) error {
	role := m.roles[m.player]
	own, ok := m.Find(role, move)
	if !ok {
		return fmt.Errorf("game: %s has no move %s", m.Roles[role], move)
	}
	var numbers []int32
	for _, text := range percepts {
		i := slices.Index(m.Percepts[role], text)
		if i < 0 {
			return fmt.Errorf("game: %s cannot perceive %s", m.Roles[role], text)
		}
		numbers = append(numbers, int32(i))
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	number := m.number(own, role)
	m.moves = append(m.moves, number)
	m.notices = append(m.notices, appendNotice(nil, number, numbers))
	return nil
}

// ErrInconsistent is the error of a memory that no line was found for.
var ErrInconsistent = errors.New("game: no line was found that agrees with what the player knows")

// Imagine returns a position that agrees with a memory, at random, where the player is to move if it is asked. It tries
// this many lines before it gives up with [ErrInconsistent].
func (m *Memory) Imagine(random *rand.Rand, tries int) (*Hidden, error) {
	h := NewHidden(m.Rules)
	d := newDrawer(m)
	for range tries {
		if _, ok := d.draw(random); ok {
			h.follow(d, random)
			return h, nil
		}
	}
	return nil, fmt.Errorf("%w: %d lines tried", ErrInconsistent, tries)
}

// follow goes to the end of the line that was drawn, and there to the player's turn.
func (h *Hidden) follow(d *drawer, random *rand.Rand) {
	h.reset()
	for joint := d.line; len(joint) > 0; joint = joint[len(h.Roles):] {
		h.list()
		copy(h.joint, joint)
		for _, role := range h.turns {
			h.chosen = append(h.chosen, h.Move(role, joint[role]))
		}
		h.round()
	}
	for !h.finished() && h.ToMove() != d.player && len(h.chosen) < len(h.turns)-1 {
		legal := h.legalOf(h.turn())
		h.Play(legal[random.IntN(len(legal))])
	}
}

// Determinize draws a line that agrees with what a player, who is to move, knows. Along it, the joint moves that agree
// with what the player perceived next are equally likely; the weight is the product of their shares of all joint
// moves. Lines that end in a state where nothing agrees are given up, and another one is drawn. After 1000 of them the
// position stays as it is.
func (h *Hidden) Determinize(player int, random *rand.Rand) (weight float64) {
	d := h.watch.drawer
	if d == nil {
		d = newDrawer(&Memory{Rules: h.Rules})
		h.watch.drawer = d
	}
	d.recall(h, player)
	for range 1000 {
		if weight, ok := d.draw(random); ok {
			h.follow(d, random)
			return weight
		}
	}
	return 1
}

package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Hidden is a game of GDL-II ([ply.Imperfect]): players see only their own moves and their percepts. It is a
// [ply.Determinizer], which draws lines that agree with the information of a player.
//
// The first player is to move in every state, even without a choice, so a player's turns depend only on its information.
type Hidden struct{ *several }

// NewHidden returns a game at its start.
func NewHidden(r *Rules) *Hidden {
	p := newPosition(r, true)
	p.watch.records = make([]record, len(r.roles))
	return &Hidden{&several{p}}
}

// AppendInformation appends, for each joint move, the number of a player's own move and its percepts, and its move of the
// present round if it was made.
func (h *Hidden) AppendInformation(dst []byte, player int) []byte {
	dst = append(dst, h.watch.records[player].key...)
	for i, m := range h.chosen {
		if role := h.turns[i]; h.player[role] == player {
			dst = binary.AppendUvarint(dst, uint64(h.number(m, role)))
		}
	}
	return dst
}

// Clone returns a copy.
func (h *Hidden) Clone() *Hidden { return &Hidden{&several{h.clone()}} }

// A Memory is the information that a player has gathered in a match.
type Memory struct {
	*Rules
	record
	player int
}

// NewMemory returns the memory of a player at the start.
func NewMemory(r *Rules, player int) *Memory { return &Memory{Rules: r, player: player} }

// Add adds a joint move: the player's own move and its percepts, as texts of the description. It returns an error, and
// adds nothing, for unknown texts.
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
	m.add(m.number(own, role), numbers)
	return nil
}

// ErrInconsistent is the error of [Memory.Imagine] if no line agrees with the memory.
var ErrInconsistent = errors.New("game: no line was found that agrees with the information of the player")

// Imagine returns a random position that agrees with a memory, in which the player is to move if it is asked. It tries a
// number of lines before it gives up with [ErrInconsistent].
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

// follow goes to the end of the line that was drawn, and on to the player's turn.
func (h *Hidden) follow(d *drawer, random *rand.Rand) {
	h.reset()
	for joint := d.line; len(joint) > 0; joint = joint[len(h.Roles):] {
		h.list()
		for _, role := range h.turns {
			h.play(h.Move(role, joint[role]))
		}
	}
	for !h.finished() && h.ToMove() != d.player && len(h.chosen) < len(h.turns)-1 {
		legal := h.legalOf(h.turn())
		h.Play(legal[random.IntN(len(legal))])
	}
}

// Determinize draws a line that agrees with the information of the player to move. Along it, the joint moves that agree
// are equally likely; the weight is the product of their shares of all joint moves. Lines that reach a state where nothing
// agrees are drawn again, up to 1000 times; then the position stays as it is.
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

// A record is the information of a player: after each joint move, its own move and its percepts, encoded.
type record struct {
	key  []byte
	ends []int // the length of the key after each joint move
}

func (r *record) at(step int) []byte {
	begin := 0
	if step > 0 {
		begin = r.ends[step-1]
	}
	return r.key[begin:r.ends[step]]
}

func (r *record) add(move int32, percepts []int32) {
	r.key = appendNotice(r.key, move, percepts)
	r.ends = append(r.ends, len(r.key))
}

// A watch keeps the records of all players.
type watch struct {
	records  []record
	percepts []int32
	drawer   *drawer // nil until needed
}

func (w *watch) reset() {
	for player := range w.records {
		r := &w.records[player]
		r.key, r.ends = r.key[:0], r.ends[:0]
	}
}

func (w *watch) note(p *match) {
	for player := range w.records {
		role := p.roles[player]
		w.percepts = p.machine.Sees(role, w.percepts[:0])
		w.records[player].add(p.joint[role], w.percepts)
	}
}

func (w *watch) forget() {
	for player := range w.records {
		r := &w.records[player]
		last := len(r.ends) - 1
		r.key, r.ends = r.key[:len(r.key)-len(r.at(last))], r.ends[:last]
	}
}

func (w *watch) clone() watch {
	c := watch{records: slices.Clone(w.records)}
	for player, r := range c.records {
		c.records[player] = record{slices.Clone(r.key), slices.Clone(r.ends)}
	}
	return c
}

// appendNotice encodes a player's own move and its percepts.
func appendNotice(dst []byte, move int32, percepts []int32) []byte {
	dst = binary.AppendUvarint(dst, uint64(move))
	dst = binary.AppendUvarint(dst, uint64(len(percepts)))
	for _, p := range percepts {
		dst = binary.AppendUvarint(dst, uint64(p))
	}
	return dst
}

package game

import (
	"encoding/binary"
	"slices"
)

// A watch keeps what each player learns: after each joint move, its own move and what it perceives.
type watch struct {
	keys     [][]byte // of the players
	ends     []int32  // the lengths of the keys, of all players, after each joint move
	percepts []int32
	drawer   *drawer // nil until it is needed
}

func newWatch(players int) *watch { return &watch{keys: make([][]byte, players)} }

func (w *watch) reset() {
	w.ends = w.ends[:0]
	for player := range w.keys {
		w.keys[player] = w.keys[player][:0]
	}
}

// note adds what the players learn of the joint move that was just made.
func (w *watch) note(p *match) {
	for player, role := range p.roles {
		w.percepts = p.machine.Sees(role, w.percepts[:0])
		w.keys[player] = appendNotice(w.keys[player], p.joint[role], w.percepts)
		w.ends = append(w.ends, int32(len(w.keys[player])))
	}
}

// forget takes back the last note.
func (w *watch) forget() {
	n := len(w.keys)
	w.ends = w.ends[:len(w.ends)-n]
	for player := range w.keys {
		end := 0
		if last := len(w.ends) - n + player; last >= 0 {
			end = int(w.ends[last])
		}
		w.keys[player] = w.keys[player][:end]
	}
}

func (w *watch) clone() *watch {
	c := &watch{keys: make([][]byte, len(w.keys)), ends: slices.Clone(w.ends)}
	for player := range w.keys {
		c.keys[player] = slices.Clone(w.keys[player])
	}
	return c
}

// appendNotice encodes what a player learns of a joint move: the number of its own move, and what it perceives.
func appendNotice(dst []byte, move int32, percepts []int32) []byte {
	dst = binary.AppendUvarint(dst, uint64(move))
	dst = binary.AppendUvarint(dst, uint64(len(percepts)))
	for _, p := range percepts {
		dst = binary.AppendUvarint(dst, uint64(p))
	}
	return dst
}

package infoset

import (
	"encoding/binary"
	"slices"
	"unsafe"
)

type node[M comparable] struct {
	player int32
	arms   []arm[M]
}

// An arm is a move with its statistics by weight: how often available and chosen, and the player's sum of results.
type arm[M comparable] struct {
	move                  M
	available, tried, sum float64
}

type step struct{ node, arm int32 }

// mapEntry is the greatest size of a map entry besides its key's bytes: a string and a number in a half-empty map.
const mapEntry = 60

// chunkShift makes chunks of nodes that are small compared with any tree.
const chunkShift = 5

func armSize[M comparable]() int { return int(unsafe.Sizeof(arm[M]{})) }

func (w *worker[M]) add(mover int) int32 {
	if w.count == w.nodes.Len() {
		w.nodes.Add()
		w.memory -= w.nodes.Chunk() * w.nodes.Size()
	}
	id := int32(w.count)
	w.count++
	w.ids[string(w.key)] = id
	n := w.nodes.At(uint32(id))
	n.player, n.arms = int32(mover), slices.Grow(n.arms, len(w.moves))
	w.memory -= mapEntry + (len(w.key)+15)&^15 + cap(n.arms)*armSize[M]()
	return id
}

func (w *worker[M]) name(mover int) {
	switch w.opt.View {
	case MultipleObserver:
		w.key = w.appendKey(w.key[:0], mover, mover)
	case SingleObserver:
		w.key = w.appendKey(w.key[:0], mover, w.player)
	default:
		w.key = binary.AppendUvarint(w.key[:0], uint64(mover))
		w.key = binary.AppendUvarint(w.key, uint64(w.number))
		w.key = append(w.key, w.trail...)
	}
}

func (w *worker[M]) appendKey(dst []byte, mover, observer int) []byte {
	return w.game.AppendInformation(binary.AppendUvarint(dst, uint64(mover)), observer)
}

// find returns the index of a move among the arms, adding it if it is new. It first tries the move's place in the position.
func (n *node[M]) find(m M, place int) int {
	if place < len(n.arms) && n.arms[place].move == m {
		return place
	}
	for i := range n.arms {
		if n.arms[i].move == m {
			return i
		}
	}
	n.arms = append(n.arms, arm[M]{move: m})
	return len(n.arms) - 1
}

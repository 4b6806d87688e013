package heuristic

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/ply-search/ply"
)

// merged replaces moves that together do the same for any value of a cell by one move, such as steps onto a square
// from all others. The new move has no condition on the cell, and need not be legal in any position.
//
// Relaxed costs do not change, since every cell holds some value, but estimates are faster. A cancelled ctx ends merging.
func (r *reachable) merged(ctx context.Context) reachable {
	values := make(map[int32]int) // by cell, how many it can take
	for _, c := range r.conditions {
		values[c.Cell]++
	}
	moves := slices.Clone(r.moves)
	for {
		groups := make(map[string]map[int32]int) // moves by the value that they need, by all else
		var keys []string
		for i := range moves {
			if ctx.Err() != nil {
				return reachable{r.conditions, moves}
			}
			for _, p := range moves[i].Preconditions {
				key := string(moves[i].withoutKey(p.Cell))
				if groups[key] == nil {
					groups[key] = make(map[int32]int)
					keys = append(keys, key)
				}
				groups[key][p.Value] = i
			}
		}
		gone := make([]bool, len(moves))
		before := len(moves)
		for _, key := range keys {
			group := slices.Sorted(maps.Values(groups[key]))
			first := moves[group[0]]
			cell := int32(binary.LittleEndian.Uint32([]byte(key)))
			rest, after := first.without(cell)
			missing := values[cell] - len(group)
			if len(rest.Modifications) == 0 {
				missing-- // a move that needs the value that it leads to would change nothing
			}
			if len(group) < 2 || missing > 0 || slices.ContainsFunc(group, func(i int) bool { return gone[i] }) {
				continue
			}
			var numbers []int32
			for _, i := range group {
				gone[i] = true
				numbers = append(numbers, moves[i].numbers...)
			}
			rest.Modifications = append(rest.Modifications, ply.Condition{Cell: cell, Value: after})
			moves = append(moves, reached{rest, first.cost, numbers})
		}
		if len(moves) == before {
			return reachable{r.conditions, moves}
		}
		kept := moves[:0]
		for i, m := range moves {
			if i >= before || !gone[i] {
				kept = append(kept, m)
			}
		}
		moves = kept
	}
}

// without returns a move without its conditions for a cell, and the value of the cell after the move.
func (m *reached) without(cell int32) (rest ply.Footprint, after int32) {
	for _, c := range m.Preconditions {
		if c.Cell == cell {
			after = c.Value
		} else {
			rest.Preconditions = append(rest.Preconditions, c)
		}
	}
	for _, c := range m.Modifications {
		if c.Cell == cell {
			after = c.Value
		} else {
			rest.Modifications = append(rest.Modifications, c)
		}
	}
	return rest, after
}

// withoutKey returns a key shared by all moves that differ from m only in the value of a cell before the move.
func (m *reached) withoutKey(cell int32) []byte {
	rest, after := m.without(cell)
	key := binary.LittleEndian.AppendUint32(nil, uint32(cell))
	key = binary.LittleEndian.AppendUint32(key, uint32(after))
	key = binary.LittleEndian.AppendUint64(key, uint64(m.cost))
	key = binary.LittleEndian.AppendUint32(key, uint32(len(rest.Preconditions)))
	for _, list := range [][]ply.Condition{rest.Preconditions, rest.Modifications} {
		slices.SortFunc(list, func(a, b ply.Condition) int { return int(a.Cell) - int(b.Cell) })
		for _, c := range list {
			key = binary.LittleEndian.AppendUint32(key, uint32(c.Cell))
			key = binary.LittleEndian.AppendUint32(key, uint32(c.Value))
		}
	}
	return key
}

package circuit

import (
	"slices"
)

// useExclusive uses that each role makes exactly one move. A gate that depends on the moves of a single role is then a
// choice: a set of these moves, one of which is made. Equal choices are merged. Several choices of a role that feed one
// gate are replaced by their union (for And: their intersection), if its moves, or the moves outside it, are fewer than
// the wires of the choices.
//
// Descriptions say of nearly every fact that it stays unless a move touches it. Ground rules make this an Or of most moves,
// and most of a large circuit. Here it becomes the negation of an Or of few.
func (g *Graph) useExclusive() bool {
	e := &exclusive{Graph: g, role: make([]int, len(g.gates)), sets: make([][]int32, len(g.gates)),
		possible: make([][]int32, len(g.Roles)), stamps: make([]int32, g.inputs), work: exclusiveWork}
	for node := range e.role {
		e.role[node] = -1
	}
	from, _ := g.span(partLegal)
	input := len(g.Facts)
	for role, moves := range g.Moves {
		for range moves {
			if !g.isFalse(g.outputs[from]) {
				e.role[input], e.sets[input] = role, []int32{int32(input)}
				e.possible[role] = append(e.possible[role], int32(input))
			}
			from, input = from+1, input+1
		}
	}
	order := g.order()
	for _, node := range order {
		e.learn(node)
	}
	if e.merge(order) {
		return true
	}
	changed := false
	for node := range int32(len(e.role)) {
		for role := range e.possible {
			changed = e.combine(node, role) || changed
		}
	}
	return changed
}

// exclusiveWork bounds the moves that useExclusive looks at, and so its memory and its time, to about 0.1 s.
const exclusiveWork = 1 << 25

type exclusive struct {
	*Graph
	role     []int     // the role if a node is a choice, otherwise -1
	sets     [][]int32 // the moves of a choice, increasing
	possible [][]int32 // the moves of each role that are ever legal
	stamps   []int32   // how many choices have a move; scratch
	work     int       // the rest of exclusiveWork
	joined   []int32   // scratch
}

func (e *exclusive) learn(node int32) {
	gate, preds := e.gates[node], e.preds[node]
	if gate == Input || len(preds) == 0 || e.onCycle(node) {
		return
	}
	role := e.role[preds[0]]
	for _, p := range preds {
		if role < 0 || e.role[p] != role {
			return
		}
	}
	if set, ok := e.join(gate, role, preds); ok {
		e.role[node], e.sets[node] = role, set
	}
}

// join returns the set of a gate whose predecessors are choices of one role. ok is false if no work is left.
func (e *exclusive) join(gate Gate, role int, choices []int32) (set []int32, ok bool) {
	for _, c := range choices {
		e.work -= len(e.sets[c])
		for _, move := range e.sets[c] {
			e.stamps[move]++
		}
	}
	e.work -= len(e.possible[role])
	for _, move := range e.possible[role] {
		n := e.stamps[move]
		e.stamps[move] = 0
		if gate == Or && n > 0 || gate == And && int(n) == len(choices) || gate == Not && n == 0 {
			set = append(set, move)
		}
	}
	return set, e.work >= 0
}

// merge replaces choices by equal earlier ones and by constants.
func (e *exclusive) merge(order []int32) bool {
	s := e.newSubstitution()
	first := make(map[uint64]int32)
	changed := false
	for _, node := range order {
		role := e.role[node]
		if role < 0 {
			continue
		}
		set := e.sets[node]
		switch len(set) {
		case 0:
			e.set(node, false)
			changed = true
			continue
		case len(e.possible[role]):
			if e.gates[node] != Input {
				e.set(node, true)
				changed = true
			}
			continue
		}
		hash := hashNodes(uint64(role), set)
		same, known := first[hash]
		switch {
		case !known:
			first[hash] = node
		case e.gates[node] != Input && e.role[same] == role && slices.Equal(e.sets[same], set):
			s[node] = same
		}
	}
	return e.apply(s) || changed
}

// combine replaces the choices of a role among the predecessors of a gate, if that saves wires.
func (e *exclusive) combine(node int32, role int) bool {
	gate, wires := e.gates[node], 0
	if gate != And && gate != Or {
		return false
	}
	chosen := func(p int32) bool { return int(p) < len(e.role) && e.role[p] == role }
	e.joined = e.joined[:0]
	for _, p := range e.preds[node] {
		if !chosen(p) {
			continue
		}
		e.joined = append(e.joined, p)
		if wires++; e.gates[p] == Not {
			wires++
		}
	}
	if len(e.joined) < 2 {
		return false
	}
	set, ok := e.join(gate, role, e.joined)
	inside, outside := len(set), len(e.possible[role])-len(set)
	if gate == And && inside > 1 {
		inside++ // with an Or for the set
	}
	rest := slices.DeleteFunc(slices.Clone(e.preds[node]), chosen)
	switch {
	case !ok:
		return false
	case gate == And && len(set) == 0, gate == Or && outside == 0:
		e.set(node, gate == Or)
		return true
	case outside+1 < min(inside, wires):
		others := slices.DeleteFunc(slices.Clone(e.possible[role]), func(move int32) bool { return contains(set, move) })
		rest = append(rest, e.add(Not, []int32{e.add(Or, others)}))
	case inside >= wires:
		return false
	case gate == And && len(set) > 1:
		rest = append(rest, e.add(Or, set))
	default:
		rest = append(rest, set...)
	}
	e.preds[node] = rest
	e.tidy(node)
	return true
}

package heuristic

import "math"

// A landmarkCut is the estimate [LandmarkCut].
//
// The supporter of an operator is its most expensive need. In the graph of arcs from supporters to what their
// operators make true, atoms cost the same as under [Max]. The goal zone consists of the atoms from which the goal is
// reachable at no further cost. The operators that lead into the zone from atoms reachable outside are a cut: every
// solution contains one of them. Their least cost is subtracted from their costs, and added to the estimate. This
// repeats until the goal costs nothing.
type landmarkCut struct {
	exploration
	costs      []int   // the remaining costs of the operators
	supporters []int32 // by operator, or none while it cannot be had
	cut        []int32
	aims       []int32 // by condition of the goal, how many cuts were for it

	// For finding a cut:
	places  []place // of the atoms
	zone    []int32 // the atoms in the goal zone
	leading []int32 // the operators with a cost that make an atom of the zone true
	leads   []bool  // by operator, whether it is one of them
	judged  []int32 // the atoms that are outside or inside
	before  []int32 // by atom judged, the atom before it in the search, or none
}

// A place is the position of an atom relative to the goal zone.
type place byte

const (
	unknown place = iota
	inZone        // in the zone
	outside       // can be reached without the zone
	inside        // can be reached by way of the zone only
)

func newLandmarkCut(t *task) *landmarkCut {
	atoms, operators := t.atomCount, len(t.costs)
	return &landmarkCut{
		exploration: newExploration(t),
		costs:       make([]int, operators),
		supporters:  make([]int32, operators),
		aims:        make([]int32, atoms),
		places:      make([]place, atoms),
		leads:       make([]bool, operators),
		before:      make([]int32, atoms),
	}
}

func (l *landmarkCut) estimate(state []int32) int {
	if l.task.missing[l.last()] == 0 {
		return 0
	}
	l.explore(state)
	goal := l.goal()
	if l.values[goal] == math.MaxInt {
		return math.MaxInt
	}
	total := 0
	clear(l.aims)
	for l.values[goal] > 0 {
		l.aims[l.supporters[l.last()]]++
		l.findCut()
		total = plus(total, l.reduce())
		l.update()
	}
	return total
}

// explore computes the costs under Max and the supporters, from atoms that cost nothing.
func (l *landmarkCut) explore(state []int32) {
	l.begin(state)
	copy(l.costs, l.task.costs)
	for i := range l.supporters {
		l.supporters[i] = none
	}
	for {
		e, ok := l.next()
		if !ok {
			return
		}
		for _, op := range l.users.of(e.atom) {
			if l.missing[op]--; l.missing[op] > 0 {
				continue
			}
			// On ties, the need that fewest operators make true gives a smaller cut, and leaves more costs to other cuts.
			needs := l.needs.of(op)
			i := 0
			for l.values[needs[i]] < e.value { // none costs more, as they are taken out in order
				i++
			}
			l.supporters[op] = needs[i]
			cost := plus(e.value, l.costs[op])
			for _, atom := range l.makes.of(op) {
				l.lower(atom, cost)
			}
		}
	}
}

// dearest returns the most expensive need of an operator, the given one on ties.
func (l *landmarkCut) dearest(op, dearest int32) int32 {
	for _, atom := range l.needs.of(op) {
		if l.values[atom] > l.values[dearest] {
			dearest = atom
		}
	}
	return dearest
}

func (l *landmarkCut) findCut() {
	for _, atom := range l.zone {
		l.places[atom] = unknown
	}
	for _, atom := range l.judged {
		l.places[atom] = unknown
	}
	for _, op := range l.leading {
		l.leads[op] = false
	}
	l.zone, l.judged, l.leading, l.cut = append(l.zone[:0], l.goal()), l.judged[:0], l.leading[:0], l.cut[:0]
	l.places[l.goal()] = inZone
	for i := 0; i < len(l.zone); i++ {
		for _, op := range l.makers.of(l.zone[i]) {
			s := l.supporters[op]
			switch {
			case s == none || l.leads[op]:
			case l.costs[op] > 0:
				l.leading, l.leads[op] = append(l.leading, op), true
			case l.places[s] == unknown:
				l.zone, l.places[s] = append(l.zone, s), inZone
			}
		}
	}
	for _, op := range l.leading {
		if s := l.supporters[op]; l.places[s] != inZone && l.isOutside(s) {
			l.cut = append(l.cut, op)
		}
	}
}

// isOutside reports whether an atom outside the goal zone is reachable without the zone.
//
// An atom that costs less than the goal is: the atoms that support it are, too, and none is in the zone. For other
// atoms, a search goes back over supporters to such an atom. The usual forward search reaches almost every atom.
func (l *landmarkCut) isOutside(atom int32) bool {
	bound := l.values[l.goal()]
	if l.values[atom] < bound || l.places[atom] == outside {
		return true
	}
	if l.places[atom] == inside {
		return false
	}
	begin := len(l.judged)
	l.judge(atom, none)
	for i := begin; i < len(l.judged); i++ {
		atom := l.judged[i]
		for _, op := range l.makers.of(atom) {
			s := l.supporters[op]
			switch {
			case s == none || l.leads[op]:
			case l.values[s] < bound || l.places[s] == outside:
				l.acquit(begin, atom)
				return true
			case l.places[s] == unknown:
				l.judge(s, atom)
			}
		}
	}
	return false
}

// judge presumes that an atom is inside. from is the atom before it in the search.
func (l *landmarkCut) judge(atom, from int32) {
	l.places[atom], l.before[atom] = inside, from
	l.judged = append(l.judged, atom)
}

// acquit marks an atom and those before it as outside, and the other judged atoms as unknown.
func (l *landmarkCut) acquit(begin int, atom int32) {
	for ; atom != none; atom = l.before[atom] {
		l.places[atom] = outside
	}
	kept := l.judged[:begin]
	for _, atom := range l.judged[begin:] {
		if l.places[atom] == outside {
			kept = append(kept, atom)
		} else {
			l.places[atom] = unknown
		}
	}
	l.judged = kept
}

// reduce subtracts the least cost of the operators of the cut from all of them, and returns it.
func (l *landmarkCut) reduce() int {
	least := math.MaxInt
	for _, op := range l.cut {
		least = min(least, l.costs[op])
	}
	for _, op := range l.cut {
		l.costs[op] -= least
	}
	return least
}

// update recomputes the costs under Max and the supporters where the cheaper operators change them.
func (l *landmarkCut) update() {
	l.open.empty()
	for _, op := range l.cut {
		l.offer(op, l.supporters[op]) // of which an operator before may have lowered the cost
	}
	for {
		e, ok := l.next()
		if !ok {
			return
		}
		for _, op := range l.users.of(e.atom) {
			if l.supporters[op] == e.atom {
				l.offer(op, e.atom)
			}
		}
	}
}

// offer recomputes the supporter of an operator, and lowers the costs of its effects.
func (l *landmarkCut) offer(op, supporter int32) {
	if op == l.last() {
		supporter = l.aim()
	} else {
		supporter = l.dearest(op, supporter)
	}
	l.supporters[op] = supporter
	cost := plus(l.values[supporter], l.costs[op])
	for _, atom := range l.makes.of(op) {
		l.lower(atom, cost)
	}
}

// aim returns the condition of the goal for the next cut: the most expensive one, and on ties one with the fewest
// cuts. A second cut for a condition uses up costs of moves that cuts for other conditions could use: if all squares
// of a board must be visited, A* would visit twenty times as many positions.
func (l *landmarkCut) aim() int32 {
	needs := l.needs.of(l.last())
	best := needs[0]
	for _, atom := range needs {
		if l.values[atom] > l.values[best] || l.values[atom] == l.values[best] && l.aims[atom] < l.aims[best] {
			best = atom
		}
	}
	return best
}

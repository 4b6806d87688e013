package puct

import (
	"cmp"
	"math/bits"
	"slices"
)

// A schedule is sequential halving: in each of ⌈log₂ moves⌉ phases the moves get the same number of simulations; then
// half of them remain, but at least two, which share the rest in the same way. (Karnin, Koren and Somekh 2013,
// algorithm 2; with these roundings Danihelka and others 2022.)
type schedule struct {
	simulations int
	phases      int
	moves       int // of the present phase
	end         int // the number of simulations after which the next phase begins
}

func newSchedule(simulations, moves int) schedule {
	s := schedule{simulations: simulations, phases: bits.Len(uint(moves - 1)), moves: moves}
	s.extend()
	return s
}

func (s *schedule) extend() {
	if s.moves == 1 {
		s.end = s.simulations
		return
	}
	s.end += max(1, s.simulations/s.phases/s.moves) * s.moves
}

func (s *schedule) halve() {
	s.moves = max(min(2, s.moves), s.moves/2)
	s.extend()
}

type top struct {
	priors   []float64 // with noise, for PUCT
	gumbel   []float64 // the noise of Gumbel
	added    []uint32  // simulations of this search by move, those in flight included
	assigned int       // all of them
	schedule schedule
	alive    []int     // moves of the present phase, the best first
	scores   []float64 // of all moves, when they were last compared
}

func (t *Tree[G, M]) beginTop(simulations int) {
	n := t.store.Nodes.At(t.store.Root)
	count := int(n.Count)
	if n.byChance {
		t.top.added = t.top.added[:0]
		return
	}
	if t.opt.upper.Noise > 0 {
		t.drawDirichlet(n)
	}
	if !t.opt.scheduled {
		return
	}
	top := &t.top
	top.added, top.assigned = append(top.added[:0], make([]uint32, count)...), 0
	if t.opt.improves {
		t.drawGumbel(count)
	}
	top.alive = top.alive[:0]
	for i, a := range t.store.arcsOf(n) {
		if t.only == nil || slices.Contains(t.only, a.move) {
			top.alive = append(top.alive, i)
		}
	}
	top.schedule = newSchedule(simulations, min(len(top.alive), t.opt.considered, simulations))
	t.rank()
}

// rank sorts the remaining moves by score, and drops those beyond the phase's number.
func (t *Tree[G, M]) rank() {
	top := &t.top
	t.scoreTop()
	slices.SortStableFunc(top.alive, func(a, b int) int { return cmp.Compare(top.scores[b], top.scores[a]) })
	top.alive = top.alive[:min(len(top.alive), top.schedule.moves)]
}

func (t *Tree[G, M]) scoreTop() {
	n := t.store.Nodes.At(t.store.Root)
	arcs := t.store.arcsOf(n)
	top := &t.top
	if t.opt.improves {
		top.scores = t.scoreGumbel(top.scores[:0], n, arcs)
		return
	}
	top.scores = top.scores[:0]
	for i := range arcs {
		a := &arcs[i]
		score := n.mean()
		if a.visits > 0 {
			score = a.mean(t.unit)
		}
		prior := float64(a.prior)
		if t.opt.upper.Noise > 0 {
			prior = top.priors[i]
		}
		// Ties are broken by priors.
		top.scores = append(top.scores, score+1e-9*prior)
	}
}

func (t *Tree[G, M]) barred() bool {
	return t.scheduled() && t.top.assigned == t.top.schedule.end && t.store.Nodes.At(t.store.Root).flight > 0
}

// chooseScheduled chooses the moves of a phase in turn. It returns -1 between phases while evaluations are pending.
func (t *Tree[G, M]) chooseScheduled() int {
	if t.barred() {
		return -1
	}
	top := &t.top
	if top.assigned == top.schedule.end {
		top.schedule.halve()
		t.rank()
	}
	next := top.alive[0]
	for _, i := range top.alive {
		if top.added[i] < top.added[next] {
			next = i
		}
	}
	top.added[next]++
	top.assigned++
	return next
}

func (t *Tree[G, M]) retract(arc uint32) {
	if t.scheduled() {
		t.top.added[arc-t.store.Nodes.At(t.store.Root).First]--
		t.top.assigned--
	}
}

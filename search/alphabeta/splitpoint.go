package alphabeta

import (
	"slices"
	"sync/atomic"
)

// A splitPoint is a position whose moves are searched by its owner, whose search reached it, and helpers (helper.go).
type splitPoint[M comparable] struct {
	parent *splitPoint[M] // the owner's split point before; nil for none
	way    []step[M]      // from there, or from the start, to the position
	moves  []choice[M]    // in the order to try them
	cut    atomic.Bool    // a move caused a cutoff

	// Guarded by the team's lock.
	node          // the owner's: alpha, best and bestMove change
	taken     int // the number of moves taken
	last      int // the move that raised alpha last, -1 for none
	variation []M // the line after that move, at a PV node
	helpers   int
	added     caveats // the caveats of helpers
}

type step[M comparable] struct {
	move  M
	moved bool
}

type choice[M comparable] struct {
	move   M
	index  int
	deeper int // the depth after it
}

var sharedPart = 32 // changed by tests

// shares reports whether to share the rest of a position's moves after searching the first since this number of nodes:
// a worker is waiting, and these moves took long enough; their brothers are likely to take as long. The measure is the
// number of nodes between two looks at the clock, up to a millisecond, about the same in every game.
func (s *negamax[M]) shares(left, since int) bool {
	return left > 1 && s.stats.Nodes-since >= s.control.Stride()/sharedPart && s.worker.team.wanted.Load() > 0
}

// split shares the moves of the present position from number first on, and notes the best value and move.
func (s *negamax[M]) split(v *node, first int) {
	w, level, k := s.worker, v.level, &s.path.frames[v.level].picker
	sp := w.splitPoint()
	sp.parent, sp.node, sp.last = w.current, *v, -1
	from := 0
	if sp.parent != nil {
		from = sp.parent.level
	}
	for _, f := range s.path.frames[from:level] {
		sp.way = append(sp.way, step[M]{f.move, !f.null})
	}
	moves := s.path.stack[v.start:]
	end := min(len(moves), s.rules.tree.Width[v.me])
	for i := first; i < end; i++ {
		index := inTurn(v.hashMove, i)
		if i >= v.pickFrom {
			index = s.order.pick(&s.path, k, v.start, level, v.me)
		}
		if deeper := s.depthAfter(v, s.path.frames[level], moves[index], i); deeper != leftOut {
			sp.moves = append(sp.moves, choice[M]{moves[index], index, deeper})
		}
	}
	if len(sp.moves) == 0 { // selectivity leaves out all
		if end < len(moves) {
			s.caveats.narrow()
		}
		w.spare = append(w.spare, sp)
		return
	}
	s.stats.split()
	w.team.publish(sp)
	s.work(sp)
	if s.control.stopped {
		w.team.withdraw(sp)
	}
	for s.helpBeneath(sp) {
	}
	s.isCalledOff() // after a cutoff by a helper
	s.caveats.add(sp.added, caveats{})
	s.history.restOn(unknownTime) // searches of other workers
	if sp.last >= 0 && sp.isPV() {
		rest := &s.path.frame(level + 1).line
		s.path.Set(rest, sp.variation[1:])
		s.path.improve(level, sp.variation[0], rest, sp.best)
	}
	switch {
	case s.control.stopped:
	case sp.cut.Load():
		s.stats.cutoff(first)
		if s.order.learns {
			s.learn(v, first+sp.last, sp.moves[sp.last].move)
		}
	case end < len(moves):
		s.caveats.narrow()
	}
	v.best, v.bestMove = sp.best, sp.bestMove
	w.spare = append(w.spare, sp)
}

func (w *worker[M]) splitPoint() *splitPoint[M] {
	last := len(w.spare) - 1
	if last < 0 {
		return new(splitPoint[M])
	}
	sp := w.spare[last]
	w.spare = w.spare[:last]
	sp.way, sp.moves, sp.variation = sp.way[:0], sp.moves[:0], sp.variation[:0]
	sp.taken = 0
	sp.added.reset()
	sp.cut.Store(false)
	return sp
}

// work searches moves of a split point, the present position, until none is left or all leave it.
func (s *negamax[M]) work(sp *splitPoint[M]) {
	w := s.worker
	outer := w.current
	w.current = sp
	here := s.path.frame(sp.level)
	for !s.control.stopped {
		i, v := w.team.nextMove(sp)
		if i < 0 {
			break
		}
		value, _ := s.try(&v, here, sp.moves[i].move, sp.moves[i].deeper, true)
		if !s.control.stopped {
			w.team.update(s, sp, i, value)
		}
	}
	w.current = outer
	s.isCalledOff() // a cutoff here stops nothing else
}

// isCalledOff reports whether a split point, or one above it, is cut off.
func (sp *splitPoint[M]) isCalledOff() bool {
	for ; sp != nil; sp = sp.parent {
		if sp.cut.Load() {
			return true
		}
	}
	return false
}

// isBeneath reports whether own is the split point or one above it; all are beneath nil.
func (sp *splitPoint[M]) isBeneath(own *splitPoint[M]) bool {
	for ; sp != own; sp = sp.parent {
		if sp == nil {
			return false
		}
	}
	return true
}

func (t *team[M]) publish(sp *splitPoint[M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = append(t.open, sp)
	t.wanted.Add(-1)
	t.news.Broadcast()
}

func (t *team[M]) withdraw(sp *splitPoint[M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shut(sp)
}

func (t *team[M]) shut(sp *splitPoint[M]) {
	if i := slices.Index(t.open, sp); i >= 0 {
		t.open = slices.Delete(t.open, i, i+1)
		t.wanted.Add(1)
	}
}

func (t *team[M]) nextMove(sp *splitPoint[M]) (i int, v node) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sp.cut.Load() || sp.taken == len(sp.moves) {
		return -1, v
	}
	i = sp.taken
	if sp.taken++; sp.taken == len(sp.moves) {
		t.shut(sp)
	}
	return i, sp.node
}

// update records the value of a move of a split point, searched by s, and its line if it is the best.
func (t *team[M]) update(s *negamax[M], sp *splitPoint[M], i, value int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sp.cut.Load() {
		return
	}
	if value > sp.best {
		sp.best, sp.bestMove = value, sp.moves[i].index
	}
	if value <= sp.alpha {
		return
	}
	if sp.isPV() {
		sp.variation = s.path.Moves(append(sp.variation[:0], sp.moves[i].move), s.path.frames[sp.level+1].line)
	}
	sp.alpha, sp.last = value, i
	if value >= sp.beta {
		sp.cut.Store(true)
		t.shut(sp)
	}
}

package alphabeta

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/ply-search/ply"
)

// A splitPoint is a position whose moves several workers of a team search at a time: its owner, who came
// to it in the course of its search, and helpers.
type splitPoint[M comparable] struct {
	parent          *splitPoint[M] // that its owner came from; nil for none
	way             []played[M]    // from there, or from the start, to the position
	at              int            // how many moves that is away from the start
	depth, beta, me int
	tried           int         // moves, before those below
	pv              bool        // it is a PV node
	moves           []choice[M] // in the order that they are to be tried in
	cut             atomic.Bool // one of them was good enough

	// What the team's lock is for.
	taken     int // of the moves
	alpha     int
	best      int
	bestMove  int // its number in the order of the game
	last      int // the move that raised alpha last, -1 for none
	variation []M // the line that it begins, at a PV node
	helpers   int
	assumed   assumptions // what helpers added to their own counts
}

// A played is a move, or a null move.
type played[M comparable] struct {
	move  M
	moved bool
}

// A choice is a move and its number in the order of the game.
type choice[M comparable] struct {
	move  M
	index int
}

// A worker is the state of one search of a team.
type worker[M comparable] struct {
	team    *team[M]
	at      *splitPoint[M]   // whose moves it searches; nil for none
	spare   []*splitPoint[M] // that it has done with
	clockAt int              // the number of nodes at which to look at the clock
}

// What is worth sharing, and how soon a search that need not go on ends, is measured by the nodes between two
// looks at the clock, which take up to a millisecond: so it is about the same time in every game.
const cutPart = 32

var sharedPart = 32 // to be changed by tests

// shares reports whether it is worth while to share the moves left of a position, the first of which were
// searched since the search had that number of nodes: whether those took long enough, and somebody is waiting. Being
// brothers, the moves left are likely to take as long.
func (s *negamax[M]) shares(left, since int) bool {
	return left > 1 && s.stats.Nodes-since >= s.control.Stride()/sharedPart && s.worker.team.wanted.Load() > 0
}

// split shares the moves of the present position from number first on, and notes the best value and move. pv says
// whether it is a PV node.
func (s *negamax[M]) split(v *visit, first int, pv bool) {
	m, at, here := s.worker, v.at, s.levels[v.at]
	sp := m.splitPoint()
	sp.parent, sp.at, sp.depth, sp.beta, sp.me, sp.tried, sp.pv = m.at, at, v.depth, v.beta, v.me, first, pv
	sp.alpha, sp.best, sp.bestMove, sp.last = v.alpha, v.best, v.bestMove, -1
	for _, l := range s.levels[m.at.distance():at] {
		sp.way = append(sp.way, played[M]{l.move, l.moved})
	}
	moves := s.stack[v.start:]
	end := min(len(moves), s.width[v.me])
	for i := first; i < end; i++ {
		index := inTurn(v.hint, i)
		if !v.plain {
			index = s.pick(here, v.start, v.hint, i, at, v.me)
		}
		sp.moves = append(sp.moves, choice[M]{moves[index], index})
	}
	s.stats.splits++
	m.team.publish(sp)
	s.work(sp)
	if s.control.stopped {
		m.team.withdraw(sp)
	}
	for s.helpBeneath(sp) {
	}
	s.isCalledOff() // by what a helper found out, perhaps
	s.assumed.add(sp.assumed, assumptions{})
	s.since = 0 // it depends on what others searched
	if sp.last >= 0 && sp.pv {
		rest := &s.level(at + 1).line
		s.Set(rest, sp.variation[1:])
		s.improve(at, sp.variation[0], rest, sp.best)
	}
	switch {
	case s.control.stopped:
	case sp.cut.Load():
		s.stats.cutoffs++
		if s.learns {
			s.learn(v, first+sp.last, sp.moves[sp.last].move)
		}
	case end < len(moves):
		s.assumed.narrow()
	}
	m.spare = append(m.spare, sp)
	v.best, v.bestMove = sp.best, sp.bestMove
}

// splitPoint returns one that is empty.
func (m *worker[M]) splitPoint() *splitPoint[M] {
	last := len(m.spare) - 1
	if last < 0 {
		return new(splitPoint[M])
	}
	sp := m.spare[last]
	m.spare = m.spare[:last]
	sp.way, sp.moves, sp.variation = sp.way[:0], sp.moves[:0], sp.variation[:0]
	sp.taken = 0
	sp.assumed.reset()
	sp.cut.Store(false)
	return sp
}

// work searches moves of a split point, where the game is, until none is left or all leave it.
func (s *negamax[M]) work(sp *splitPoint[M]) {
	m, at := s.worker, sp.at
	outer := m.at
	m.at = sp
	here, v := s.level(at), visit{at: at, depth: sp.depth, beta: sp.beta, me: sp.me}
	for !s.control.stopped {
		i, alpha := m.team.nextMove(sp)
		if i < 0 {
			break
		}
		v.alpha = alpha
		value, _ := s.try(&v, here, sp.tried+i, sp.moves[i].move)
		if !s.control.stopped {
			m.team.update(s, sp, i, value)
		}
	}
	m.at = outer
	s.isCalledOff() // a cutoff here calls off nothing else
}

// help helps wherever it can until all is done.
func (s *negamax[M]) help() {
	for s.helpBeneath(nil) {
	}
}

// helpBeneath waits for a split point beneath one of its own, where the game is, or beneath the start for nil,
// and helps there. It reports false, having done nothing, when there will be no more.
func (s *negamax[M]) helpBeneath(own *splitPoint[M]) bool {
	idle := time.Now()
	sp := s.worker.team.await(own)
	s.control.Pause(time.Since(idle))
	if sp == nil {
		return false
	}
	defer s.leave(sp, s.assumed)
	s.goTo(sp, own)
	s.notePosition(sp.at)
	s.work(sp)
	s.comeBack(sp, own)
	return true
}

// goTo takes the game to a split point from one that it is beneath.
func (s *negamax[M]) goTo(sp, own *splitPoint[M]) {
	if sp.parent != own {
		s.goTo(sp.parent, own)
	}
	for _, p := range sp.way {
		l := s.level(s.at)
		s.notePosition(s.at)
		if p.moved {
			s.play(l, s.at, p.move)
		} else {
			s.playNull(s.at)
		}
	}
}

// comeBack takes the game back to where goTo took it from.
func (s *negamax[M]) comeBack(sp, own *splitPoint[M]) {
	for ; sp != own; sp = sp.parent {
		for _, p := range slices.Backward(sp.way) {
			if p.moved {
				s.takeBack(s.at-1, p.move)
			} else {
				s.undoNull(s.at-1, len(s.stack))
			}
		}
	}
}

// distance returns how many moves a split point is away from the start, which nil stands for.
func (sp *splitPoint[M]) distance() int {
	if sp == nil {
		return 0
	}
	return sp.at
}

// leave is the end of helping at a split point, also if the game has panicked. The counts are those at
// the beginning.
func (s *negamax[M]) leave(sp *splitPoint[M], before assumptions) {
	t := s.worker.team
	t.mu.Lock()
	defer t.mu.Unlock()
	sp.assumed.add(s.assumed, before)
	if sp.helpers--; sp.helpers == 0 {
		t.news.Broadcast()
	}
}

// mustLeave is mustStop for a worker of a team. It looks at the clock as seldom, but more often for what
// others have found out.
func (s *negamax[M]) mustLeave() bool {
	m := s.worker
	if s.isCalledOff() {
		return true
	}
	if s.stats.Nodes >= m.clockAt {
		status := s.control.Poll(s.stats.Nodes)
		if status != ply.Complete {
			m.team.status.CompareAndSwap(uint32(ply.Complete), uint32(status))
			s.isCalledOff()
			return true
		}
		m.clockAt = s.control.PollAt
	}
	s.control.pollBy(min(m.clockAt, s.stats.Nodes+1+s.control.Stride()/cutPart))
	return false
}

// isCalledOff has the search stop, or go on, by whether all must stop, or nobody needs to know any more what is searched.
func (s *negamax[M]) isCalledOff() bool {
	return s.control.follow(ply.Status(s.worker.team.status.Load()), s.worker.at.isCalledOff())
}

// isCalledOff reports whether a split point, or one that it is beneath, is cut off.
func (sp *splitPoint[M]) isCalledOff() bool {
	for ; sp != nil; sp = sp.parent {
		if sp.cut.Load() {
			return true
		}
	}
	return false
}

// isBeneath reports whether one split point was come to from another, or is that; all are beneath nil.
func (sp *splitPoint[M]) isBeneath(own *splitPoint[M]) bool {
	for ; sp != own; sp = sp.parent {
		if sp == nil {
			return false
		}
	}
	return true
}

// publish opens a split point to those who wait.
func (t *team[M]) publish(sp *splitPoint[M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = append(t.open, sp)
	t.wanted.Add(-1)
	t.news.Broadcast()
}

// withdraw closes a split point that moves are left of.
func (t *team[M]) withdraw(sp *splitPoint[M]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shut(sp)
}

// shut takes a split point from those open, if it is one.
func (t *team[M]) shut(sp *splitPoint[M]) {
	if i := slices.Index(t.open, sp); i >= 0 {
		t.open = slices.Delete(t.open, i, i+1)
		t.wanted.Add(1)
	}
}

// await waits for a split point to help at, beneath one of its own, and returns the nearest to the start,
// where there is most to do. It returns nil once that of its own has no helpers any more, or all is done.
func (t *team[M]) await(own *splitPoint[M]) *splitPoint[M] {
	t.mu.Lock()
	defer t.mu.Unlock()
	for own == nil && !t.done || own != nil && own.helpers > 0 {
		var found *splitPoint[M]
		for _, sp := range t.open {
			if (found == nil || sp.at < found.at) && sp.isBeneath(own) && !sp.isCalledOff() {
				found = sp
			}
		}
		if found != nil {
			found.helpers++
			return found
		}
		t.wanted.Add(1)
		t.news.Wait()
		t.wanted.Add(-1)
	}
	return nil
}

// nextMove returns the next move of a split point and the present alpha, or -1 if none exists.
func (t *team[M]) nextMove(sp *splitPoint[M]) (i, alpha int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if sp.cut.Load() || sp.taken == len(sp.moves) {
		return -1, 0
	}
	i = sp.taken
	if sp.taken++; sp.taken == len(sp.moves) {
		t.shut(sp)
	}
	return i, sp.alpha
}

// update makes the value of a move of a split point, which s has searched, and the line behind it the best, if it is.
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
	if sp.pv {
		sp.variation = s.Moves(append(sp.variation[:0], sp.moves[i].move), s.levels[sp.at+1].line)
	}
	sp.alpha, sp.last = value, i
	if value >= sp.beta {
		sp.cut.Store(true)
		t.shut(sp)
	}
}

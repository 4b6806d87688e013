package alphabeta

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// How an idle worker gets a part of the tree: it waits for a split point that is open, takes its game there, and searches
// moves of it (work).

// A worker is the state of one search of a team.
type worker[M comparable] struct {
	team    *team[M]
	current *splitPoint[M]   // whose moves it searches; nil for none
	spare   []*splitPoint[M] // that it has done with
	clockAt int              // the number of nodes at which to look at the clock
}

// help helps wherever it can until all is done.
func (s *negamax[M]) help() {
	for s.helpBeneath(nil) {
	}
}

// helpBeneath waits for a split point beneath own, where the game is, or beneath the start for nil, and helps there. It reports
// false, having done nothing, when there will be no more.
func (s *negamax[M]) helpBeneath(own *splitPoint[M]) bool {
	idle := time.Now()
	sp := s.worker.team.await(own)
	s.control.Pause(time.Since(idle))
	if sp == nil {
		return false
	}
	defer s.leave(sp, s.caveats)
	s.goTo(sp, own)
	s.notePlace(sp.level)
	s.work(sp)
	s.comeBack(sp, own)
	return true
}

// await waits for a split point to help at, beneath own, and returns the nearest to the start, where there is most to do. It
// returns nil once own has no helpers any more, or all is done.
func (t *team[M]) await(own *splitPoint[M]) *splitPoint[M] {
	t.mu.Lock()
	defer t.mu.Unlock()
	for own == nil && !t.done || own != nil && own.helpers > 0 {
		var found *splitPoint[M]
		for _, sp := range t.open {
			if (found == nil || sp.level < found.level) && sp.isBeneath(own) && !sp.isCalledOff() {
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

// goTo takes the game to a split point from one that it is beneath.
func (s *negamax[M]) goTo(sp, own *splitPoint[M]) {
	if sp.parent != own {
		s.goTo(sp.parent, own)
	}
	for _, m := range sp.way {
		level := s.path.level
		here := s.path.frame(level)
		s.notePlace(level)
		if m.moved {
			s.path.play(here, level, m.move)
		} else {
			s.path.playNull(s.rules.passer, level)
		}
	}
}

// comeBack takes the game back to where goTo took it from.
func (s *negamax[M]) comeBack(sp, own *splitPoint[M]) {
	for ; sp != own; sp = sp.parent {
		for _, m := range slices.Backward(sp.way) {
			level := s.path.level - 1
			if m.moved {
				s.path.takeBack(level, m.move)
			} else {
				s.path.undoNull(s.rules.passer, level, len(s.path.stack))
			}
		}
	}
}

// leave is the end of helping at a split point, also if the game has panicked. The caveats are those at the beginning.
func (s *negamax[M]) leave(sp *splitPoint[M], before caveats) {
	t := s.worker.team
	t.mu.Lock()
	defer t.mu.Unlock()
	sp.added.add(s.caveats, before)
	if sp.helpers--; sp.helpers == 0 {
		t.news.Broadcast()
	}
}

// cutPart is how many times as often as at the clock a worker looks whether the others still need its search.
const cutPart = 32

// mustLeave is mustStop for a worker of a team. It looks at the clock as seldom, but more often whether others still need its
// search.
func (s *negamax[M]) mustLeave() bool {
	w := s.worker
	if s.isCalledOff() {
		return true
	}
	if s.stats.Nodes >= w.clockAt {
		status := s.control.Poll(s.stats.Nodes)
		if status != ply.Complete {
			w.team.status.CompareAndSwap(uint32(ply.Complete), uint32(status))
			s.isCalledOff()
			return true
		}
		w.clockAt = s.control.PollAt
	}
	s.control.pollBy(min(w.clockAt, s.stats.Nodes+1+s.control.Stride()/cutPart))
	return false
}

// isCalledOff has the search stop if all must stop or nobody needs its value any more, and else go on.
func (s *negamax[M]) isCalledOff() bool {
	return s.control.follow(ply.Status(s.worker.team.status.Load()), s.worker.current.isCalledOff())
}

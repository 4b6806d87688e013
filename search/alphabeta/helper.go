package alphabeta

import (
	"slices"
	"time"

	"github.com/ply-search/ply"
)

// An idle worker waits for an open split point, takes its game there, and searches moves of it (work).

type worker[M comparable] struct {
	team    *team[M]
	current *splitPoint[M]   // whose moves it searches; nil for none
	spare   []*splitPoint[M] // finished ones, for reuse
	clockAt int              // the number of nodes at which to look at the clock
}

func (s *negamax[M]) help() {
	for s.helpBeneath(nil) {
	}
}

// helpBeneath waits for a split point beneath own, or anywhere if nil, and helps there. It returns false at the end.
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

// await returns the split point beneath own nearest to the start, or nil once own has no helpers or all is done.
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

// goTo takes the game from own to a split point beneath it.
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

// leave ends the help at a split point, also after a panic of the game. before is the caveats at the beginning.
func (s *negamax[M]) leave(sp *splitPoint[M], before caveats) {
	t := s.worker.team
	t.mu.Lock()
	defer t.mu.Unlock()
	sp.added.add(s.caveats, before)
	if sp.helpers--; sp.helpers == 0 {
		t.news.Broadcast()
	}
}

const cutPart = 32

// mustLeave is mustStop for a worker of a team. It also polls whether its search is still needed.
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

// isCalledOff stops the search if all must stop or its value is no longer needed, and otherwise resumes it.
func (s *negamax[M]) isCalledOff() bool {
	return s.control.follow(ply.Status(s.worker.team.status.Load()), s.worker.current.isCalledOff())
}

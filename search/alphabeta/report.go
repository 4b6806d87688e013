package alphabeta

import (
	"fmt"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// Progress, the result of a search, and the line of moves for the error of a game that panicked.

func (s *negamax[M]) limits(limits ply.Limits, opt *Options[M]) stop.Limits {
	l := stop.Limits{Limits: limits}
	if opt.Progress != nil {
		l.Report = func() {
			r := s.snapshot()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return l
}

func (s *negamax[M]) snapshot() Result[M] {
	r := s.reportOf(ply.InProgress)
	if s.control.Total != nil {
		r.Nodes = max(int(s.control.Total.Load()), s.root.before)
	}
	if line := s.path.frame(0).line; !line.Empty() {
		s.showUnfinished(&r, s.path.Moves(nil, line), s.path.frame(0).value)
	}
	return r
}

// showUnfinished sets the line and the value to those that the present depth has found so far.
func (s *negamax[M]) showUnfinished(r *Result[M], line []M, value int) {
	r.Line = line
	r.setMove()
	r.Value, r.Distance = s.scale.show(value)
	r.Bound, r.Final = ply.AtLeast, false
	if s.caveats.narrowed > 0 {
		r.Bound = ply.NoBound
	}
	if r.Depth = s.root.depth; s.root.unbounded {
		r.Depth = 0
	}
}

func (s *negamax[M]) reportOf(status ply.Status) Result[M] {
	r := s.root.result
	r.Report = ply.Report{Status: status, Nodes: s.stats.Nodes, Elapsed: s.control.Elapsed()}
	r.Cutoffs, r.FirstMove, r.stats = s.stats.cutoffs, s.stats.firstMove, s.stats
	return r
}

// outcome returns the result at the end of the search, or at err. s is nil if the search never began.
func (s *negamax[M]) outcome(opt *Options[M], err error) (Result[M], error) {
	if s == nil {
		return Result[M]{Report: ply.Report{Status: ply.Failed}}, err
	}
	r := s.reportOf(s.control.status)
	if s.root.better {
		s.showUnfinished(&r, slices.Clone(s.root.found.line), s.root.found.value)
	}
	if err == nil && opt.learned != nil {
		*opt.learned = s.order.experience
	}
	switch {
	case err != nil:
		r.Status = ply.Failed
	case opt.Progress != nil:
		opt.Progress(r)
	}
	return r, err
}

func (s *negamax[M]) line() string {
	var moves []M
	if s != nil {
		for _, f := range s.path.frames[:s.path.level] {
			if !f.null {
				moves = append(moves, f.move)
			}
		}
	}
	return fmt.Sprint(moves)
}

package alphabeta

import (
	"fmt"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/guard"
	"github.com/ply-search/ply/internal/stop"
)

// Reports of progress, the result, and the line that names where a game panicked.

// limits returns the bounds of the search, and what reports its progress.
func (s *negamax[M]) limits(opt *Options[M]) stop.Limits {
	l := stop.Limits{Nodes: opt.MaxNodes, Time: opt.MaxTime, ReportEvery: opt.ProgressEvery}
	if opt.Progress != nil {
		l.Report = func() {
			r := s.snapshot()
			guard.Callback(func() { opt.Progress(r) })
		}
	}
	return l
}

// snapshot returns what was found up to now.
func (s *negamax[M]) snapshot() Result[M] {
	r := s.result
	r.Status, r.Stats, r.Elapsed = ply.InProgress, s.stats, s.control.Elapsed()
	if s.control.Total != nil {
		r.Nodes = max(int(s.control.Total.Load()), s.before)
	}
	if line := s.level(0).line; !line.Empty() {
		r.Line = s.Moves(nil, line)
		r.Value, r.Distance = s.show(s.level(0).value)
		r.Bound, r.Final = ply.AtLeast, false
		if s.assumed.narrowed > 0 {
			r.Bound = ply.NoBound
		}
		if r.Depth = s.depth; s.unbounded {
			r.Depth = 0
		}
	}
	return r
}

// take makes what the present depth found the result, and reports it.
func (s *negamax[M]) take(depth int, progress func(Result[M]), elapsed time.Duration) {
	r := &s.result
	r.Value, r.Distance = s.show(s.found.value)
	r.Bound, s.guess = s.found.bound, s.found.value
	r.Line = append(r.Line[:0], s.found.line...)
	s.lengthen(depth)
	s.last = append(s.last[:0], r.Line...)
	r.Final = s.assumed.heuristic == 0
	if s.assumed.narrowed > 0 {
		r.Bound = s.certain(r.Bound)
	}
	if !s.unbounded {
		r.Depth = depth
	}
	r.Depths = append(r.Depths, DepthReport[M]{
		Depth: r.Depth, Value: r.Value, Distance: r.Distance, Bound: r.Bound, Final: r.Final, Line: slices.Clone(r.Line),
		Nodes: s.nodes() - s.before, Elapsed: elapsed,
	})
	s.Clear(&s.level(0).line)
	if progress != nil {
		now := s.snapshot()
		now.Nodes = s.nodes()
		guard.Callback(func() { progress(now) })
	}
}

// ensureLine makes the first move the line if there is none.
func (s *negamax[M]) ensureLine() {
	if len(s.result.Line) == 0 {
		if moves := s.game.Moves(nil); len(moves) > 0 {
			s.result.Line = moves[:1]
		}
	}
}

// outcome returns what was found up to the end of the search, or to the error that ended it. s is nil if the search
// never began.
func (s *negamax[M]) outcome(opt *Options[M], err error) (Result[M], error) {
	if s == nil {
		return Result[M]{Status: ply.Failed}, err
	}
	s.result.Stats, s.result.Elapsed = s.stats, s.control.Elapsed()
	switch {
	case err != nil:
		s.result.Status = ply.Failed
	case opt.Progress != nil:
		opt.Progress(s.result)
	}
	return s.result, err
}

// line describes the moves from the start to where the game is. Null moves are left out.
func (s *negamax[M]) line() string {
	if s == nil {
		return noLine()
	}
	var moves []M
	for _, l := range s.levels[:s.at] {
		if l.moved {
			moves = append(moves, l.move)
		}
	}
	return fmt.Sprint(moves)
}

// noLine describes the line of a game on which no move was played.
func noLine() string { return "[]" }

// lengthen follows the line found as far as the table knows how it goes on.
func (s *negamax[M]) lengthen(depth int) {
	if s.table == nil || s.found.bound != ply.Exact || s.images != nil {
		return
	}
	r := &s.result
	value, side := s.found.value, s.sides.ToMove()
	for i, m := range r.Line {
		s.notePosition(i)
		s.play(s.level(i), i, m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
		if i == len(r.Line)-1 {
			break
		}
	}
	for len(r.Line) < min(depth, mostDepth) {
		key := s.hasher.Hash() ^ s.salt
		if s.repetitions {
			s.notePosition(len(r.Line))
			key ^= s.lineKey(s.level(len(r.Line)).here.past, 0)
		}
		entry, ok := s.table.Lookup(key)
		s.stack = s.game.Moves(s.stack[:0])
		move := int(entry.Move) - 1
		if !ok || entry.Bound != ply.Exact || s.fromTable(entry, len(r.Line)) != value || !s.isDeepEnough(entry, depth-len(r.Line)) ||
			move < 0 || move >= len(s.stack) {
			break
		}
		m := s.stack[move]
		s.play(s.level(len(r.Line)), len(r.Line), m)
		r.Line = append(r.Line, m)
		if turn := s.sides.ToMove(); turn != side {
			value, side = -value, turn
		}
	}
	for i, m := range slices.Backward(r.Line) {
		s.undo(i, m, 0)
	}
}

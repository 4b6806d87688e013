package alphabeta

import (
	"cmp"

	"github.com/ply-search/ply"
)

// deepen searches to increasing depths or a single one, by passes of the strategy. With a time limit, it ends once the
// move cannot change.
func (s *negamax[M]) deepen(opt *Options[M], timed bool, search strategy[M]) {
	if s.root.finished {
		return
	}
	depth := s.root.next()
	if opt.Direct {
		depth = cmp.Or(opt.Depth, withoutBound)
	}
	if depth == 1 || opt.Direct {
		value := s.rules.evaluator.Evaluate()
		s.root.evaluate(value, s.scale.rate(value, 0))
	}
	for {
		if depth > mostDepth {
			depth = withoutBound
		}
		start := s.control.Elapsed()
		s.caveats.reset()
		s.root.begin(depth, s.nodes())
		search(s, depth, s.root.guess)
		if s.control.stopped && (s.root.found.bound == ply.NoBound || s.root.result.Bound != ply.NoBound) {
			f := &s.root.found
			s.root.better = s.root.compared && f.bound == ply.AtLeast && len(f.line) > 0 && f.line[0] != s.root.result.Move
			break
		}
		last := s.control.stopped || opt.Direct || depth == s.rules.lastDepth || s.caveats.heuristic == 0
		decided := !last && timed && s.isDecided(depth)
		s.endDepth(depth, opt.Progress, s.control.Elapsed()-start)
		s.root.finish(!s.control.stopped && (last || decided))
		if decided {
			s.control.decide()
		}
		if last || decided || s.control.stopped {
			break
		}
		depth++
	}
}

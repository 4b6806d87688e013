package alphabeta

// futileDepth is the greatest remaining depth at which an evaluation replaces a search.
const futileDepth = 6

// isFutile reports whether the evaluation of the present position exceeds beta by a margin for each remaining move, and
// returns the evaluation without the margin: reverse futility pruning, also called static null move. It is the mirror
// image of futility pruning, which leaves out moves that cannot raise an evaluation to alpha (Schaeffer 1986; Heinz
// 1998; Hoki and Muramatsu 2012). No position is pruned to decide a win or a loss, or where the side to move cannot pass,
// such as in check.
func (s *negamax[M]) isFutile(v *node) (value int, known bool) {
	if v.beta <= s.scale.unit-s.scale.top { // the question is whether the position is lost
		return 0, false
	}
	value = s.scale.rate(s.rules.evaluator.Evaluate(), v.level)
	if s.scale.isEnd(value) {
		return 0, false
	}
	value -= s.rules.tree.Futility * v.depth * s.scale.unit
	if value < v.beta || !s.mayPass(v.level) {
		return 0, false
	}
	s.caveats.evaluate(1)
	return min(value, v.high), true
}

// mayPass reports whether the game lets the side to move pass, or is no Passer.
func (s *negamax[M]) mayPass(level int) bool {
	if s.rules.still == nil {
		return true
	}
	moves := len(s.path.stack)
	if !s.path.playNull(s.rules.still, level) {
		return false
	}
	s.path.undoNull(s.rules.still, level, moves)
	return true
}

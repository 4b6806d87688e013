package alphabeta

import (
	"math"
	"slices"
)

// Selectivity: how deep the search looks after each move, and which positions and moves it leaves out. With
// Tree.Extend, the game decides (Extender). With Tree.Selective, the evaluation and the number of the move decide:
// reverse futility pruning, also called static null move; its mirror image, futility pruning (Schaeffer 1986; Heinz
// 1998); late move pruning; late move reductions (Hoki and Muramatsu 2012).
//
// Selectivity never decides whether a position is won or lost, so a win or a loss that is found is proven.

const (
	futileDepth = 6  // the greatest remaining depth at which an evaluation replaces a search
	lateDepth   = 3  // the least remaining depth at which late moves are reduced
	lateMove    = 3  // the number of the first move that is reduced
	leftOut     = -1 // the depth after a move that is not searched
)

// lateReductions has the number of plies by which the search after a late move is shallower, by the remaining depth
// and the number of the move. It grows with the logarithms of both.
var lateReductions = func() (plies [64][64]int8) {
	for depth := lateDepth; depth < len(plies); depth++ {
		for number := lateMove; number < len(plies[depth]); number++ {
			plies[depth][number] = int8(0.5 + math.Log(float64(depth))*math.Log(float64(number))/2)
		}
	}
	return plies
}()

// survey evaluates the present position and decides whether its search is selective. If the evaluation exceeds beta
// by the margin, and null allows the side to move to pass, survey returns the evaluation less the margin, and reports
// true.
func (s *negamax[M]) survey(v *node, null bool) (value int, known bool) {
	narrow := v.beta-v.alpha == 1
	if s.root.unbounded || narrow && (v.beta <= s.scale.unit-s.scale.top || s.asksForWin(v)) {
		return 0, false
	}
	static := s.scale.rate(s.rules.evaluator.Evaluate(), v.level)
	if s.scale.isEnd(static) || !s.mayPass(v.level) {
		return 0, false
	}
	v.selective = true
	s.path.frame(v.level).survey(static)
	value = static - s.margin(v)
	if !null || !narrow || v.level == 0 || v.depth > futileDepth || value < v.beta {
		return 0, false
	}
	s.caveats.evaluate(1)
	return min(value, v.high), true
}

func (s *negamax[M]) asksForWin(v *node) bool { return v.alpha >= s.scale.top-s.scale.unit }

// margin returns the difference between an evaluation and a value that the rest of the depth is assumed not to exceed.
func (s *negamax[M]) margin(v *node) int { return s.rules.tree.Selective * v.depth * s.scale.unit }

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

// manyMoves returns the number of moves that are searched in any case: cutoffs rarely come later.
func manyMoves(depth int) int { return 3 + depth*depth }

// depthAfter returns the depth after m, which is tried after number other moves, or leftOut.
func (s *negamax[M]) depthAfter(v *node, here *frame[M], m M, number int) int {
	if s.rules.extender != nil {
		if plies := s.rules.extender.Extend(m, v.depth, number); plies != 0 {
			return s.extended(v.depth-1, plies)
		}
	}
	if !v.selective || number == 0 || v.best <= -s.scale.top || s.asksForWin(v) {
		return v.depth - 1
	}
	futile := v.depth <= futileDepth && !v.isPV() &&
		(number >= manyMoves(v.depth) || here.static+s.margin(v) <= v.alpha)
	late := v.depth >= lateDepth && number >= lateMove
	switch {
	case !futile && !late || s.isNoisyMove(here, m):
		return v.depth - 1
	case futile:
		s.caveats.evaluate(1)
		return leftOut
	}
	plies := int(lateReductions[min(v.depth, len(lateReductions)-1)][min(number, len(lateReductions)-1)])
	if v.isPV() {
		plies--
	}
	return max(v.depth-1-plies, 1)
}

// extended returns a depth extended or reduced by the game.
func (s *negamax[M]) extended(depth, plies int) int {
	most := deepest
	if s.root.unbounded {
		most = withoutBound
	}
	return min(max(depth+plies, 0), most)
}

// isNoisyMove reports whether the game tells that m is noisy in the present position.
func (s *negamax[M]) isNoisyMove(here *frame[M], m M) bool {
	if s.order.quiescer == nil {
		return false
	}
	return slices.Contains(here.noisyMoves(s.order.quiescer), m)
}

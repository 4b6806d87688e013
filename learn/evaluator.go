package learn

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/search/expectimax"
)

// An evaluator evaluates the positions of one game by a model, as a [ply.Evaluator] and an [expectimax.Evaluator]. It
// allocates nothing, and is for one goroutine at a time. Hyperbolic tangents of hidden units have 7 digits. In a
// finished position both methods return the outcome; a game that is not a [Finisher] lists moves for that.
//
// The methods panic with an error, which a search wraps in a [*ply.GamePanic], if the number of features is wrong, if
// one is not finite, or if an outcome other than 0 lies among the evaluations.
type evaluator struct {
	game interface {
		ToMove() int
		AppendFeatures(dst []float64) []float64
	}
	ended    ply.Adversarial // the game, for the outcomes of two sides
	finisher Finisher
	network  network
	columns  *columnNetwork      // instead of network, for a Sparse game or several outputs; otherwise nil
	changes  *incrementalNetwork // instead of columns, for a Sparse game with turns and a model with a hidden layer; otherwise nil
	sparse   Sparse              // for columns
	viewer   Viewer              // nil if the game is not a Viewer
	head     head
	plain    bool // network computes the values, which need no other sign
	win      int
	unit     float64   // the evaluation for a sum of 1
	most     float64   // the greatest evaluation
	inputs   int       // features of a position
	features []float64 // scratch
	list     []Feature // scratch
	estimate []float64 // of the position evaluated last
	view     int       // of the estimate, for a game of several players
	values   []float64 // scratch of ForPUCT
}

// steepness is the sum at which evaluations reach their limit: tanh 16 is less than 10⁻¹³ below 1.
const steepness = 16

// newEvaluator returns an evaluator of the positions of g, with a copy of the model. Evaluations lie strictly between
// -win and win, the least outcome of a won game, from 1 to [ply.MaxValue] (0 means MaxValue): the sum z of the model
// counts as z*win/16. It is an error if the model is invalid, or does not fit the number of features.
func newEvaluator[M comparable](g featured[M], m *Model, win int) (*evaluator, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if err := m.head().check(g); err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	if win == 0 {
		win = ply.MaxValue
	}
	if win < 1 || win > ply.MaxValue {
		return nil, fmt.Errorf("learn: an outcome of %d for a won game, want 1 to %d", win, ply.MaxValue)
	}
	e := &evaluator{
		win:      win,
		unit:     float64(win) / steepness,
		most:     float64(win - 1),
		head:     m.head(),
		inputs:   m.Inputs,
		features: make([]float64, 0, m.Inputs),
		estimate: make([]float64, m.outputs()),
	}
	_, sparse := g.(Sparse)
	_, chance := g.(ply.Stochastic[M])
	if sparse && !chance && len(m.Hidden) > 0 && m.Players == 0 {
		e.changes = newIncrementalNetwork(columnsOf(m))
		e.columns = e.changes.columnNetwork
	} else if sparse || m.outputs() > 1 {
		e.columns = newColumnNetwork(columnsOf(m))
	} else {
		e.network = *compile(m)
	}
	bind[M](e, g)
	if !e.finisher.Finished() {
		if err := checkFeatures(g.AppendFeatures(e.features), m.Inputs); err != nil {
			return nil, fmt.Errorf("learn: a model of %q for %T: %w", m.Game, g, err)
		}
	}
	return e, nil
}

// leastWin is the least win that leaves room for evaluations.
const leastWin = 100

// ForAlphaBeta returns a function for Options.Evaluator of package alphabeta. The function makes an evaluator for
// each worker of the search. The evaluators compute values with the model m, and allocate no memory.
//
// win is the least outcome of a won game. It must be at least 100, or 0, which means [ply.MaxValue]. The evaluation of
// a finished position is its outcome. The evaluation of an unfinished position is z*win/16, where z is the output of
// the model, but never less than 1-win or more than win-1. A position is finished if [Finisher].Finished returns true.
// If the game is no Finisher, a position is finished if Moves appends no move.
//
// If the model has Outcomes, win is ignored: the evaluation of an unfinished position is the expected outcome, rounded
// to an integer, so the outcomes of the game should be large numbers.
//
// If the game is [Sparse] and the model has hidden layers, an evaluation computes the first layer from the features that
// have changed since an earlier evaluation. This requires that all features are integers, and that their absolute values
// add up to at most 256 in each position. For exact sums, the weights of the first layer are rounded to multiples of a
// power of two, by at most 3⋅10⁻⁵ times the greatest weight.
//
// The search ends with a [*ply.GamePanic] if the game is not a [Game], if it returns a wrong number of features, if a
// feature is not finite, or if an outcome other than 0 lies between -win and win. A transposition table must be reset
// before it is used with another model.
func ForAlphaBeta[M comparable](m *Model, win int) func(ply.AdversarialGame[M]) ply.Evaluator {
	return func(g ply.AdversarialGame[M]) ply.Evaluator {
		if win != 0 && win < leastWin {
			panic(fmt.Errorf("learn: an outcome of %d for a won game, want %d or more: evaluations lie below it", win, leastWin))
		}
		return mustEvaluate(g, m, win)
	}
}

// ForExpectimax returns a function for Options.Evaluator of package expectimax. The function returns the evaluator of
// the game that is its argument. The evaluator gives an unfinished position the expected outcome win*tanh z, where z is
// the output of the model m. win is the outcome that is assumed for every won game. It must be at least 1, or 0, which
// means [ply.MaxValue]. If the model has Outcomes, win is ignored, and the expected outcome is computed from their
// probabilities. For finished positions and for errors see [ForAlphaBeta].
func ForExpectimax[M comparable](m *Model, win int) func(ply.AdversarialGame[M]) expectimax.Evaluator {
	return func(g ply.AdversarialGame[M]) expectimax.Evaluator { return mustEvaluate(g, m, win) }
}

func mustEvaluate[M comparable](g ply.AdversarialGame[M], m *Model, win int) *evaluator {
	featured, ok := g.(Game[M])
	if !ok {
		panic(fmt.Errorf("learn: %T states no features (learn.Game)", g))
	}
	e, err := newEvaluator(featured, m, win)
	if err != nil {
		panic(err)
	}
	return e
}

// Evaluate returns the value of the present position for the side to move, on the scale of outcomes.
func (e *evaluator) Evaluate() int {
	if e.finisher.Finished() {
		return e.outcome()
	}
	var v float64
	switch {
	case e.plain:
		v = e.weighted() * e.unit
	case e.head.outcomes != nil:
		return int(math.Round(e.expected()))
	default:
		v = e.sum() * e.unit
	}
	// Rounding half up or down does not matter here.
	switch {
	case v >= e.most:
		return e.win - 1
	case v <= -e.most:
		return 1 - e.win
	case v < 0:
		return int(v - 0.5)
	}
	return int(v + 0.5)
}

// Expectation returns the expected outcome for the side to move. In a finished position, this is the outcome itself. In
// other positions, it lies between -win and win, where win is the argument of [ForExpectimax]: every won game is
// assumed to have the outcome win, and every lost game the outcome -win. With [Model].Outcomes, it lies between the
// least and the greatest of them.
func (e *evaluator) Expectation() float64 {
	if e.finisher.Finished() {
		return float64(e.outcome())
	}
	if e.head.outcomes != nil {
		return e.expected()
	}
	return float64(e.win) * math.Tanh(e.sum())
}

// Value returns the value of the present position for the side to move, from -1 to 1. The value of a finished position
// is the sign of its outcome or, with [Model].Outcomes, the outcome divided by the greatest of them.
func (e *evaluator) Value() float64 {
	switch finished := e.finisher.Finished(); {
	case e.head.outcomes != nil && finished:
		return max(-1, min(1, float64(e.ended.Outcome())/float64(e.head.greatest())))
	case e.head.outcomes != nil:
		return e.expected() / float64(e.head.greatest())
	case finished:
		return float64(sign(e.ended.Outcome()))
	}
	return math.Tanh(e.sum())
}

// expected returns the expected outcome by a model with [Model].Outcomes for the side to move, or for side 0 in a
// position of chance.
func (e *evaluator) expected() float64 {
	e.head.estimate(e.outputs(), e.estimate)
	v := e.head.value(e.estimate)
	if v-v != 0 { // not finite
		return e.fail(e.game.AppendFeatures(e.features))
	}
	if e.turned() {
		return -v
	}
	return v
}

// turned reports whether the features of a position of chance take the view of side 1.
func (e *evaluator) turned() bool {
	return e.viewer != nil && e.game.ToMove() == ply.Chance && e.viewer.Viewer() == 1
}

// valueFor returns the value of the present position for a player of a game of several players.
func (e *evaluator) valueFor(player int) float64 {
	return e.head.valueFor(player, e.estimate, e.view)
}

// evaluatePlayers computes the estimate for valueFor.
func (e *evaluator) evaluatePlayers() error {
	e.view = 0
	if e.finisher.Finished() {
		return e.head.result(e.game, e.estimate)
	}
	e.head.estimate(e.outputs(), e.estimate)
	e.view = viewer(e.game)
	return nil
}

// outputs returns the outputs of the model, computed from the features that are not 0.
func (e *evaluator) outputs() []float32 {
	e.list = e.sparse.AppendSparse(e.list[:0])
	var outputs []float32
	var ok bool
	if e.changes != nil {
		outputs, ok = e.changes.outputs(e.list, e.game.ToMove()&1)
	} else {
		outputs, ok = e.columns.outputs(e.list)
	}
	if !ok {
		panic(fmt.Errorf("learn: %T: %w", e.game, checkSparseFeatures(e.list, e.inputs)))
	}
	return outputs
}

// sum returns the output of a model with one output, with the sign for the side to move or, in a position of chance,
// for side 0.
func (e *evaluator) sum() float64 {
	z := 0.0
	if e.columns == nil {
		z = e.weighted()
	} else if z = float64(e.outputs()[0]); z-z != 0 { // not finite
		z = e.fail(e.game.AppendFeatures(e.features))
	}
	if e.turned() {
		return -z
	}
	return z
}

// weighted returns the output of the model, with dot inlined.
func (e *evaluator) weighted() float64 {
	n := &e.network
	features := e.game.AppendFeatures(e.features)
	if len(features) != n.inputs {
		return e.fail(features)
	}
	x, w := features, n.last
	if len(n.layers) > 0 {
		x = n.through(x)
	}
	z, b, c, d := n.bias, 0.0, 0.0, 0.0
	for len(x) >= 4 && len(w) >= 4 {
		z += w[0] * x[0]
		b += w[1] * x[1]
		c += w[2] * x[2]
		d += w[3] * x[3]
		w, x = w[4:], x[4:]
	}
	for i := range min(len(x), len(w)) {
		z += w[i] * x[i]
	}
	z += b + (c + d)
	if z-z != 0 { // not finite
		return e.fail(features)
	}
	return z
}

func (e *evaluator) fail(x []float64) float64 {
	err := checkFeatures(x, e.inputs)
	if err == nil {
		err = fmt.Errorf("the features are so great that their weighted sum is not finite")
	}
	panic(fmt.Errorf("learn: %T: %w", e.game, err))
}

func (e *evaluator) outcome() int {
	v := e.ended.Outcome()
	if e.head.outcomes == nil && v != 0 && -e.win < v && v < e.win {
		panic(fmt.Errorf("learn: an outcome of %d in %T lies among the evaluations, from %d to %d: let Outcome return more, or choose a smaller win", v, e.game, 1-e.win, e.win-1))
	}
	return v
}

func sign(v int) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

package montecarlo

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/finite"
)

// An Evaluation describes how a position is evaluated: by a statistic of the scores of some simulations, or by the game
// itself. See [Evaluator].
type Evaluation struct {
	// Simulations is the number of simulations for each position. 0 means 10.
	Simulations int

	// Statistic reduces the scores of the simulations to a single value. The zero value is Mean.
	Statistic Statistic

	// Climb, if not 0, replaces each playout by a hill climb: a game in which Climb playouts are played after each
	// legal move, and the move with the best of all these playouts is chosen.
	Climb int

	// Static evaluates a position by what the game itself says of it, without simulations: by its Score or, if the game is
	// no [ply.Scorer], by its Estimate, of which less is better ([ply.Estimator]). The other fields must be zero. A line
	// counts as a playout where it ends. All runs of a search are then the same, so that MaxRuns 0 means one.
	Static bool
}

func (e *Evaluation) check() error {
	if e.Static {
		if *e != (Evaluation{Static: true}) {
			return errors.New("montecarlo: with Static nothing is simulated: want no Simulations, no Statistic and no Climb")
		}
		return nil
	}
	switch {
	case e.Simulations < 0:
		return fmt.Errorf("montecarlo: Simulations is %d, want a number from 1, or 0 for 10", e.Simulations)
	case e.Climb < 0:
		return fmt.Errorf("montecarlo: Climb is %d, want a number of playouts, or 0", e.Climb)
	}
	if err := e.Statistic.check(); err != nil {
		return err
	}
	e.Simulations = cmp.Or(e.Simulations, 10)
	return nil
}

// String describes the evaluation in words, such as "the mean of 10 playouts".
func (e Evaluation) String() string {
	if e.Static {
		return "the game itself"
	}
	if e.Climb > 0 {
		return fmt.Sprintf("the %v of %d hill climbs by %d playouts", e.Statistic, e.Simulations, e.Climb)
	}
	return fmt.Sprintf("the %v of %d playouts", e.Statistic, e.Simulations)
}

// An Evaluator evaluates positions by a statistic over simulations (Helmstetter 2007, sections 2.3.2 and 5.2). It is
// for use in other searches, or for experiments. Use [NewEvaluator] to make one. It is used by one goroutine at a time.
// A panic of the game reaches the caller.
type Evaluator[M comparable] struct {
	player *Sampler[M]
	opt    Evaluation
	sample Sample

	estimator ply.Estimator // nil if positions have scores

	legal, climbing []M // scratch
}

// NewEvaluator returns an evaluator of the positions of g, which must be a [ply.Scorer] or a [ply.Puzzle]. Playouts are
// limited in length as with MaxLength 0 in [Options]. random is as in [NewSampler].
func NewEvaluator[G ply.Game[M], M comparable](g G, random rand.Source, e Evaluation) (*Evaluator[M], error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	player, err := NewSampler(g, random, 0)
	if err != nil {
		return nil, err
	}
	return player.evaluator(e)
}

// evaluator returns the evaluator of the positions of a sampler.
func (p *Sampler[M]) evaluator(opt Evaluation) (*Evaluator[M], error) {
	e := &Evaluator[M]{player: p, opt: opt}
	if !opt.Static || p.scorer != nil {
		return e, nil
	}
	var ok bool
	if e.estimator, ok = p.game.(ply.Estimator); !ok {
		return nil, fmt.Errorf("montecarlo: Static needs a ply.Scorer or a ply.Estimator, and %T is neither", p.game)
	}
	return e, nil
}

// Evaluate returns the value of the present position of the game, in the units of its scores. More is better. The game
// is left as it was.
func (e *Evaluator[M]) Evaluate() float64 { return e.opt.Statistic.Of(e.Simulate()) }

// Simulate returns the scores of the simulations from the present position. The sample belongs to the evaluator, and is
// valid until the next call of Simulate or Evaluate.
func (e *Evaluator[M]) Simulate() *Sample {
	e.legal = e.player.game.Moves(e.legal[:0])
	e.sample.Reset()
	if e.opt.Static {
		e.sample.Add(e.static())
		return &e.sample
	}
	for range e.opt.Simulations {
		if e.opt.Climb > 0 {
			e.sample.Add(e.climb())
		} else {
			e.sample.Add(e.player.From(e.legal))
		}
		if e.player.over() {
			break
		}
	}
	return &e.sample
}

// static returns what the game says of the present position, and notes a line that ends there.
func (e *Evaluator[M]) static() float64 {
	p := e.player
	score := 0.0
	switch over := len(e.legal) == 0 || len(p.line) >= p.maxLength; {
	case over && !p.mayPlay():
		return 0
	case over:
		score = p.finish(len(p.line))
	case e.estimator == nil:
		if score = p.scorer.Score(); !finite.Is(score) {
			p.refuse(finite.Error(p.game, "Score", score, p.describe()))
			return 0
		}
	}
	switch {
	case e.estimator == nil:
		return score
	case p.puzzle.Solved():
		return 0
	case len(e.legal) == 0:
		return math.Inf(-1) // a dead end
	}
	return -float64(e.estimator.Estimate())
}

// climb plays a game in which each move is the one with the best playout, takes it back and returns its score.
func (e *Evaluator[M]) climb() float64 {
	p := e.player
	if len(e.legal) == 0 || len(p.line) >= p.maxLength {
		return p.From(e.legal)
	}
	start := len(p.line)
	legal := append(e.climbing[:0], e.legal...)
	defer func() { e.climbing = legal }()
	for len(legal) > 0 && len(p.line) < p.maxLength {
		best := e.bestMove(legal)
		if p.over() {
			p.back(start)
			return 0
		}
		p.play(legal[best])
		legal = p.game.Moves(legal[:0])
	}
	score := p.value()
	p.end = len(p.line)
	p.back(start)
	return score
}

// bestMove returns the number of the legal move with the best playout.
func (e *Evaluator[M]) bestMove(legal []M) int {
	best, bestScore := 0, 0.0
	for i := range legal {
		for j := range e.opt.Climb {
			score := e.player.after(legal, i)
			if e.player.over() {
				return i
			}
			if i == 0 && j == 0 || score > bestScore {
				best, bestScore = i, score
			}
		}
	}
	return best
}

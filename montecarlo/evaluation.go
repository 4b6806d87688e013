package montecarlo

import (
	"fmt"
	"math"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/internal/finite"
)

type evaluation struct {
	simulations int
	quantile    float64
	climb       int
	static      bool
}

// describe returns a description such as "the mean of 10 playouts", which saved states contain.
func (e evaluation) describe() string {
	switch {
	case e.static:
		return "the game itself"
	case e.climb > 0:
		return fmt.Sprintf("the %s of %d hill climbs by %d playouts", statistic(e.quantile), e.simulations, e.climb)
	}
	return fmt.Sprintf("the %s of %d playouts", statistic(e.quantile), e.simulations)
}

// An evaluator evaluates positions (Helmstetter 2007, sections 2.3.2 and 5.2).
type evaluator[M comparable] struct {
	player *sampler[M]
	opt    evaluation
	sample Sample

	estimator ply.Estimator // nil if positions have scores

	legal, climbing []M // scratch
}

func (p *sampler[M]) evaluator(opt evaluation) (*evaluator[M], error) {
	e := &evaluator[M]{player: p, opt: opt}
	if !opt.static || p.scorer != nil {
		return e, nil
	}
	var ok bool
	if e.estimator, ok = p.game.(ply.Estimator); !ok {
		return nil, fmt.Errorf("montecarlo: Static needs a ply.Scorer or a ply.Estimator, and %T is neither", p.game)
	}
	return e, nil
}

func (e *evaluator[M]) evaluate() float64 { return e.simulate().statistic(e.opt.quantile) }

// simulate returns the scores of simulations from the present position, valid until the next call.
func (e *evaluator[M]) simulate() *Sample {
	e.legal = e.player.game.Moves(e.legal[:0])
	e.sample.Reset()
	if e.opt.static {
		e.sample.Add(e.static())
		return &e.sample
	}
	for range e.opt.simulations {
		if e.opt.climb > 0 {
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

// static returns the game's own evaluation, and records a line that ends in the present position.
func (e *evaluator[M]) static() float64 {
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

// climb plays a game by the best playouts, takes it back and returns its score.
func (e *evaluator[M]) climb() float64 {
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

func (e *evaluator[M]) bestMove(legal []M) int {
	best, bestScore := 0, 0.0
	for i := range legal {
		for j := range e.opt.climb {
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

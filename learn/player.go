package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/search/expectimax"
)

// NewPlayer returns a function that makes players for [arena.Match] and [Notation.SelfPlay]. The players search with
// the model m as the evaluator. If the options are invalid, the players return an error.
//
// limits are the limits of the search for each move, and opt the options of [alphabeta.Search]. The field Evaluator
// of opt is ignored: the evaluator is [ForAlphaBeta] with m and opt.Win. A Depth of 0 means 200 if there are limits,
// and 2 without limits. All players share opt.Table. If the game is a [ply.Stochastic], the players search with
// [expectimax.Search] and use only the fields Depth, Direct and Win of opt.
//
// If temperature is not 0, the player chooses among all moves at random. The position after each move is searched to
// the depth opt.Depth-1. The probability of a move is proportional to exp(v/temperature), where v is the value of the
// move, from -1 to 1. With temperature 0.1 good moves are much more likely than bad moves; with 1 they are a little
// more likely.
func NewPlayer[G Game[M], M comparable](m *Model, limits ply.Limits, temperature float64, opt alphabeta.Options[M]) func() arena.Player[G, M] {
	return func() arena.Player[G, M] {
		p := &player[G, M]{model: m, limits: limits, temperature: temperature, opt: opt}
		p.err = p.prepare()
		return p.choose
	}
}

type player[G Game[M], M comparable] struct {
	model       *Model
	limits      ply.Limits
	temperature float64
	opt         alphabeta.Options[M]
	err         error

	moves  []M
	values []float64
}

const twoMoves = 2

func (p *player[G, M]) prepare() error {
	if p.model == nil {
		return errors.New("learn: a player without a model")
	}
	if err := p.model.Check(); err != nil {
		return err
	}
	if !(p.temperature >= 0) || math.IsInf(p.temperature, 0) {
		return fmt.Errorf("learn: a temperature of %v, want 0 or more", p.temperature)
	}
	if p.opt.Depth == 0 {
		p.opt.Depth = twoMoves
		if p.limits != (ply.Limits{}) {
			p.opt.Depth = 200
		}
	}
	p.opt.Win = cmp.Or(p.opt.Win, ply.MaxValue)
	p.opt.Evaluator = ForAlphaBeta[M](p.model, p.opt.Win)
	return nil
}

func (p *player[G, M]) choose(ctx context.Context, g G, random *rand.Rand) (m M, err error) {
	switch {
	case p.err != nil:
		return m, p.err
	case p.temperature > 0:
		return p.draw(ctx, g, random)
	}
	return p.best(ctx, g)
}

func (p *player[G, M]) best(ctx context.Context, g G) (m M, err error) {
	line, _, err := p.search(ctx, g, p.opt.Depth)
	if err == nil && len(line) == 0 {
		err = errors.New("learn: the search found no move")
	}
	if err != nil {
		return m, err
	}
	return line[0], nil
}

// search returns a line of best play, and the value from -1 to 1 for the side to move, or for side 0 in a position of chance.
func (p *player[G, M]) search(ctx context.Context, g G, depth int) (line []M, value float64, err error) {
	win := float64(p.opt.Win)
	if _, dice := any(g).(ply.Stochastic[M]); dice {
		r, err := expectimax.Search(ctx, g, p.limits, expectimax.Options[M]{
			Depth: depth, Direct: p.opt.Direct, Evaluator: ForExpectimax[M](p.model, p.opt.Win),
		})
		return r.Line, max(-1, min(1, r.Value/win)), err
	}
	options := p.opt
	options.Depth = depth
	r, err := alphabeta.Search(ctx, g, p.limits, options)
	return r.Line, math.Tanh(float64(r.Value) * steepness / win), err
}

func (p *player[G, M]) draw(ctx context.Context, g G, random *rand.Rand) (m M, err error) {
	evaluator, err := newEvaluator[M](g, p.model, p.opt.Win)
	if err != nil {
		return m, err
	}
	p.moves, p.values = g.Moves(p.moves[:0]), p.values[:0]
	side, best := g.ToMove(), math.Inf(-1)
	for _, move := range p.moves {
		g.Play(move)
		v := 0.0
		if p.opt.Depth > 1 {
			_, v, err = p.search(ctx, g, p.opt.Depth-1)
		} else {
			v = evaluator.Value()
		}
		if err == nil {
			err = ctx.Err()
		}
		if after := max(g.ToMove(), 0); after != side {
			v = -v
		}
		g.Undo(move)
		if err != nil {
			return m, err
		}
		best = max(best, v)
		p.values = append(p.values, v)
	}
	sum := 0.0
	for i, v := range p.values {
		p.values[i] = math.Exp((v - best) / p.temperature)
		sum += p.values[i]
	}
	if len(p.moves) == 0 {
		return m, errors.New("learn: no legal move")
	}
	return p.moves[chance.Pick(p.values, random.Float64()*sum)], nil
}

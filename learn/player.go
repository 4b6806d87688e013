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
	"github.com/ply-search/ply/transposition"
)

// PlayerOptions say how a player that searches by a model plays.
type PlayerOptions[M comparable] struct {
	// Model evaluates positions.
	Model *Model

	// Win is the least outcome of a won game, as that of [NewEvaluator]. 0 means [ply.MaxValue].
	Win int

	// Limits bound each search. Without a Depth of Search, the player deepens as far as it gets within them.
	Limits ply.Limits

	// Search are the options of the search, whose Evaluator is replaced, and whose Win is the one above if it is 0, so that
	// sooner wins are better. Without Depth and Limits the player looks two moves ahead.
	//
	// In a [ply.Stochastic] game the search is [expectimax.Search], which takes Depth and Direct alone.
	Search alphabeta.Options[M]

	// NewTable, if not nil, makes the table of each player, which replaces that of Search. What a player keeps in a table
	// can change how it plays later games.
	NewTable func() *transposition.Table

	// Temperature, if not 0, makes the player choose among all moves by chance: each is searched to one move less than
	// Search.Depth, and its probability is in proportion to exp(v/Temperature), where v is its value from -1 to 1. 0.1
	// prefers good moves much, 1 little.
	Temperature float64
}

// NewPlayer returns a function that makes players for [arena.Match] and [SelfPlay], which search by a model. An error of
// the options is one of the players'.
func NewPlayer[G Game[M], M comparable](opt PlayerOptions[M]) func() arena.Player[G, M] {
	return func() arena.Player[G, M] {
		p := &player[G, M]{opt: opt}
		p.err = p.prepare()
		return p.choose
	}
}

// A player is a player that searches by a model.
type player[G Game[M], M comparable] struct {
	opt    PlayerOptions[M]
	err    error
	moves  []M
	values []float64
}

// twoMoves is how far a player looks that is not told how far.
const twoMoves = 2

func (p *player[G, M]) prepare() error {
	o := &p.opt
	if o.Model == nil {
		return errors.New("learn: a player without a model")
	}
	if err := o.Model.Check(); err != nil {
		return err
	}
	if !(o.Temperature >= 0) || math.IsInf(o.Temperature, 0) {
		return fmt.Errorf("learn: Temperature is %v, want 0 or more", o.Temperature)
	}
	s := &o.Search
	if s.Depth == 0 {
		if s.Depth = twoMoves; o.Limits != (ply.Limits{}) {
			s.Depth = 200
		}
	}
	if o.NewTable != nil {
		s.Table = o.NewTable()
	}
	if s.Win == 0 {
		s.Win = cmp.Or(o.Win, ply.MaxValue)
	}
	s.Evaluator = ForAlphaBeta[M](o.Model, o.Win)
	return nil
}

// choose is an arena.Player.
func (p *player[G, M]) choose(ctx context.Context, g G, random *rand.Rand) (m M, err error) {
	switch {
	case p.err != nil:
		return m, p.err
	case p.opt.Temperature > 0:
		return p.draw(ctx, g, random)
	}
	return p.best(ctx, g)
}

// best returns the best move.
func (p *player[G, M]) best(ctx context.Context, g G) (m M, err error) {
	line, _, err := p.search(ctx, g, p.opt.Search.Depth)
	if err == nil && len(line) == 0 {
		err = errors.New("learn: the search found no move")
	}
	if err != nil {
		return m, err
	}
	return line[0], nil
}

// search returns a line of best play, and the value of the position from -1 to 1 for the side to move or, in a position
// of chance, for side 0.
func (p *player[G, M]) search(ctx context.Context, g G, depth int) (line []M, value float64, err error) {
	win := float64(p.win())
	if _, dice := any(g).(ply.Stochastic[M]); dice {
		r, err := expectimax.Search(ctx, g, p.opt.Limits, expectimax.Options[M]{
			Depth: depth, Direct: p.opt.Search.Direct, Evaluator: ForExpectimax[M](p.opt.Model, p.opt.Win),
		})
		return r.Line, max(-1, min(1, r.Value/win)), err
	}
	options := p.opt.Search
	options.Depth = depth
	r, err := alphabeta.Search(ctx, g, p.opt.Limits, options)
	return r.Line, math.Tanh(float64(r.Value) * steepness / win), err
}

func (p *player[G, M]) win() int { return cmp.Or(p.opt.Win, ply.MaxValue) }

// draw returns a move by chance, good ones with a greater probability.
func (p *player[G, M]) draw(ctx context.Context, g G, random *rand.Rand) (m M, err error) {
	evaluator, err := NewEvaluator(g, p.opt.Model, p.opt.Win)
	if err != nil {
		return m, err
	}
	p.moves, p.values = g.Moves(p.moves[:0]), p.values[:0]
	side, best := g.ToMove(), math.Inf(-1)
	for _, move := range p.moves {
		g.Play(move)
		v := 0.0
		if p.opt.Search.Depth > 1 {
			_, v, err = p.search(ctx, g, p.opt.Search.Depth-1)
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
		p.values[i] = math.Exp((v - best) / p.opt.Temperature)
		sum += p.values[i]
	}
	if len(p.moves) == 0 {
		return m, errors.New("learn: no legal move")
	}
	return p.moves[chance.Pick(p.values, random.Float64()*sum)], nil
}

package sampling

import (
	"context"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
)

// Engine returns an engine for a whole game. It uses the Searcher made by newSearcher or, if p.Random, makes random legal
// moves. expected is the number of moves that a side makes in a typical game.
func (p *Player[M]) Engine(g ply.Game[M], random rand.Source, newSearcher func() (engine.Searcher[M], error), expected int) (*engine.Player[M], error) {
	opt := engine.Options{Limits: ply.Limits{Nodes: p.Limits.Nodes}, Moves: expected} // a clock replaces the time limit
	if !p.Random {
		s, err := newSearcher()
		if err != nil {
			return nil, err
		}
		return engine.New(s, opt)
	}
	return engine.New(RandomMoves(g, random), opt)
}

// RandomMoves returns a Searcher whose lines are random moves.
func RandomMoves[M comparable](g ply.Game[M], source rand.Source) engine.Searcher[M] {
	random := rand.New(source)
	return engine.Stateless(g, func(_ context.Context, g ply.Game[M], _ ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		moves := q.Moves
		if moves == nil {
			moves = g.Moves(nil)
		}
		a := engine.Analysis[M]{Report: ply.Report{Status: ply.Complete}}
		for _, i := range random.Perm(len(moves))[:min(len(moves), max(q.Lines, 1))] {
			a.Lines = append(a.Lines, engine.Line[M]{Choice: ply.Choice[M]{Move: moves[i], Low: -ply.MaxValue, High: ply.MaxValue}, Line: []M{moves[i]}})
		}
		return a, nil
	})
}

// Ask returns the move of e, an engine made by [Player.Engine], under the clock c or, if c is zero, under the limits of p.
func (p *Player[M]) Ask(ctx context.Context, e *engine.Player[M], c engine.Clock) (engine.Analysis[M], error) {
	if moves := e.Game().Moves(nil); c != (engine.Clock{}) || len(moves) == 1 {
		return e.Search(ctx, c, engine.Question[M]{}) // the only move takes no search
	}
	return e.Analyze(ctx, p.Limits, engine.Question[M]{})
}

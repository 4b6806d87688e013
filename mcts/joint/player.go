package joint

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/chance"
	"github.com/ply-search/ply/internal/questions"
	"github.com/ply-search/ply/rounds"
)

// NewSearcher returns a Searcher for players ([engine.New]) of a game with simultaneous moves. It keeps nothing between
// questions. To answer a question, the Searcher calls [Search] in the position at the beginning of the round. The
// answer is for the player to move, and ignores the moves that other players have made in the round. Each line of the
// answer consists of one move of this player. The move of the first line is drawn at random, with the probabilities of
// the player's strategy. The other lines are in descending order of probability. The Visits of a line are the
// probability of its move times the number of simulations. All lines have the same Value: the mean result of the
// strategy. An invalid option is an error, and so is Progress: use [engine.Question].Report instead.
func NewSearcher[G interface {
	ply.Joint[M]
	ply.Cloner[G]
}, M comparable](g *rounds.Serialized[G, M], opt Options[M]) (engine.Searcher[M], error) {
	switch {
	case g == nil:
		return nil, errors.New("joint: no game given")
	case opt.Progress != nil:
		return nil, errors.New("joint: Progress is set, want a Question with Report")
	}
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	random := rand.New(opt.Random)
	return engine.Stateless(g, func(ctx context.Context, g *rounds.Serialized[G, M], limits ply.Limits, q engine.Question[M]) (engine.Analysis[M], error) {
		player, drawn := g.ToMove(), random.Float64()
		if player == ply.Chance {
			return engine.Analysis[M]{Report: ply.Report{Status: ply.Failed}}, errors.New("joint: chance is to move, want a position of a player")
		}
		shown := func(r Result[M]) engine.Analysis[M] { return r.answer(player, drawn, &q) }
		return questions.Search(ctx, &q, shown, func(ctx context.Context, progress func(Result[M])) (Result[M], error) {
			opt := opt
			opt.Progress = progress
			return Search(ctx, g.Joint(), limits, opt)
		})
	}), nil
}

// answer returns the lines of a player, with the first drawn by a number from 0 to 1.
func (r *Result[M]) answer(player int, drawn float64, q *engine.Question[M]) engine.Analysis[M] {
	a := engine.Analysis[M]{Report: r.Report}
	if len(r.Moves) == 0 { // the search has failed
		return a
	}
	var odds []float64
	sum := 0.0
	for i, m := range r.Moves[player] {
		if q.Moves != nil && !slices.Contains(q.Moves, m) {
			continue
		}
		p := r.Probabilities[player][i]
		row := ply.Choice[M]{Move: m, Visits: int(math.Round(p * float64(r.Nodes))), Value: r.Means[player], Low: -1, High: 1}
		a.Lines = append(a.Lines, engine.Line[M]{Choice: row, Line: []M{m}})
		odds = append(odds, p)
		sum += p
	}
	for i := range odds {
		if sum > 0 {
			odds[i] /= sum
		} else {
			odds[i] = 1 / float64(len(odds)) // the strategy has none of the moves
		}
	}
	at := chance.Pick(odds, drawn)
	first := a.Lines[at]
	a.Lines = slices.Delete(a.Lines, at, at+1)
	slices.SortStableFunc(a.Lines, func(x, y engine.Line[M]) int { return cmp.Compare(y.Visits, x.Visits) })
	a.Lines = slices.Insert(a.Lines, 0, first)
	a.Lines = a.Lines[:min(len(a.Lines), max(q.Lines, 1))]
	return a
}

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

const playerHelp = "A PLAYER is optimal, hold=N (holds at N points, or when that wins), mcts=N (Monte-Carlo tree search, N simulations a\n" +
	"move), open=N (the same with an open loop), star2=N (expectimax to a depth of N moves and throws), or random."

// A player chooses a move.
type player = arena.Player[*pig.Game, pig.Move]

// A spec is a player as flags name it.
type spec struct {
	name   string
	number int
}

// parseSpec reads a player.
func parseSpec(text string) (s spec, err error) {
	name, number, numbered := strings.Cut(text, "=")
	s.name = name
	var bounds cli.Range[int]
	switch name {
	case "optimal", "random":
		if numbered {
			err = cli.Usagef("player %q: %s takes no number", text, name)
		}
		return s, err
	case "hold":
		bounds = cli.Range[int]{Least: 1, Most: pig.MostTarget}
	case "mcts", "open":
		bounds = cli.Range[int]{Least: 1, Most: cli.Many}
	case "star2":
		bounds = cli.Range[int]{Least: 1, Most: 250}
	default:
		return s, cli.Usagef("unknown player %q: want optimal, hold=N, mcts=N, open=N, star2=N or random", text)
	}
	if s.number, err = bounds.Parse(number); err != nil {
		return s, cli.Usagef("player %q: %w", text, err)
	}
	return s, nil
}

// prepare returns what makes the player in games to target. It solves the game for an optimal player.
func (s spec) prepare(ctx context.Context, target int) (func() player, error) {
	switch s.name {
	case "optimal":
		return optimal(ctx, target)
	case "hold":
		return func() player { return holder(s.number) }, nil
	case "mcts":
		return func() player { return sampler(s.number, false) }, nil
	case "open":
		return func() player { return sampler(s.number, true) }, nil
	case "star2":
		return func() player { return searcher(s.number) }, nil
	}
	return func() player {
		return func(_ context.Context, g *pig.Game, random *rand.Rand) (pig.Move, error) {
			moves := g.Moves(nil)
			return moves[random.IntN(len(moves))], nil
		}
	}, nil
}

func optimal(ctx context.Context, target int) (func() player, error) {
	solution, err := solveGame(ctx, target)
	if err != nil {
		return nil, err
	}
	policy, err := solution.Policy()
	return func() player {
		return func(_ context.Context, g *pig.Game, _ *rand.Rand) (pig.Move, error) { return policy.Move(g) }
	}, err
}

// solveGame solves the game to target, and shows that meanwhile, since it takes some seconds.
func solveGame(ctx context.Context, target int) (*pig.Solution, error) {
	progress := cli.NewProgress(0, fmt.Sprintf("solving the game to %d points", target))
	defer progress.Close()
	return pig.Solve(ctx, target)
}

// holder holds at n points of a turn.
func holder(n int) player {
	return func(_ context.Context, g *pig.Game, _ *rand.Rand) (pig.Move, error) {
		if g.State().Turn >= n {
			return pig.Hold, nil
		}
		return pig.Roll, nil
	}
}

func sampler(simulations int, openLoop bool) player {
	return func(ctx context.Context, g *pig.Game, random *rand.Rand) (pig.Move, error) {
		r, err := mcts.Search(ctx, g, ply.Limits{Nodes: simulations}, mcts.Options[pig.Move]{
			Random: random, OpenLoop: openLoop, Memory: 64 << 20})
		return r.Move, err
	}
}

// lead evaluates a position by what the side to move is ahead.
type lead struct{ game *pig.Game }

func (l lead) Expectation() float64 {
	s := l.game.State()
	if l.game.Finished() {
		return -1
	}
	scores := s.Scores
	scores[s.Side] += s.Turn
	side := max(l.game.ToMove(), 0)
	return float64(scores[side]-scores[1-side]) / float64(2*l.game.Target())
}

func searcher(depth int) player {
	table := transposition.NewTable(24 << 16)
	return func(ctx context.Context, g *pig.Game, _ *rand.Rand) (pig.Move, error) {
		r, err := expectimax.Star2(ctx, g, ply.Limits{}, expectimax.Options[pig.Move]{
			Depth: depth, Table: table, Range: [2]float64{-1, 1},
			Evaluator: func(g ply.AdversarialGame[pig.Move]) expectimax.Evaluator { return lead{g.(*pig.Game)} },
		})
		if err != nil {
			return 0, err
		}
		return r.Line[0], nil
	}
}

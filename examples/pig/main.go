// Command pig solves and plays the dice game of Pig.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/examples/pig/pig"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts"
	"github.com/ply-search/ply/search/expectimax"
	"github.com/ply-search/ply/transposition"
)

func main() { cli.Main(root) }

func root(std cli.Streams) *cli.Command {
	target := 0
	best := new(optimum)
	return command.Command(command.Game[*pig.Game, pig.Move]{
		Name: "pig",
		About: "Solve and play the dice game of Pig.\n" +
			"The player whose turn it is rolls a die as often as it likes. A 1 ends the turn, and brings nothing; other numbers\n" +
			"are added up, and count when the player holds. The first player with a number of points, usually 100, wins.\n" +
			"Moves are roll and hold, or their first letters.",
		Flags:   func(flags *flag.FlagSet) { targetFlag(flags, &target, mostSolved) },
		New:     command.FromStart(func() (*pig.Game, error) { return pig.New(target) }),
		Players: players(best),
		Opening: -1,
		Luck: func(ctx context.Context) (func(g *pig.Game) func() float64, error) {
			if err := best.solve(ctx, target); err != nil {
				return nil, err
			}
			return func(g *pig.Game) func() float64 { return func() float64 { return best.value(g) } }, nil
		},
		More: func(std cli.Streams) []*cli.Command { return []*cli.Command{solveCommand(std)} },
	}, std)
}

// mostSolved is the greatest target of a game that is solved, which takes about 2 GB.
const mostSolved = 200

func targetFlag(flags *flag.FlagSet, target *int, most int) {
	cli.Number(flags, target, "target", 100, 2, min(most, pig.MostTarget), "`points` that win")
}

type (
	settings = command.Settings
	searcher = engine.Searcher[pig.Move]
)

func players(best *optimum) []command.Player[*pig.Game, pig.Move] {
	kind := func(name, help string, read func(s *settings) func(g *pig.Game, random rand.Source) (searcher, error)) command.Player[*pig.Game, pig.Move] {
		return command.Player[*pig.Game, pig.Move]{Name: name, Help: help, Limits: ply.Limits{Nodes: cli.Many}, Read: read}
	}
	return []command.Player[*pig.Game, pig.Move]{
		kind("optimal", "optimal play", best.player),
		kind("hold", "as in hold=20: holds at that number of points, or when that wins", holder),
		kind("mcts", "Monte-Carlo tree search, as in mcts=2000: with that number of simulations a move", sampler),
		kind("open", "the same with an open loop", sampler),
		kind("star2", "expectimax, as in star2=6: to a depth of that number of moves and throws", deepener),
		command.Random[*pig.Game, pig.Move](),
	}
}

func number(s *settings, usual, most int) int {
	n := s.Whole(s.Kind, usual, most)
	if n == 0 {
		s.Fail(cli.Usagef("%s=0: want 1 to %d", s.Kind, most))
	}
	return n
}

func chooser(g *pig.Game, choose func(ctx context.Context, g *pig.Game) (pig.Move, error)) searcher {
	return engine.Stateless(g, func(ctx context.Context, g *pig.Game, _ ply.Limits, q engine.Question[pig.Move]) (engine.Analysis[pig.Move], error) {
		m, err := choose(ctx, g)
		if err != nil {
			return engine.Analysis[pig.Move]{Report: ply.Report{Status: ply.Failed}}, err
		}
		if q.Moves != nil && !slices.Contains(q.Moves, m) {
			m = q.Moves[0]
		}
		return engine.Analysis[pig.Move]{
			Report: ply.Report{Status: ply.Complete}, Lines: []engine.Line[pig.Move]{{Choice: ply.Choice[pig.Move]{Move: m}, Line: []pig.Move{m}}},
		}, nil
	})
}

// An optimum is optimal play, solved once for all players and evaluations.
type optimum struct {
	mu       sync.Mutex
	solution *pig.Solution
	policy   *pig.Policy
}

func (o *optimum) solve(ctx context.Context, target int) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.policy != nil {
		return nil
	}
	solution, err := pig.Solve(ctx, target)
	if err != nil {
		return err
	}
	policy, err := solution.Policy()
	if err != nil {
		return err
	}
	o.solution, o.policy = solution, policy
	return nil
}

// value returns the points that a game brings with optimal play, 1 or -1, for the side to move or, before a throw, for side 0.
func (o *optimum) value(g *pig.Game) float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	low, high, ok := o.solution.Value(g)
	if !ok {
		return math.NaN()
	}
	return low/2 + high/2
}

func (o *optimum) player(*settings) func(*pig.Game, rand.Source) (searcher, error) {
	return func(g *pig.Game, _ rand.Source) (searcher, error) {
		return chooser(g, func(ctx context.Context, g *pig.Game) (pig.Move, error) {
			if err := o.solve(ctx, g.Target()); err != nil {
				return 0, err
			}
			return o.policy.Move(g)
		}), nil
	}
}

func holder(s *settings) func(*pig.Game, rand.Source) (searcher, error) {
	n := number(s, 20, pig.MostTarget)
	return func(g *pig.Game, _ rand.Source) (searcher, error) {
		return chooser(g, func(_ context.Context, g *pig.Game) (pig.Move, error) {
			if g.State().Turn >= n {
				return pig.Hold, nil
			}
			return pig.Roll, nil
		}), nil
	}
}

func sampler(s *settings) func(*pig.Game, rand.Source) (searcher, error) {
	n, open := number(s, 1000, cli.Many), s.Kind == "open"
	return func(g *pig.Game, random rand.Source) (searcher, error) {
		return engine.Stateless(g, func(ctx context.Context, g *pig.Game, limits ply.Limits, q engine.Question[pig.Move]) (engine.Analysis[pig.Move], error) {
			t, err := mcts.NewSearcher(g, mcts.Options[pig.Move]{Random: random, OpenLoop: open, Memory: 64 << 20})
			if err != nil {
				return engine.Analysis[pig.Move]{Report: ply.Report{Status: ply.Failed}}, err
			}
			limits.Nodes = min(cmp.Or(limits.Nodes, n), n)
			return t.Analyze(ctx, limits, q)
		}), nil
	}
}

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

func deepener(s *settings) func(*pig.Game, rand.Source) (searcher, error) {
	depth := number(s, 4, 250)
	return func(g *pig.Game, _ rand.Source) (searcher, error) {
		return expectimax.NewSearcher(g, expectimax.Options[pig.Move]{
			Depth: depth, Table: transposition.NewTable(24 << 16), Range: [2]float64{-1, 1},
			Evaluator: func(g ply.AdversarialGame[pig.Move]) expectimax.Evaluator { return lead{g.(*pig.Game)} },
		})
	}
}

func solveCommand(std cli.Streams) *cli.Command {
	var target int
	var s pig.State
	var table, json bool
	flags := flag.NewFlagSet("pig solve", flag.ContinueOnError)
	targetFlag(flags, &target, mostSolved)
	cli.Number(flags, &s.Scores[0], "own", 0, 0, pig.MostTarget, "`points` of the player whose turn it is")
	cli.Number(flags, &s.Scores[1], "other", 0, 0, pig.MostTarget, "`points` of the other player")
	cli.Number(flags, &s.Turn, "turn", 0, 0, pig.MostTarget, "`points` of the turn that do not count yet")
	flags.BoolVar(&table, "table", false, "also print where to hold for scores in steps of a tenth of the target")
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Find the probability of winning, and what to do, if both play best.",
		"A game to 100 takes some seconds and 200 MB.",
		func(ctx context.Context) error { return solve(ctx, std.Out, target, s, table, json) })
}

type solved struct {
	Target    int     `json:"target"`
	Wins      float64 `json:"wins"` // the probability that the player whose turn it is wins
	Best      string  `json:"best"`
	HoldAt    int     `json:"hold_at"` // points of the turn
	Positions int     `json:"positions"`
	Backups   int     `json:"backups"`
	Seconds   float64 `json:"seconds"`
}

func solve(ctx context.Context, out io.Writer, target int, s pig.State, table, json bool) error {
	g, err := pig.From(target, s)
	if err != nil {
		return cli.Usagef("-own, -other and -turn: %w", err)
	}
	progress := cli.NewProgress(0, fmt.Sprintf("solving the game to %d points", target))
	defer progress.Close()
	solution, err := pig.Solve(ctx, target)
	progress.Close()
	if err != nil {
		return err
	}
	policy, err := solution.Policy()
	if err != nil {
		return err
	}
	wins, ok := solution.Wins(g)
	if !ok {
		return fmt.Errorf("no game comes to\n%v", g)
	}
	best, err := policy.Move(g)
	if err != nil {
		return err
	}
	answer := solved{target, wins, best.String(), policy.HoldAt(s.Scores[0], s.Scores[1]), solution.Positions, solution.Backups, solution.Elapsed.Seconds()}
	if json {
		return cli.WriteJSON(out, answer)
	}
	fmt.Fprintf(out, "The player whose turn it is wins with probability %.6f. Best: %s; hold at %d in this turn.\n", answer.Wins, answer.Best, answer.HoldAt)
	if table {
		draw(out, policy, target)
	}
	_, err = fmt.Fprintf(out, "%d positions, %d components, %d values computed, %.1f s\n",
		answer.Positions, solution.Components, answer.Backups, answer.Seconds)
	return err
}

// draw writes where to hold, with a row for each own score and a column for each score of the other.
func draw(out io.Writer, policy *pig.Policy, target int) {
	step := max(1, target/10)
	fmt.Fprint(out, "own \\ other")
	for other := 0; other < target; other += step {
		fmt.Fprintf(out, "%5d", other)
	}
	fmt.Fprintln(out)
	for own := 0; own < target; own += step {
		fmt.Fprintf(out, "%11d", own)
		for other := 0; other < target; other += step {
			fmt.Fprintf(out, "%5d", policy.HoldAt(own, other))
		}
		fmt.Fprintln(out)
	}
}

// Package hidden has the commands that games of hidden information share: matches between searches, and equilibria.
package hidden

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/checkpoint"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/infoset"
	"github.com/ply-search/ply/search/regret"
)

type Game[G any, M comparable] interface {
	infoset.Game[M]
	ply.Adversarial
	ply.Cloner[G]
}

// ViewNames holds the names of all [infoset.View] values.
var ViewNames = []string{infoset.MultipleObserver: "multiple", infoset.SingleObserver: "single", infoset.Determinized: "determinized"}

// View returns the view with one of the names in ViewNames.
func View(name string) infoset.View { return infoset.View(slices.Index(ViewNames, name)) }

// MatchCommand returns the command match of a program. rules, if not nil, defines flags that newGame reads.
func MatchCommand[G Game[G, M], M comparable](std cli.Streams, program string, rules func(*flag.FlagSet), newGame func() (G, error)) *cli.Command {
	var first, second string
	var limits ply.Limits
	var draws int
	var series cli.Series
	var json bool
	flags := flag.NewFlagSet(program+" match", flag.ContinueOnError)
	if rules != nil {
		rules(flags)
	}
	cli.Choice(flags, &first, "first", "multiple", ViewNames, "the `search` whose score is reported")
	cli.Choice(flags, &second, "second", "determinized", ViewNames, "the other `search`")
	cli.Number(flags, &limits.Nodes, "simulations", 1000, 1, cli.Many, "`simulations` for each move")
	cli.Number(flags, &draws, "draws", 40, 1, 1_000_000, "`positions` that determinized draws for each move")
	series.Flags(flags, 2000, 1_000_000)
	flags.BoolVar(&json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Play a match between two searches.",
		"The searches play each side equally often. multiple and single are information-set searches with several\n"+
			"observers and with one; determinized draws positions, searches each as if nothing were hidden, and votes.",
		func(ctx context.Context) error {
			if err := series.Check(); err != nil {
				return err
			}
			opening := func(int, *rand.Rand) (G, error) { return newGame() }
			r, err := cli.Match(ctx, &series, opening, player[G](first, limits, draws), player[G](second, limits, draws), arena.Options{})
			if err != nil {
				return err
			}
			low, high := r.Interval(0.95)
			m := Matched{first, second, limits.Nodes, r.Games(), r.Wins, r.Draws, r.Losses, r.Rate(), low, high, r.Elapsed.Seconds()}
			return cli.Write(std.Out, json, m, "%s against %s, %d simulations: %d wins, %d draws, %d losses, rate %.3f (%.3f to %.3f), %.1f s\n",
				m.First, m.Second, m.Simulations, m.Wins, m.Draws, m.Losses, m.Rate, m.Low, m.High, m.Seconds)
		})
}

type Matched struct {
	First       string  `json:"first"`
	Second      string  `json:"second"`
	Simulations int     `json:"simulations"`
	Games       int     `json:"games"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Rate        float64 `json:"rate"` // of the first, in points for each game
	Low         float64 `json:"low"`  // of the 95 % interval
	High        float64 `json:"high"`
	Seconds     float64 `json:"seconds"`
}

func player[G Game[G, M], M comparable](search string, limits ply.Limits, draws int) func() arena.Player[G, M] {
	opt := infoset.Options[M]{View: View(search)}
	if opt.View == infoset.Determinized {
		opt.Draws = draws
	}
	return cli.Searching(func(ctx context.Context, g G, random *rand.Rand) (M, error) {
		opt := opt
		opt.Random = random
		r, err := infoset.Search(ctx, g, limits, opt)
		return r.Move, err
	})
}

type Solvable[G regret.Game[M], M comparable] struct {
	Program string
	Flags   func(*flag.FlagSet)                      // defines flags for the rules
	Game    func() (g G, name string, err error)     // returns the game by these flags, and the name of the rules
	Key     func(g G, player int, key []byte) string // writes an information key as text
	Unit    string                                   // the unit of values
}

type solving[G regret.Game[M], M comparable] struct {
	Solvable[G, M]
	method   string
	limits   ply.Limits
	target   float64
	seed     uint64
	state    checkpoint.File
	strategy bool
	json     bool
}

func SolveCommand[G regret.Game[M], M comparable](std cli.Streams, game Solvable[G, M]) *cli.Command {
	s := solving[G, M]{Solvable: game}
	flags := flag.NewFlagSet(s.Program+" solve", flag.ContinueOnError)
	s.Flags(flags)
	cli.Choice(flags, &s.method, "method", "plus", []string{"plus", "sampling"}, "CFR+ or external sampling")
	cli.Number(flags, &s.limits.Nodes, "iterations", 10_000, 1, cli.Many, "the most `iterations`")
	cli.Number(flags, &s.target, "exploitability", 0, 0, 100, "with -method plus, stop at this `exploitability` in "+s.Unit+" (0: go on)")
	cli.Seed(flags, &s.seed, "-method sampling")
	cli.Number(flags, &s.limits.Time, "time", 0, 0, cli.LongTime, "stop after this `time` (0: no bound)")
	cli.State(flags, &s.state)
	flags.BoolVar(&s.strategy, "strategy", false, "write the strategy: what to do in each information set")
	flags.BoolVar(&s.json, "json", false, "write JSON objects, one a line")
	return cli.Subcommand(flags, "[flags]", "Find an equilibrium, its value and how exploitable it still is.",
		"The value is what the first player wins on average, in "+s.Unit+". The exploitability is what a player who\n"+
			"knows the strategy of the other gains by it, on average over both.",
		func(ctx context.Context) error { return s.run(ctx, std.Out) })
}

type Solved struct {
	Rules          string  `json:"rules"`
	Method         string  `json:"method"`
	Value          float64 `json:"value"`
	Exploitability float64 `json:"exploitability"`
	Iterations     int     `json:"iterations"`
	Positions      int     `json:"positions"` // of the game, or visited ones
	Information    int     `json:"information_sets"`
	Seconds        float64 `json:"seconds"`
}

type Decided struct {
	Player        int       `json:"player"`
	Information   string    `json:"information"`
	Moves         []string  `json:"moves"`
	Probabilities []float64 `json:"probabilities"`
}

func (s *solving[G, M]) run(ctx context.Context, out io.Writer) error {
	game, rules, err := s.Game()
	if err != nil {
		return err
	}
	r, err := s.search(ctx, game, rules)
	if err != nil || r.Strategy == nil {
		return err
	}
	found := Solved{
		Rules: rules, Method: s.method, Iterations: r.Nodes,
		Positions: r.Positions, Information: r.Information, Seconds: r.Elapsed.Seconds(),
	}
	// Evaluating these games takes milliseconds, so it is done even if time is over.
	e, err := regret.Evaluate(context.WithoutCancel(ctx), game, ply.Limits{}, r.Strategy)
	if err != nil {
		return err
	}
	found.Value, found.Exploitability = e.Values[0], e.Exploitability
	err = cli.Write(out, s.json, found, "%s: value %.6f, exploitability %.3g\n%d iterations, %d positions, %d information sets, %.3f s\n",
		found.Rules, found.Value, found.Exploitability, found.Iterations, found.Positions, found.Information, found.Seconds)
	if err != nil || !s.strategy {
		return err
	}
	return s.write(out, game, r.Strategy)
}

func (s *solving[G, M]) search(ctx context.Context, game G, rules string) (regret.Result[M], error) {
	bar := cli.NewProgress(s.limits.Nodes, rules)
	defer bar.Close()
	opt := regret.Options[M]{Checkpoint: s.state, Progress: func(r regret.Result[M]) {
		if r.Status == ply.InProgress {
			bar.Set(r.Nodes)
		}
	}}
	if s.method == "plus" {
		return regret.CFRPlus(ctx, game, s.limits, s.target, opt)
	}
	return regret.ExternalSampling(ctx, game, s.limits, rand.NewPCG(s.seed, 0), opt)
}

func (s *solving[G, M]) write(out io.Writer, game G, strategy *regret.Strategy[M]) error {
	for i := range strategy.All() {
		d := Decided{Player: i.Player, Information: s.Key(game, i.Player, i.Key), Probabilities: i.Probabilities}
		line := fmt.Sprintf("player %d: %-40s", d.Player, d.Information)
		for k, m := range i.Moves {
			d.Moves = append(d.Moves, fmt.Sprint(m))
			line += fmt.Sprintf(" %v %.3f", m, i.Probabilities[k])
		}
		if err := cli.Write(out, s.json, d, "%s\n", line); err != nil {
			return err
		}
	}
	return nil
}

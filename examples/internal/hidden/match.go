// Package hidden has the commands that games of hidden information share: matches between searches, and equilibria.
package hidden

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/mcts/infoset"
)

// A Game is a game for matches.
type Game[G any, M comparable] interface {
	infoset.Game[M]
	ply.Adversarial
	ply.Cloner[G]
}

// Views are the searches by name.
var Views = map[string]infoset.View{
	"multiple":     infoset.MultipleObserver,
	"single":       infoset.SingleObserver,
	"determinized": infoset.Determinized,
}

// ViewNames are the names of the searches, the best one first.
var ViewNames = []string{"multiple", "single", "determinized"}

type matching[G Game[G, M], M comparable] struct {
	newGame       func() (G, error)
	first, second string
	simulations   int
	draws         int
	series        cli.Series
	json          bool
}

// MatchCommand returns the command match of a program. rules, if not nil, defines flags that newGame reads.
func MatchCommand[G Game[G, M], M comparable](std cli.Streams, program string, rules func(*flag.FlagSet), newGame func() (G, error)) *cli.Command {
	m := matching[G, M]{newGame: newGame}
	flags := flag.NewFlagSet(program+" match", flag.ContinueOnError)
	if rules != nil {
		rules(flags)
	}
	cli.Choice(flags, &m.first, "first", "multiple", ViewNames, "the `search` whose score is reported")
	cli.Choice(flags, &m.second, "second", "determinized", ViewNames, "the other `search`")
	cli.Number(flags, &m.simulations, "simulations", 1000, 1, cli.Many, "`simulations` for each move")
	cli.Number(flags, &m.draws, "draws", 40, 1, 1_000_000, "`positions` that determinized draws for each move")
	m.series.Flags(flags, 2000, 1_000_000)
	flags.BoolVar(&m.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Play a match between two searches.",
		"The searches play each side equally often. multiple and single are information-set searches with several\n"+
			"observers and with one; determinized draws positions, searches each as if nothing were hidden, and votes.",
		func(ctx context.Context) error { return m.run(ctx, std.Out) })
}

// Matched is the result of match as JSON.
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

func (m *matching[G, M]) run(ctx context.Context, out io.Writer) error {
	if err := m.series.Check(); err != nil {
		return err
	}
	opening := func(int, *rand.Rand) (G, error) { return m.newGame() }
	r, err := cli.Match(ctx, &m.series, opening, m.player(m.first), m.player(m.second), arena.Options{})
	if err != nil {
		return err
	}
	low, high := r.Interval(0.95)
	found := Matched{
		First: m.first, Second: m.second, Simulations: m.simulations,
		Games: r.Games(), Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
		Rate: r.Rate(), Low: low, High: high, Seconds: r.Elapsed.Seconds(),
	}
	return cli.Write(out, m.json, found, "%s against %s, %d simulations: %d wins, %d draws, %d losses, rate %.3f (%.3f to %.3f), %.1f s\n",
		found.First, found.Second, found.Simulations, found.Wins, found.Draws, found.Losses, found.Rate, found.Low, found.High, found.Seconds)
}

// player returns a function that makes players by a search.
func (m *matching[G, M]) player(name string) func() arena.Player[G, M] {
	opt := infoset.Options[M]{View: Views[name]}
	if opt.View == infoset.Determinized {
		opt.Draws = m.draws
	}
	return func() arena.Player[G, M] {
		return func(ctx context.Context, g G, random *rand.Rand) (M, error) {
			if moves := g.Moves(nil); len(moves) == 1 {
				return moves[0], nil
			}
			opt := opt
			opt.Random = random
			r, err := infoset.Search(ctx, g, ply.Limits{Nodes: m.simulations}, opt)
			return r.Move, err
		}
	}
}

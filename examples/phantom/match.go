package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/internal/cli"
	"github.com/ply-search/ply/examples/phantom/phantom"
	"github.com/ply-search/ply/mcts/infoset"
)

// views are the searches by their names.
var views = map[string]infoset.View{
	"multiple":     infoset.MultipleObserver,
	"single":       infoset.SingleObserver,
	"determinized": infoset.Determinized,
}

var viewNames = []string{"multiple", "single", "determinized"}

// matching is what the flags of match ask for.
type matching struct {
	first, second string
	simulations   int
	draws         int
	series        cli.Series
	json          bool
}

func matchCommand(std cli.Streams) *ffcli.Command {
	var m matching
	flags := flag.NewFlagSet("phantom match", flag.ContinueOnError)
	cli.Choice(flags, &m.first, "first", "multiple", viewNames, "the `search` whose score is reported")
	cli.Choice(flags, &m.second, "second", "determinized", viewNames, "the other `search`")
	cli.Number(flags, &m.simulations, "simulations", 1000, 1, cli.Many, "`simulations` for each move")
	cli.Number(flags, &m.draws, "draws", 40, 1, 1_000_000, "`positions` that determinized draws for each move")
	m.series.Flags(flags, 2000, 1_000_000)
	flags.BoolVar(&m.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "match",
		ShortUsage: "phantom match [flags]",
		ShortHelp:  "Play a match between two searches.",
		LongHelp: "The searches play each side equally often. multiple and single are information-set searches with several\n" +
			"observers and with one; determinized draws positions, searches each as if nothing were hidden, and votes.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return m.run(ctx, std.Out) },
	}
}

// matched is what match says.
type matched struct {
	First       string  `json:"first"`
	Second      string  `json:"second"`
	Simulations int     `json:"simulations"`
	Games       int     `json:"games"`
	Wins        int     `json:"wins"`
	Draws       int     `json:"draws"`
	Losses      int     `json:"losses"`
	Rate        float64 `json:"rate"` // points of the first for each game
	Low         float64 `json:"low"`  // of the interval that holds it with a confidence of 95 %
	High        float64 `json:"high"`
	Seconds     float64 `json:"seconds"`
}

func (m *matching) run(ctx context.Context, out io.Writer) error {
	if err := m.series.Check(); err != nil {
		return err
	}
	bar := cli.NewProgress(m.series.Games, "games")
	defer bar.Close()
	opening := func(int, *rand.Rand) (*phantom.Game, error) { return new(phantom.Game), nil }
	r, err := arena.Match(ctx, opening, m.player(m.first), m.player(m.second), m.series.Options(bar, 0))
	if err != nil {
		return err
	}
	bar.Close()
	low, high := r.Interval(0.95)
	found := matched{
		First: m.first, Second: m.second, Simulations: m.simulations,
		Games: r.Games(), Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
		Rate: r.Rate(), Low: low, High: high, Seconds: r.Elapsed.Seconds(),
	}
	if m.json {
		return cli.WriteJSON(out, found)
	}
	_, err = fmt.Fprintf(out, "%s against %s, %d simulations: %d wins, %d draws, %d losses, rate %.3f (%.3f to %.3f), %.1f s\n",
		found.First, found.Second, found.Simulations, found.Wins, found.Draws, found.Losses, found.Rate, found.Low, found.High, found.Seconds)
	return err
}

// player returns what makes players of a search.
func (m *matching) player(name string) func() arena.Player[*phantom.Game, phantom.Move] {
	opt := infoset.Options[phantom.Move]{View: views[name]}
	if opt.View == infoset.Determinized {
		opt.Draws = m.draws
	}
	return func() arena.Player[*phantom.Game, phantom.Move] {
		return func(ctx context.Context, g *phantom.Game, random *rand.Rand) (phantom.Move, error) {
			opt := opt
			opt.Random = random
			r, err := infoset.Search(ctx, g, infoset.Limits{MaxSimulations: m.simulations}, opt)
			return r.Move, err
		}
	}
}

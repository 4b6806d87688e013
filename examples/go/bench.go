package main

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
	"github.com/ply-search/ply/mcts"
)

func benchCommand(std cli.Streams) *cli.Command {
	var b benchFlags
	flags := flag.NewFlagSet("go bench", flag.ContinueOnError)
	sizeFlag(flags, &b.size)
	cli.Number(flags, &b.seconds, "seconds", 2, 0.001, 1e6, "how long each of two measurements takes, in `seconds`")
	flags.StringVar(&b.player, "player", "rave,strong", "`player` whose simulations are counted; see match")
	cli.Seed(flags, &b.seed, "all chance")
	flags.BoolVar(&b.json, "json", false, "write a JSON object")
	return cli.Subcommand(flags, "[flags]", "Measure playouts and simulations a second, from the empty board.",
		"First light playouts run on one core: uniform moves but for those that fill eyes. Then a player searches\n"+
			"the empty board.",
		func(ctx context.Context) error { return b.run(ctx, std.Out) })
}

// A benchFlags holds the flags of bench.
type benchFlags struct {
	size    int
	seconds float64
	player  string
	seed    uint64
	json    bool
}

// benched is what bench says.
type benched struct {
	Size                 int     `json:"size"`
	PlayoutsPerSecond    float64 `json:"playouts_per_second"`
	MovesPerPlayout      float64 `json:"moves_per_playout"`
	Player               string  `json:"player"`
	SimulationsPerSecond float64 `json:"simulations_per_second"`
}

func (b *benchFlags) run(ctx context.Context, out io.Writer) error {
	p, err := parsePlayer(b.player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if p.Random {
		return cli.Usagef("-player: want one that searches")
	}
	g, err := weiqi.New(b.size, weiqi.Chinese, p.knowledge)
	if err != nil {
		return err
	}
	light, err := goban.NewGame(b.size, goban.Rules{})
	if err != nil {
		return err
	}
	limit := time.Duration(b.seconds * float64(time.Second))
	result := benched{Size: b.size, Player: b.player}
	var fast goban.FastBoard
	random := rand.NewPCG(b.seed, 0)
	games, moves := 0, 0
	begun := time.Now()
	for games == 0 || time.Since(begun) < limit && ctx.Err() == nil {
		for range 100 {
			fast.Load(light.Board)
			moves += fast.LightPlayout(random, nil)
		}
		games += 100
	}
	result.PlayoutsPerSecond = float64(games) / time.Since(begun).Seconds()
	result.MovesPerPlayout = float64(moves) / float64(games)

	opt := p.Options
	opt.Random = rand.NewPCG(b.seed, 1)
	simulations, seconds, err := sampling.Measure(ctx, limit, func(ctx context.Context) (mcts.Result[goban.Point], error) {
		return mcts.Search(ctx, g, ply.Limits{}, opt)
	})
	if err != nil {
		return err
	}
	result.SimulationsPerSecond = float64(simulations) / seconds
	return cli.Write(out, b.json, result, "size %d: %.0f light playouts a second of %.1f moves\n%.0f simulations a second of %s\n",
		b.size, result.PlayoutsPerSecond, result.MovesPerPlayout, result.SimulationsPerSecond, b.player)
}

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/examples/backgammon/gnubg"
	"github.com/ply-search/ply/internal/cli"
)

// refereed holds the flags of commands that need GNU Backgammon.
type refereed struct {
	engine, player string
	plies, games   int
	timeout        time.Duration
	seed           uint64
	json           bool
}

// flags defines the flags, with the usual numbers of plies and games. player and number are texts about -player and
// -games.
func (r *refereed) flags(flags *flag.FlagSet, plies, games int, player, number string) {
	flags.StringVar(&r.engine, "engine", gnubg.Name, "`program` GNU Backgammon")
	cli.Number(flags, &r.plies, "plies", plies, 0, gnubg.MostPlies, "`number` of plies that it looks ahead")
	flags.StringVar(&r.player, "player", players()[0].Name, player)
	cli.Number(flags, &r.games, "games", games, 2, 1_000_000_000, number)
	cli.Number(flags, &r.timeout, "timeout", time.Minute, time.Millisecond, cli.LongTime, "`time` in which the program has to answer")
	cli.Seed(flags, &r.seed, "all that is random")
	flags.BoolVar(&r.json, "json", false, "write a JSON object")
}

// start starts GNU Backgammon.
func (r *refereed) start(ctx context.Context, plies int) (*gnubg.Engine, error) {
	file, err := gnubg.Find(r.engine)
	if err != nil {
		return nil, cli.Usagef("-engine: %w", err)
	}
	starting, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	return gnubg.Start(starting, file, plies)
}

type against struct{ refereed }

func againstCommand(std cli.Streams) *cli.Command {
	var a against
	flags := flag.NewFlagSet("backgammon against", flag.ContinueOnError)
	a.flags(flags, 0, 100, "`player` against it; see match. Its settings time=D and nodes=N limit the search for each move",
		"`number` of games, even: they come in pairs with the same throws, and each side begins in half of them")
	return cli.Subcommand(flags, "[flags]", "Play a match against GNU Backgammon.",
		"Games are for money, without the doubling cube and without the Jacoby rule: gammons count. The result is the points\n"+
			"per game of the player with a 95 % interval, plain and adjusted for luck.",
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

// A contested is the JSON output of against, from the view of the player. Intervals are of 95 %.
type contested struct {
	Engine           string     `json:"engine"`
	Plies            int        `json:"plies"`
	Player           string     `json:"player"`
	Games            int        `json:"games"`
	Points           float64    `json:"points"` // per game
	Interval         [2]float64 `json:"interval"`
	Adjusted         float64    `json:"adjusted"` // Points adjusted for luck
	AdjustedInterval [2]float64 `json:"adjusted_interval"`
	Wins             [3]int     `json:"wins"` // of one, two and three points
	Losses           [3]int     `json:"losses"`
	Seconds          float64    `json:"seconds"`
}

func (a *against) run(ctx context.Context, out io.Writer) error {
	if err := cli.Even("games", a.games); err != nil {
		return err
	}
	own, err := playerOf(cli.ParseSpec(a.player))
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	e, err := a.start(ctx, a.plies)
	if err != nil {
		return err
	}
	defer e.Close()
	other := func() arena.Player[*backgammon.Game, backgammon.Move] { return playerOfEngine(e, a.timeout) }
	var games []*backgammon.Game
	opening := func(int, *rand.Rand) (*backgammon.Game, error) {
		g := backgammon.New()
		games = append(games, g)
		return g, nil
	}
	opt := arena.Options{Luck: func(position ply.Adversarial) func() float64 { return luck(position.(*backgammon.Game)) }}
	r, err := cli.Match(ctx, &cli.Series{Games: a.games, Workers: 1, Seed: a.seed}, opening, own, other, opt)
	if err != nil {
		return err
	}
	if r.Games() == 0 { // interrupted
		return ctx.Err()
	}
	p := cli.NewPoints(&r)
	c := contested{
		Engine: a.engine, Plies: a.plies, Player: a.player, Games: r.Games(), Points: p.Points, Interval: p.PointsInterval,
		Adjusted: *p.Adjusted, AdjustedInterval: *p.AdjustedInterval, Seconds: r.Elapsed.Seconds(),
	}
	c.count(games[:c.Games])
	if a.json {
		return cli.WriteJSON(out, c)
	}
	fmt.Fprintf(out, "%s against %s at %d plies\n", a.player, a.engine, a.plies)
	if err := cli.WritePoints(out, &r); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "won     %d, gammons %d, backgammons %d\nlost    %d, gammons %d, backgammons %d\ngames   %d, %.1f s\n",
		c.Wins[0], c.Wins[1], c.Wins[2], c.Losses[0], c.Losses[1], c.Losses[2], c.Games, c.Seconds)
	return err
}

// count counts the results of finished games, in which the player is side 0 and side 1 in turn.
func (c *contested) count(games []*backgammon.Game) {
	for i, g := range games {
		results := &c.Losses
		if g.ToMove() != i%2 {
			results = &c.Wins
		}
		results[-g.Outcome()-1]++
	}
}

// playerOfEngine returns GNU Backgammon as a player that has to answer within a time.
func playerOfEngine(e *gnubg.Engine, timeout time.Duration) arena.Player[*backgammon.Game, backgammon.Move] {
	return func(ctx context.Context, g *backgammon.Game, _ *rand.Rand) (backgammon.Move, error) {
		within, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		return e.Move(within, g)
	}
}

// playerOf returns a function that makes the player described by s.
func playerOf(s *cli.Spec) (func() arena.Player[*backgammon.Game, backgammon.Move], error) {
	var names []string
	for _, p := range players() {
		if p.Name != s.Kind {
			names = append(names, p.Name)
			continue
		}
		limits := ply.Limits{Time: s.Duration("time"), Nodes: s.Whole("sims", s.Whole("nodes", 0, cli.Many), cli.Many)}
		newSearcher := p.Read(s)
		if err := s.Finish(); err != nil {
			return nil, err
		}
		if limits == (ply.Limits{}) {
			limits = p.Limits
		}
		return arena.EnginePlayer(func(g *backgammon.Game, random *rand.Rand) (*engine.Player[backgammon.Move], error) {
			search, err := newSearcher(g, random)
			if err != nil {
				return nil, err
			}
			return engine.New(search, engine.Options{Limits: limits, Random: random})
		}), nil
	}
	return nil, s.Wrap(fmt.Errorf("unknown kind %q, want %s", s.Kind, strings.Join(names, ", ")))
}

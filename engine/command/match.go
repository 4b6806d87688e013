package command

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/arena/league"
	"github.com/ply-search/ply/engine"
	"github.com/ply-search/ply/internal/cli"
)

type contest struct {
	time    time.Duration
	opening int
	json    bool
}

func (c *contest) flags(flags *flag.FlagSet, opening int) {
	cli.Number(flags, &c.time, "time", 100*time.Millisecond, time.Millisecond, cli.LongTime, "`time` for each move of players without a limit of their own")
	cli.Number(flags, &c.opening, "opening", opening, 0, longestGame, "`number` of random moves that begin the games")
	flags.BoolVar(&c.json, "json", false, "write JSON objects")
}

// openings returns the function that makes start positions of games.
func (k *kit[G, M]) openings(moves int) func(int, *rand.Rand) (G, error) {
	return arena.RandomOpening(moves, func() (G, error) { return k.New("") })
}

// repeats reports whether games of a type detect repeated positions.
func repeats[G any]() bool {
	var g G
	_, ok := any(g).(ply.Repeater)
	return ok
}

// seat returns a function that makes players of a contest.
func (k *kit[G, M]) seat(text string, c *contest) (func() arena.Player[G, M], error) {
	p, err := k.contestant(text, ply.Limits{Time: c.time})
	if err != nil {
		return nil, err
	}
	if p.book != nil {
		return nil, fmt.Errorf("player %q: matches and leagues take no book: they begin with random moves (-opening)", text)
	}
	return arena.EnginePlayer(func(g G, random *rand.Rand) (*engine.Player[M], error) { return p.player(g, random) }), nil
}

// matching holds the flags of match.
type matching struct {
	contest
	cli.Series
	clock  engine.Clock
	a, b   string
	points bool
}

func (k *kit[G, M]) matchCommand() *ffcli.Command {
	var m matching
	flags := k.flags("match")
	second := k.Players[min(1, len(k.Players)-1)].Name
	flags.StringVar(&m.a, "a", k.Players[0].Name, "the `player` whose score is reported")
	flags.StringVar(&m.b, "b", second, "the other `player`")
	m.contest.flags(flags, k.Opening)
	cli.Clock(flags, &m.clock)
	m.Series.Flags(flags, 100, 1_000_000_000)
	help := "also report the points per game: the mean outcome for a"
	if k.Luck != nil {
		help += ", plain and adjusted for luck"
	}
	flags.BoolVar(&m.points, "points", false, help)
	return k.command(flags, "Play a match between two players, with a confidence interval.",
		"Games come in pairs: each player begins an opening once.", true, func(ctx context.Context) error { return k.match(ctx, m) })
}

func (k *kit[G, M]) match(ctx context.Context, m matching) error {
	if err := m.Check(); err != nil {
		return err
	}
	if m.clock != (engine.Clock{}) {
		m.time = 0
	}
	var seats [2]func() arena.Player[G, M]
	for i, text := range []string{m.a, m.b} {
		var err error
		if seats[i], err = k.seat(text, &m.contest); err != nil {
			return cli.Usagef("-%c: %w", 'a'+i, err)
		}
	}
	opt := arena.Options{MaxMoves: k.MaxMoves, Repetitions: repeats[G](), Clock: m.clock}
	if !m.json {
		opt.Forfeited = cli.Forfeits(k.std.Out, m.a, m.b)
	}
	if m.points && k.Luck != nil {
		luck, err := k.Luck(ctx)
		if err != nil {
			return err
		}
		opt.Luck = func(position ply.Adversarial) func() float64 { return luck(position.(G)) }
	}
	r, err := cli.Match(ctx, &m.Series, k.openings(m.opening), seats[0], seats[1], opt)
	if err != nil {
		return err
	}
	if m.json {
		matched := cli.NewMatched(m.a, m.b, &r)
		if m.points {
			matched.Points = cli.NewPoints(&r)
		}
		return cli.WriteJSON(k.std.Out, matched)
	}
	if err := cli.WriteMatch(k.std.Out, m.a+" against "+m.b, &r); err != nil || !m.points {
		return err
	}
	return cli.WritePoints(k.std.Out, &r)
}

var schedules = []string{"roundrobin", "gauntlet", "ladder"}

// ranking holds the flags of league.
type ranking struct {
	contest
	players, schedule, file string
	rounds, workers         int
	seed                    uint64
	settings                []*flag.Flag // of the game and its openings
}

func (k *kit[G, M]) leagueCommand() *ffcli.Command {
	var r ranking
	flags := k.flags("league")
	r.contest.flags(flags, k.Opening)
	flags.VisitAll(func(f *flag.Flag) {
		if f.Name != "json" {
			r.settings = append(r.settings, f)
		}
	})
	var names []string
	for _, p := range k.Players {
		names = append(names, p.Name)
	}
	flags.StringVar(&r.players, "players", strings.Join(names, " "), "`players`, with spaces between them")
	cli.Choice(flags, &r.schedule, "schedule", schedules[0], schedules, "`who` meets whom: everybody, all the first, or each its neighbours")
	cli.Number(flags, &r.rounds, "rounds", 10, 1, 1_000_000, "`number` of openings for each two who meet")
	flags.StringVar(&r.file, "file", "", "`file` that keeps the games, from which an interrupted league goes on")
	cli.Number(flags, &r.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors)")
	cli.Seed(flags, &r.seed, "all that is random")
	return k.command(flags, "Play a league of many players, and rate them.",
		"Ratings are differences from the mean of all, in Elo points, by the model of Bradley and Terry with draws (Davidson 1970).", true,
		func(ctx context.Context) error { return k.league(ctx, r) })
}

// A rated is the JSON output of league for a player.
type rated struct {
	Player string  `json:"player"`
	Elo    float64 `json:"elo"`
	Low    float64 `json:"low"` // Low and High are the bounds of the 95 % confidence interval
	High   float64 `json:"high"`
	Games  int     `json:"games"`
	Points float64 `json:"points"`
}

// prior is the number of imaginary draws between each pair of opponents, which gives a rating even to players that won
// all their games.
const prior = 1

func (k *kit[G, M]) league(ctx context.Context, r ranking) error {
	var entries []league.Entry[G, M]
	for _, text := range strings.Fields(r.players) {
		seat, err := k.seat(text, &r.contest)
		if err != nil {
			return cli.Usagef("-players: %w", err)
		}
		if slices.ContainsFunc(entries, func(e league.Entry[G, M]) bool { return e.Name == text }) {
			return cli.Usagef("-players: %s is there twice", text)
		}
		entries = append(entries, league.Entry[G, M]{Name: text, New: seat})
	}
	if len(entries) < 2 {
		return cli.Usagef("-players: want two at least")
	}
	game := k.Name
	for _, f := range r.settings {
		game += fmt.Sprintf(" -%s %v", f.Name, f.Value)
	}
	bar := cli.NewProgress(0, "games")
	defer bar.Close()
	result, err := league.Play(ctx, k.openings(r.opening), entries, league.Options{
		Schedule: league.Schedule(slices.Index(schedules, r.schedule)), Rounds: r.rounds, Workers: cli.Workers(r.workers),
		Random: rand.NewPCG(r.seed, 0), Game: game, File: r.file, MaxMoves: k.MaxMoves, Repetitions: repeats[G](),
	})
	if err != nil {
		return err
	}
	bar.Close()
	if len(result.Games) == 0 { // interrupted
		return ctx.Err()
	}
	ratings, err := league.Rate(result.Games, prior)
	if err != nil {
		return err
	}
	for i, x := range ratings {
		low, high := x.Interval(0.95)
		if r.json {
			err = cli.WriteJSON(k.std.Out, rated{x.Name, x.Elo, low, high, x.Games, x.Points})
		} else {
			_, err = fmt.Fprintf(k.std.Out, "%2d  %-30s %6.0f  (95 %%: %.0f to %.0f)  %g of %s\n", i+1, x.Name, x.Elo, low, high, x.Points, cli.Count(x.Games, "game"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

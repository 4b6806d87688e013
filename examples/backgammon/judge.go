package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/backgammon/backgammon"
	"github.com/ply-search/ply/examples/backgammon/gnubg"
	"github.com/ply-search/ply/internal/cli"
)

type judging struct{ refereed }

func judgeCommand(std cli.Streams) *cli.Command {
	var j judging
	flags := flag.NewFlagSet("backgammon judge", flag.ContinueOnError)
	j.flags(flags, 2, 10, "`player` that is judged; see against. gnubg,plies=N is GNU Backgammon itself",
		"`number` of games of the player against itself")
	return cli.Subcommand(flags, "[flags]", "Let GNU Backgammon judge the plays of a player.",
		"The result is the mean loss in an unforced decision, which is a throw with more than one legal play, in thousandths of\n"+
			"a point, with a 95 % interval. The loss of a play is the difference between the equities of the best play and of this\n"+
			"play, without the doubling cube. GNU Backgammon looks for the best play among the play of the player and the eight best\n"+
			"plays at 0 plies, if they are at most 0.16 points worse than the first.",
		func(ctx context.Context) error { return j.run(ctx, std.Out) })
}

// A judged is the JSON output of judge.
type judged struct {
	Engine    string     `json:"engine"`
	Plies     int        `json:"plies"`
	Player    string     `json:"player"`
	Games     int        `json:"games"`
	Decisions int        `json:"decisions"` // unforced
	Loss      float64    `json:"loss"`      // per decision, in thousandths of a point
	Interval  [2]float64 `json:"interval"`  // of Loss
	Seconds   float64    `json:"seconds"`
}

func (j *judging) run(ctx context.Context, out io.Writer) error {
	player, end, err := j.own(ctx)
	if err != nil {
		return err
	}
	defer end()
	e, err := j.start(ctx, j.plies)
	if err != nil {
		return err
	}
	defer e.Close()
	begun := time.Now()
	bar := cli.NewProgress(j.games, "games")
	defer bar.Close()
	var games []losses
	for i := range j.games {
		l, err := judgeGame(ctx, e.Evaluate, j.plies, player, rand.New(rand.NewPCG(j.seed, uint64(i))))
		if ctx.Err() != nil && len(games) > 1 {
			break // interrupted
		}
		if err != nil {
			return err
		}
		games = append(games, l)
		bar.Set(i + 1)
	}
	bar.Close()
	r := judged{
		Engine: j.engine, Plies: j.plies, Player: j.player, Games: len(games), Seconds: time.Since(begun).Seconds(),
	}
	r.Decisions, r.Loss, r.Interval = mean(games)
	if j.json {
		return cli.WriteJSON(out, r)
	}
	_, err = fmt.Fprintf(out, "%s judged by %s at %d plies\n"+
		"loss       %.2f millipoints per unforced decision (95 %%: %.2f to %.2f)\n"+
		"decisions  %d in %d games, %.1f s\n",
		r.Player, r.Engine, r.Plies, r.Loss, r.Interval[0], r.Interval[1], r.Decisions, r.Games, r.Seconds)
	return err
}

// losses are the losses of a player in a game.
type losses struct {
	decisions int
	points    float64 // the sum
}

// mean returns the number of decisions, and the mean loss in thousandths of a point with a 95 % interval. The decisions
// of a game depend on each other, so the games are the observations (the ratio estimator of Cochran 1977, chapter 6).
func mean(games []losses) (decisions int, loss float64, interval [2]float64) {
	points := 0.0
	for _, g := range games {
		decisions += g.decisions
		points += g.points
	}
	ratio := points / float64(max(decisions, 1))
	var residuals arena.Sample
	for _, g := range games {
		residuals = residuals.Add(arena.Sample{Count: 1, Mean: g.points - ratio*float64(g.decisions)})
	}
	low, high := residuals.Interval(0.95)
	perDecision := float64(len(games)) / float64(max(decisions, 1))
	return decisions, 1000 * ratio, [2]float64{1000 * (ratio + low*perDecision), 1000 * (ratio + high*perDecision)}
}

type judgedPlayer = arena.Player[*backgammon.Game, backgammon.Move]

// An evaluate returns the expected points of the side that is to throw, found by looking ahead a number of plies.
type evaluate func(ctx context.Context, g *backgammon.Game, plies int) (points float64, err error)

// judgeGame plays a game of a player against itself.
func judgeGame(ctx context.Context, judge evaluate, plies int, player judgedPlayer, random *rand.Rand) (losses, error) {
	var sum losses
	own := rand.New(rand.NewPCG(random.Uint64(), 0)) // so that all players get the same throws
	for g := backgammon.New(); !g.Finished(); {
		if g.ToMove() == ply.Chance {
			throw, err := ply.DrawOutcome(g, random)
			if err != nil {
				return sum, err
			}
			g.Play(throw)
			continue
		}
		m, err := player(ctx, g, own)
		if err != nil {
			return sum, err
		}
		plays := g.Moves(nil)
		if !slices.Contains(plays, m) {
			return sum, fmt.Errorf("%v is no legal play of\n%v", m, g)
		}
		if len(plays) > 1 {
			loss, err := lossOf(ctx, judge, plies, g, plays, m)
			if err != nil {
				return sum, err
			}
			sum.decisions++
			sum.points += loss
		}
		g.Play(m)
	}
	return sum, nil
}

// Limits of the plays that are searched, besides the play of the player: GNU Backgammon's usual filter.
const (
	mostCandidates = 8
	margin         = 0.16
)

// lossOf returns the points that a play of g loses, compared with the best of all plays. It changes the order of plays.
func lossOf(
	ctx context.Context, judge evaluate, plies int, g *backgammon.Game, plays []backgammon.Move, chosen backgammon.Move,
) (loss float64, err error) {
	after := func(m backgammon.Move, plies int) (points float64) {
		g.Play(m)
		defer g.Undo(m)
		if g.Finished() {
			return -float64(g.Outcome())
		}
		points, failed := judge(ctx, g, plies)
		err = errors.Join(err, failed)
		return -points
	}
	static := map[backgammon.Move]float64{}
	for _, m := range plays {
		static[m] = after(m, 0)
	}
	slices.SortStableFunc(plays, func(x, y backgammon.Move) int { return cmp.Compare(static[y], static[x]) })
	least := static[plays[0]] - margin
	others := slices.DeleteFunc(plays[:min(len(plays), mostCandidates)], func(m backgammon.Move) bool {
		return m == chosen || static[m] < least
	})
	if len(others) == 0 || err != nil {
		return 0, err
	}
	value := func(m backgammon.Move) float64 { return static[m] }
	if plies > 0 {
		value = func(m backgammon.Move) float64 { return after(m, plies) }
	}
	own := value(chosen)
	for _, m := range others {
		loss = max(loss, value(m)-own)
	}
	return loss, err
}

// own returns the player, and a function that ends its program if it has one.
func (j *judging) own(ctx context.Context) (player judgedPlayer, end func(), err error) {
	s := cli.ParseSpec(j.player)
	if s.Kind != gnubg.Name {
		newPlayer, err := playerOf(s)
		if err != nil {
			return nil, nil, cli.Usagef("-player: %w", err)
		}
		return newPlayer(), func() {}, nil
	}
	plies := s.Whole("plies", 0, gnubg.MostPlies)
	if err := s.Finish(); err != nil {
		return nil, nil, cli.Usagef("-player: %w", err)
	}
	e, err := j.start(ctx, plies)
	if err != nil {
		return nil, nil, err
	}
	return playerOfEngine(e, j.timeout), e.Close, nil
}

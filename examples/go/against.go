package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

type againstFlags struct {
	sampling.Against
	size  int
	rules rules
	sgf   string
}

func againstCommand(std cli.Streams) *cli.Command {
	var a againstFlags
	flags := flag.NewFlagSet("go against", flag.ContinueOnError)
	a.Flags(flags, "the Go Text Protocol, such as \"gnugo --mode gtp --level 10\"", usualPlayer)
	sizeFlag(flags, &a.size)
	rulesFlags(flags, &a.rules)
	flags.StringVar(&a.sgf, "sgf", "", "`file` for all games, in the Smart Game Format")
	return cli.Subcommand(flags, "-engine COMMAND [flags]", "Play a match against another engine.",
		sampling.AgainstHelp+"\n\nIf both engines tell the same final_score, that counts; otherwise playouts tell which stones are dead.\n\n"+specHelp,
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

type contested struct {
	sampling.Contested
	Komi      float64            `json:"komi"`
	Forfeited []sampling.Forfeit `json:"forfeited"`
	SGF       []string           `json:"sgf"`
}

type contestant = sampling.Contestant[*contest, goban.Point]

func (a *againstFlags) run(ctx context.Context, out io.Writer) error {
	if _, err := a.Check(); err != nil {
		return err
	}
	p, err := parsePlayer(a.Player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if _, err := a.rules.board(a.size); err != nil {
		return err
	}
	if err := cli.CheckOutput(a.sgf); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(a.Seed, 0))
	engines, err := sampling.Contestants[*contest, goban.Point](&a.Against, func() (*gtp.Client, error) {
		e, err := newBot(p, a.rules, a.size, random)
		if err != nil {
			return nil, err
		}
		return gtp.Local(func(in io.Reader, out io.Writer) error { return serve(ctx, e, false, in, out) }), nil
	}, gtp.Black, fmt.Sprintf("boardsize %d", a.size), "clear_board", fmt.Sprintf("komi %g", a.rules.komi))
	if err != nil {
		return err
	}
	defer engines[0].Close()
	defer engines[1].Close()
	return a.match(ctx, out, engines)
}

func (a *againstFlags) match(ctx context.Context, out io.Writer, engines [2]*contestant) error {
	result := contested{Komi: a.rules.komi, Forfeited: []sampling.Forfeit{}, SGF: []string{}}
	var games []*contest
	begun := time.Now()
	r, err := cli.Match(ctx, &cli.Series{Games: a.Games, Workers: 1}, func(int, *rand.Rand) (*contest, error) {
		g, err := a.rules.game(a.size, weiqi.Knowledge{})
		c := &contest{Game: g, ctx: ctx, players: engines, limit: 5 * a.size * a.size}
		if len(games)%2 == 1 {
			c.players = [2]*contestant{engines[1], engines[0]}
		}
		games = append(games, c)
		return c, err
	}, engines[0].NewPlayer, engines[1].NewPlayer, arena.Options{Forfeited: func(f arena.Forfeit) { games[f.Game].forfeit = &f }})
	if err != nil {
		return err
	}
	var records []*goban.Node
	forfeited := ""
	for i, g := range games[:r.Games()] {
		record := g.record()
		var text strings.Builder
		if err := goban.WriteSGF(&text, record); err != nil {
			return err
		}
		records, result.SGF = append(records, record), append(result.SGF, strings.ReplaceAll(text.String(), "\n", ""))
		if g.forfeit != nil && !g.resigned() {
			f := sampling.Forfeit{Game: i + 1, Engine: engines[g.forfeit.Player].Name, Reason: g.forfeit.Err.Error()}
			result.Forfeited = append(result.Forfeited, f)
			forfeited += fmt.Sprintln(f)
		}
	}
	result.Contested = a.Contested(a.size, r.Score, begun)
	if a.sgf != "" && len(records) > 0 {
		if err := atomicfile.Write(a.sgf, func(w io.Writer) error { return goban.WriteSGF(w, records...) }); err != nil {
			return err
		}
	}
	return cli.Write(out, a.JSON, result, "%s against %s, size %d, komi %g\n%v, %s, %.1f s\n%s", engines[0].Name, engines[1].Name, a.size,
		a.rules.komi, r.Score, cli.Count(result.Games, "game"), result.Seconds, forfeited)
}

// A contest is a game with a limit on moves, whose players tell its score.
type contest struct {
	*weiqi.Game
	ctx     context.Context
	players [2]*contestant // Black and White
	limit   int
	score   float64        // of Black, if the game was played to its end
	forfeit *arena.Forfeit // or nil
}

// Moves returns no moves from the limit on.
func (c *contest) Moves(dst []goban.Point) []goban.Point {
	if c.Board.Played() >= c.limit {
		return dst
	}
	return c.Game.Moves(dst)
}

// Outcome returns the sign of the score for the side to move.
func (c *contest) Outcome() int {
	c.score = c.finalScore()
	return cmp.Compare(c.score, 0) * (1 - 2*c.ToMove())
}

// finalScore returns the score that both engines tell, if they agree, and otherwise the score without the stones that playouts find
// dead.
func (c *contest) finalScore() float64 {
	told := func(side int, command string) string {
		ctx, cancel := context.WithTimeout(c.ctx, c.players[side].Timeout)
		defer cancel()
		reply, _ := c.players[side].Client.Do(ctx, command) // an engine need not know its score
		return reply
	}
	b := c.Board
	told(c.ToMove(), fmt.Sprintf("play %v %s", sideOf(b.ToMove().Opponent()), b.Name(b.Last())))
	points, ok := readScore(told(0, "final_score"))
	if other, known := readScore(told(1, "final_score")); ok && known && points == other {
		return points
	}
	score, err := weiqi.Of(b.Clone(), weiqi.Knowledge{}).FinalScore()
	if err != nil {
		return b.Score()
	}
	return score
}

func (c *contest) resigned() bool { return c.forfeit.Err.Error() == "resigned" }

func (c *contest) record() *goban.Node {
	game := c.Board.SGF()
	game.Set("PB", c.players[0].Name)
	game.Set("PW", c.players[1].Name)
	game.Set("RE", goban.Result(c.score))
	if f := c.forfeit; f != nil {
		loser := (f.Player + f.Game) % 2
		game.Set("RE", [2]string{"W", "B"}[loser]+"+R")
		if !c.resigned() {
			game.Set("RE", [2]string{"W", "B"}[loser]+"+F")
			game.Set("GC", fmt.Sprintf("forfeited by %s: %v", c.players[loser].Name, f.Err))
		}
	}
	return game
}

// readScore reads a score such as B+3.5, for Black.
func readScore(text string) (points float64, ok bool) {
	var winner string
	if _, err := fmt.Sscanf(text, "%1s+%g", &winner, &points); err != nil {
		return 0, text == "0"
	}
	switch winner {
	case "W", "w":
		return -points, true
	case "B", "b":
		return points, true
	}
	return 0, false
}

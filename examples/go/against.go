package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/engine/gtp"
	"github.com/ply-search/ply/engine/gtp/referee"
	"github.com/ply-search/ply/examples/go/weiqi"
	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/atomicfile"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// An againstFlags holds the flags of against.
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

// contested is what against says.
type contested struct {
	sampling.Contested
	Komi      float64           `json:"komi"`
	Forfeited []referee.Forfeit `json:"forfeited"`
	SGF       []string          `json:"sgf"`
}

func (a *againstFlags) run(ctx context.Context, out io.Writer) error {
	words, err := a.Check()
	if err != nil {
		return err
	}
	p, err := parsePlayer(a.Player)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	if _, err := a.rules.board(a.size); err != nil {
		return err
	}
	if a.sgf != "" {
		if err := cli.CheckOutput(a.sgf); err != nil {
			return err
		}
	}
	random := rand.New(rand.NewPCG(a.Seed, 0))
	own := &referee.Contestant{Name: "ply " + a.Player, Start: func() (*gtp.Client, error) {
		e, err := newBot(p, a.rules, a.size, random)
		if err != nil {
			return nil, err
		}
		return gtp.Local(func(in io.Reader, out io.Writer) error { return serve(ctx, e, false, in, out) }), nil
	}}
	other := &referee.Contestant{Name: a.Engine, Start: func() (*gtp.Client, error) { return gtp.Start(words[0], words[1:]...) }}
	defer own.Close()
	defer other.Close()
	// An engine that cannot even be started is a mistake of the caller.
	if err := other.Open(); err != nil {
		return err
	}
	return a.match(ctx, out, own, other)
}

// match plays the games and writes what they have led to.
func (a *againstFlags) match(ctx context.Context, out io.Writer, own, other *referee.Contestant) error {
	result := contested{Komi: a.rules.komi, SGF: []string{}}
	progress := cli.NewProgress(a.Games, "games")
	defer progress.Close()
	begun := time.Now()
	var games []*goban.Node
	record, err := referee.Match(ctx, a.Games, own, other, func(black, white *referee.Contestant) (referee.Verdict, error) {
		v, game, err := a.play(ctx, referee.Players{gtp.Black: black, gtp.White: white})
		if err != nil {
			return v, err
		}
		var text strings.Builder
		err = goban.WriteSGF(&text, game)
		games, result.SGF = append(games, game), append(result.SGF, strings.ReplaceAll(text.String(), "\n", ""))
		return v, err
	}, progress.Set)
	if err != nil {
		return err
	}
	progress.Close()
	score := arena.Score{Wins: record.Wins, Draws: record.Draws, Losses: record.Losses}
	result.Contested, result.Forfeited = a.Contested(a.size, score, begun), record.Forfeited
	if a.sgf != "" && len(games) > 0 {
		if err := atomicfile.Write(a.sgf, func(w io.Writer) error { return goban.WriteSGF(w, games...) }); err != nil {
			return err
		}
	}
	forfeited := ""
	for _, f := range result.Forfeited {
		forfeited += fmt.Sprintln(f)
	}
	return cli.Write(out, a.JSON, result, "%s against %s, size %d, komi %g\n%v, %s, %.1f s\n%s", own.Name, other.Name, a.size, a.rules.komi,
		score, cli.Count(result.Games, "game"), result.Seconds, forfeited)
}

// A position is the board of the referee, with a bound on the moves of a game.
type position struct {
	*goban.Board
	limit int
}

// Turn implements [referee.Game].
func (p position) Turn() (gtp.Colour, bool) {
	return sideOf(p.ToMove()), p.Passes() >= 2 || p.Played() >= p.limit
}

// Play implements [referee.Game].
func (p position) Play(move string) (string, error) {
	point, err := p.Parse(move)
	if err == nil {
		err = p.Check(p.ToMove(), point)
	}
	if err != nil {
		return "", err
	}
	p.Board.Play(point)
	return p.Name(point), nil
}

// play plays a game. Its error is that of ctx; what engines do wrong is in the verdict.
func (a *againstFlags) play(ctx context.Context, players referee.Players) (v referee.Verdict, game *goban.Node, err error) {
	b, err := a.rules.board(a.size)
	if err != nil {
		return v, nil, err
	}
	r := referee.Referee{Timeout: a.Timeout, Setup: []string{fmt.Sprintf("boardsize %d", a.size), "clear_board", fmt.Sprintf("komi %g", a.rules.komi)}}
	p := position{b, 5 * a.size * a.size}
	resigned, err := r.Lead(ctx, p, players)
	score := 0.0
	v, err = referee.Judge(p, players, resigned, err, func() *referee.Contestant {
		if score = finalScore(ctx, &r, b, players); score > 0 {
			return players[gtp.Black]
		} else if score < 0 {
			return players[gtp.White]
		}
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return v, nil, err
	}
	winner := "W"
	if v.Winner == players[gtp.Black] {
		winner = "B"
	}
	game = b.SGF()
	result := goban.Result(score)
	switch {
	case v.Fault != nil:
		result = winner + "+F"
		game.Set("GC", fmt.Sprintf("forfeited by %s: %v", players[v.Fault.Colour].Name, v.Fault))
	case resigned:
		result = winner + "+R"
	}
	game.Set("PB", players[gtp.Black].Name)
	game.Set("PW", players[gtp.White].Name)
	game.Set("RE", result)
	return v, game, nil
}

// finalScore returns the score that both engines tell, if they agree, or else that without the stones that playouts find dead.
func finalScore(ctx context.Context, r *referee.Referee, b *goban.Board, players referee.Players) float64 {
	var told [2]string
	for i, p := range players {
		told[i], _ = r.Do(ctx, p, "final_score") // what is not told is not agreed
	}
	if points, ok := readScore(told[0]); ok {
		if other, ok := readScore(told[1]); ok && points == other {
			return points
		}
	}
	score, err := weiqi.Of(b.Clone(), weiqi.Knowledge{}).FinalScore()
	if err != nil {
		return b.Score()
	}
	return score
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

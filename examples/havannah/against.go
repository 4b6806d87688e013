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
	"github.com/ply-search/ply/examples/havannah/havannah"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/sampling"
)

// An againstFlags holds the flags of against.
type againstFlags struct {
	sampling.Against
	size int
}

func againstCommand(std cli.Streams) *cli.Command {
	var a againstFlags
	flags := flag.NewFlagSet("havannah against", flag.ContinueOnError)
	a.Flags(flags, "the Go Text Protocol", usualPlayer)
	sizeFlag(flags, &a.size, 5)
	return cli.Subcommand(flags, "-engine COMMAND [flags]", "Play a match against another engine.",
		sampling.AgainstHelp+"\n\nOne engine thinks at a time. How long the other one thinks is for its command to say.\n\n"+specHelp,
		func(ctx context.Context) error { return a.run(ctx, std.Out) })
}

// contested is what against says.
type contested struct {
	sampling.Contested
	Score     float64           `json:"score"`
	Forfeited []referee.Forfeit `json:"forfeited"`
	Record    []string          `json:"record"` // of each game the moves, and how it ended
}

func (a *againstFlags) run(ctx context.Context, out io.Writer) error {
	words, err := a.Check()
	if err != nil {
		return err
	}
	p, err := parsePlayer(a.Player)
	if err == nil {
		err = p.searches()
	}
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	random := rand.New(rand.NewPCG(a.Seed, 0))
	own := &referee.Contestant{Name: "ply " + a.Player, Start: func() (*gtp.Client, error) {
		e, err := newBot(p, a.size, rand.NewPCG(random.Uint64(), 0))
		if err != nil {
			return nil, err
		}
		return gtp.Local(func(in io.Reader, out io.Writer) error { return e.server().Serve(ctx, in, out) }), nil
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
	r := referee.Referee{Timeout: a.Timeout, Setup: []string{fmt.Sprintf("boardsize %d", a.size), "clear_board"}}
	result := contested{Record: []string{}}
	progress := cli.NewProgress(a.Games, "games")
	defer progress.Close()
	begun := time.Now()
	record, err := referee.Match(ctx, a.Games, own, other, func(white, black *referee.Contestant) (referee.Verdict, error) {
		v, moves, err := lead(ctx, &r, a.size, referee.Players{gtp.White: white, gtp.Black: black})
		if err == nil {
			result.Record = append(result.Record, moves)
		}
		return v, err
	}, progress.Set)
	if err != nil {
		return err
	}
	progress.Close()
	score := arena.Score{Wins: record.Wins, Draws: record.Draws, Losses: record.Losses}
	result.Contested, result.Score, result.Forfeited = a.Contested(a.size, score, begun), score.Rate(), record.Forfeited
	if a.JSON {
		return cli.WriteJSON(out, result)
	}
	if _, err := fmt.Fprintf(out, "%s against %s, size %d\n%v, %s, %.1f s\n", own.Name, other.Name, a.size, score, cli.Count(result.Games, "game"),
		result.Seconds); err != nil {
		return err
	}
	for _, f := range result.Forfeited {
		if _, err := fmt.Fprintln(out, f); err != nil {
			return err
		}
	}
	return nil
}

// A position is the board of a referee, and the moves on it.
type position struct {
	*havannah.Game
	moves []string
}

// Turn implements [referee.Game].
func (p *position) Turn() (gtp.Colour, bool) {
	c := gtp.White
	if p.ToMove() == 1 {
		c = gtp.Black
	}
	return c, p.Ending() != havannah.Unfinished
}

// Play implements [referee.Game].
func (p *position) Play(move string) (string, error) {
	c, err := p.ParseMove(move)
	if err != nil {
		return "", err
	}
	p.Game.Play(c)
	p.moves = append(p.moves, p.Name(c))
	return p.Name(c), nil
}

// lead leads a game and returns its moves and how it ended.
func lead(ctx context.Context, r *referee.Referee, size int, players referee.Players) (v referee.Verdict, record string, err error) {
	g, err := havannah.New(size)
	if err != nil {
		return v, "", err
	}
	p := &position{Game: g}
	resigned, err := r.Lead(ctx, p, players)
	v, err = referee.Judge(p, players, resigned, err, func() *referee.Contestant {
		if g.Ending() == havannah.Full {
			return nil
		}
		c, _ := p.Turn() // who would be to move has lost
		return players[1-c]
	})
	ending := g.Ending().String()
	switch {
	case resigned:
		ending = "resigned"
	case v.Fault != nil:
		ending = "forfeited"
	}
	return v, strings.Join(append(p.moves, ending), " "), err
}

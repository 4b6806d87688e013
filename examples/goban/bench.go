package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/goban/goban"
	"github.com/ply-search/ply/internal/cli"
)

// A benchFlags holds the flags of bench.
type benchFlags struct {
	size    int
	seconds float64
	seed    uint64
	rules   goban.Rules
	json    bool
}

func benchCommand(std cli.Streams) *ffcli.Command {
	var b benchFlags
	flags := flag.NewFlagSet("goban bench", flag.ContinueOnError)
	sizeFlag(flags, &b.size, 19)
	cli.Seed(flags, &b.seed, "all chance")
	cli.Number(flags, &b.seconds, "seconds", 2, 0.001, 1e6, "how long each of two measurements takes, in `seconds`")
	rulesFlags(flags, &b.rules)
	flags.BoolVar(&b.json, "json", false, "write a JSON object")
	return &ffcli.Command{
		Name:       "bench",
		ShortUsage: "goban bench [flags]",
		ShortHelp:  "Measure moves and playouts a second.",
		LongHelp: "First all legal moves in positions of random games are played and taken back, then random games are played to their\n" +
			"end. Each legal move is tested for being legal before.",
		FlagSet: flags,
		Exec:    func(ctx context.Context, _ []string) error { return b.run(ctx, std.Out) },
	}
}

// benched is what bench says.
type benched struct {
	Size                 int     `json:"size"`
	MovesPerSecond       float64 `json:"moves_per_second"`
	GamesPerSecond       float64 `json:"games_per_second"`
	MovesInGamePerSecond float64 `json:"moves_in_games_per_second"`
	MovesPerGame         float64 `json:"moves_per_game"`
}

func (b *benchFlags) run(ctx context.Context, out io.Writer) error {
	start, err := goban.New(b.size, b.rules)
	if err != nil {
		return err
	}
	random := rand.NewPCG(b.seed, 0)
	board := start.Clone()
	result := benched{Size: b.size}
	limit := time.Duration(b.seconds * float64(time.Second))

	// Positions at all stages of a game.
	var positions []*goban.Board
	for range 10 {
		board.Playout(random)
		for board.Played() > 0 {
			board.Undo()
			if board.Played()%20 == 10%b.size {
				positions = append(positions, board.Clone())
			}
		}
	}
	moves := 0
	begun := time.Now()
	for i := 0; len(positions) > 0 && (i == 0 || time.Since(begun) < limit && ctx.Err() == nil); i++ {
		at := positions[i%len(positions)]
		for range 20 {
			for _, p := range at.Points() {
				if at.Legal(p) {
					at.Play(p)
					at.Undo()
					moves++
				}
			}
		}
	}
	result.MovesPerSecond = float64(moves) / time.Since(begun).Seconds()

	games := 0
	moves = 0
	begun = time.Now()
	for time.Since(begun) < limit && ctx.Err() == nil || games == 0 {
		board.CopyFrom(start)
		moves += board.Playout(random)
		games++
	}
	seconds := time.Since(begun).Seconds()
	result.GamesPerSecond = float64(games) / seconds
	result.MovesInGamePerSecond = float64(moves) / seconds
	result.MovesPerGame = float64(moves) / float64(games)
	if b.json {
		return cli.WriteJSON(out, result)
	}
	_, err = fmt.Fprintf(out, "size %d: %.1f million moves played and taken back a second\n%.0f playouts a second, %.1f million moves, %.1f a game\n",
		b.size, result.MovesPerSecond/1e6, result.GamesPerSecond, result.MovesInGamePerSecond/1e6, result.MovesPerGame)
	return err
}

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
)

// bench holds the flags of bench.
type bench struct {
	player  twenty48.PlayerOptions
	games   int
	workers int
	seed    uint64
	json    bool
}

func benchCommand(std cli.Streams) *ffcli.Command {
	var b bench
	flags := flag.NewFlagSet("2048 bench", flag.ContinueOnError)
	thinking(flags, &b.player)
	cli.Number(flags, &b.games, "games", 10, 1, 1_000_000, "`number` of games")
	cli.Number(flags, &b.workers, "workers", 1, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors)")
	cli.Seed(flags, &b.seed, "the tiles; each game has tiles of its own")
	flags.BoolVar(&b.json, "json", false, "write a JSON object for each game, and one for all")
	return &ffcli.Command{
		Name:       "bench",
		ShortUsage: "2048 bench [flags]",
		ShortHelp:  "Play games, and say how many reach which tile.",
		LongHelp:   "Without a limit on time, positions or depth, a move takes 10 ms.",
		FlagSet:    flags,
		Exec:       func(ctx context.Context, _ []string) error { return b.run(ctx, std.Out) },
	}
}

// played is what bench says of a game.
type played struct {
	Game     int     `json:"game"`
	Greatest int     `json:"greatest"`
	Points   int     `json:"points"`
	Moves    int     `json:"moves"`
	Nodes    int     `json:"nodes"`
	Depth    float64 `json:"depth"` // on average
	Seconds  float64 `json:"seconds"`
}

// benched is what bench says of all games.
type benched struct {
	Games          int         `json:"games"`
	Reached        map[int]int `json:"reached"` // games that reached each tile from 512 on
	Points         float64     `json:"points"`  // on average
	Moves          int         `json:"moves"`
	Nodes          int         `json:"nodes"`
	NodesPerSecond float64     `json:"nodes_per_second"` // of one worker
	MovesPerSecond float64     `json:"moves_per_second"`
	Depth          float64     `json:"depth"`
}

func (b *bench) run(ctx context.Context, out io.Writer) error {
	if b.player == (twenty48.PlayerOptions{}) {
		b.player.Time = 10 * time.Millisecond
	}
	progress := cli.NewProgress(b.games, "games")
	defer progress.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	all := make([]played, b.games)
	errs := make([]error, b.games)
	next, done := make(chan int), make(chan int)
	var group sync.WaitGroup
	for range min(cli.Workers(b.workers), b.games) {
		group.Go(func() {
			for i := range next {
				all[i], errs[i] = b.play(ctx, i)
				done <- i
			}
		})
	}
	go func() {
		for i := range b.games {
			next <- i
		}
		close(next)
		group.Wait()
		close(done)
	}()
	finished, written := 0, 0
	ended := make([]bool, b.games)
	var failed error
	for i := range done {
		ended[i] = true
		finished++
		progress.Set(finished)
		for ; b.json && failed == nil && written < b.games && ended[written]; written++ {
			if errs[written] == nil {
				failed = cli.WriteJSON(out, all[written])
			}
		}
		if failed != nil {
			stop()
		}
	}
	if failed != nil {
		return failed
	}
	progress.Close()
	total := benched{Reached: map[int]int{}}
	seconds, depths := 0.0, 0.0
	for i, p := range all {
		if errs[i] != nil {
			if ctx.Err() != nil {
				continue // games that were not played to their ends
			}
			return errs[i]
		}
		total.Games++
		for tile := 512; tile <= p.Greatest; tile *= 2 {
			total.Reached[tile]++
		}
		total.Points += float64(p.Points)
		total.Moves += p.Moves
		total.Nodes += p.Nodes
		depths += p.Depth * float64(p.Moves)
		seconds += p.Seconds
	}
	total.Points /= float64(max(total.Games, 1))
	total.Depth = depths / float64(max(total.Moves, 1))
	if seconds > 0 {
		total.NodesPerSecond, total.MovesPerSecond = float64(total.Nodes)/seconds, float64(total.Moves)/seconds
	}
	if b.json {
		return cli.WriteJSON(out, total)
	}
	fmt.Fprintf(out, "%s, %.0f points on average, %s, %.1f moves ahead on average\n", cli.Count(total.Games, "game"), total.Points, cli.Count(total.Moves, "move"), total.Depth)
	for tile := 512; total.Reached[tile] > 0; tile *= 2 {
		fmt.Fprintf(out, "%6d reached in %s\n", tile, cli.FormatRate(total.Reached[tile], total.Games))
	}
	_, err := fmt.Fprintf(out, "%.0f positions and %.0f moves a second\n", total.NodesPerSecond, total.MovesPerSecond)
	return err
}

// play plays the game of this number.
func (b *bench) play(ctx context.Context, number int) (played, error) {
	player, err := twenty48.NewPlayer(b.player)
	if err != nil {
		return played{}, err
	}
	start := time.Now()
	g, err := twenty48.PlayOut(ctx, player, rand.New(rand.NewPCG(b.seed, uint64(number))), nil)
	if err != nil {
		return played{}, err
	}
	return played{
		Game:     number,
		Greatest: g.Board().Greatest(),
		Points:   g.Board().Points(),
		Moves:    player.Moves,
		Nodes:    player.Nodes,
		Depth:    float64(player.Depths) / float64(cmp.Or(player.Moves, 1)),
		Seconds:  time.Since(start).Seconds(),
	}, nil
}

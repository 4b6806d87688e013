package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

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

func benchCommand(std cli.Streams) *cli.Command {
	var b bench
	flags := flag.NewFlagSet("2048 bench", flag.ContinueOnError)
	thinking(flags, &b.player)
	cli.Number(flags, &b.games, "games", 10, 1, 1_000_000, "`number` of games")
	cli.Number(flags, &b.workers, "workers", 1, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors)")
	cli.Seed(flags, &b.seed, "the tiles; each game has tiles of its own")
	flags.BoolVar(&b.json, "json", false, "write a JSON object for each game, and one for all")
	return cli.Subcommand(flags, "[flags]", "Play games, and say how many reach which tile.",
		"Without a limit on time, positions or depth, a move takes 10 ms.",
		func(ctx context.Context) error { return b.run(ctx, std.Out) })
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
	games := make([]struct {
		played
		err   error
		ended bool
	}, b.games)
	var next atomic.Int64
	done := make(chan int)
	var group sync.WaitGroup
	for range min(cli.Workers(b.workers), b.games) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < b.games; i = int(next.Add(1)) - 1 {
				games[i].played, games[i].err = b.play(ctx, i)
				done <- i
			}
		})
	}
	go func() {
		group.Wait()
		close(done)
	}()
	total := benched{Reached: map[int]int{}}
	finished, written, seconds, depths := 0, 0, 0.0, 0.0
	var failed error
	for i := range done {
		games[i].ended = true
		finished++
		progress.Set(finished)
		for ; written < b.games && games[written].ended; written++ {
			p := &games[written]
			if p.err != nil {
				if ctx.Err() == nil { // otherwise games are not played to their ends
					failed = p.err
					stop()
				}
				continue
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
			if b.json && failed == nil {
				if failed = cli.WriteJSON(out, p.played); failed != nil {
					stop()
				}
			}
		}
	}
	if failed != nil {
		return failed
	}
	progress.Close()
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

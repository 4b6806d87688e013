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

	"github.com/ply-search/ply/examples/2048/twenty48"
	"github.com/ply-search/ply/internal/cli"
)

type bench struct {
	thinking
	games   int
	workers int
	seed    uint64
	json    bool
}

func benchCommand(std cli.Streams) *cli.Command {
	var b bench
	flags := flag.NewFlagSet("2048 bench", flag.ContinueOnError)
	b.flags(flags)
	cli.Number(flags, &b.games, "games", 10, 1, 1_000_000, "`number` of games")
	cli.Number(flags, &b.workers, "workers", 1, 0, cli.MaxWorkers, "`number` of games at a time (0: as many as processors)")
	cli.Seed(flags, &b.seed, "the tiles; each game has tiles of its own")
	flags.BoolVar(&b.json, "json", false, "write a JSON object for each game, and one for all")
	return cli.Subcommand(flags, "[flags]", "Play games, and say how many reach which tile.",
		"Without a limit on time, positions or depth, a move takes 10 ms.",
		func(ctx context.Context) error { return b.run(ctx, std.Out) })
}

type played struct {
	Game     int     `json:"game"`
	Greatest int     `json:"greatest"`
	Points   int     `json:"points"`
	Moves    int     `json:"moves"`
	Nodes    int     `json:"nodes"`
	Depth    float64 `json:"depth"` // on average
	Seconds  float64 `json:"seconds"`
}

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
	progress := cli.NewProgress(b.games, "games")
	defer progress.Close()
	games := make([]*played, b.games)
	total := benched{Reached: map[int]int{}}
	seconds, depths := 0.0, 0.0
	finished, counted := 0, 0
	// count adds the games in their order, up to the first that has not been played or, in the end, without those.
	count := func(end bool) error {
		for ; counted < b.games && (end || games[counted] != nil); counted++ {
			p := games[counted]
			if p == nil {
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
			if b.json {
				if err := cli.WriteJSON(out, p); err != nil {
					return err
				}
			}
		}
		return nil
	}
	var mu sync.Mutex
	err := cli.Each(ctx, b.games, cli.Workers(b.workers), func(ctx context.Context, i int) error {
		p, err := b.play(ctx, i)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		games[i] = &p
		finished++
		progress.Set(finished)
		return count(false)
	})
	if err == nil {
		err = count(true)
	}
	if err != nil {
		return err
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
	_, err = fmt.Fprintf(out, "%.0f positions and %.0f moves a second\n", total.NodesPerSecond, total.MovesPerSecond)
	return err
}

func (b *bench) play(ctx context.Context, number int) (played, error) {
	player, err := b.player(10 * time.Millisecond)
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

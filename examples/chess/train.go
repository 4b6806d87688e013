package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// About perGame positions of each game are learned from. A search of searchNodes nodes finds their values. The result of
// the game has the weight resultShare in the target. A target of -1 or 1 is targetScale as an outcome.
const (
	perGame     = 12
	searchNodes = 1500
	resultShare = 0.2
	targetScale = 10_000
)

type training struct {
	file, output   string
	player         string
	games, workers int
	seed           uint64
}

func trainCommand(std cli.Streams) *cli.Command {
	var t training
	flags := flag.NewFlagSet("chess train", flag.ContinueOnError)
	flags.StringVar(&t.file, "set", "", "`file` of games to learn from; games that it lacks are played and appended")
	flags.StringVar(&t.output, "o", "", "`file` for the weights; those of chess/weights.json become part of the program")
	flags.StringVar(&t.player, "player", "alphabeta,nodes=500,memory=1", "`player` of the games, against itself")
	cli.Number(flags, &t.games, "games", 2000, 10, 1_000_000, "`number` of games to learn from")
	cli.Number(flags, &t.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of goroutines (0: as many as processors)")
	cli.Seed(flags, &t.seed, "all that is random")
	return cli.Subcommand(flags, "-set FILE -o FILE [flags]", "Play games, and learn the weights of the evaluation from them.",
		"Learning begins with the weights of the program. Games begin with eight random moves. A search values random positions\n"+
			"of the games, and package learn brings the evaluation of the quiet positions to which their captures lead nearer to a\n"+
			"mean of this value and the result of the game. A tenth of the positions is held out; the weights with the least loss on\n"+
			"these are written.",
		func(ctx context.Context) error { return t.run(ctx, std) })
}

func (t *training) run(ctx context.Context, std cli.Streams) error {
	if t.file == "" || t.output == "" {
		return cli.Usagef("want -set and -o, the names of files for the games and the weights")
	}
	if err := errors.Join(cli.CheckOutput(t.output), cli.CheckState(t.file)); err != nil {
		return err
	}
	p, err := readPlayer(t.player, usual)
	if err != nil {
		return cli.Usagef("-player: %w", err)
	}
	bar := cli.NewProgress(t.games, "games")
	defer bar.Close()
	workers := cli.Workers(t.workers)
	notation := learn.Notation[chess.Judged, chess.Move]{Game: "chess", New: func() (chess.Judged, error) { return chess.Judged{Game: chess.New()}, nil }}
	players := []learn.NamedPlayer[chess.Judged, chess.Move]{{Name: t.player, New: p.seat()}}
	games, err := notation.SelfPlay(ctx, t.file, players, learn.SelfPlayOptions[chess.Move]{
		Games: t.games, Opening: 8, MaxMoves: 300, Random: rand.NewPCG(t.seed, 0), Workers: workers, Progress: bar.Set,
	})
	if err != nil {
		return err
	}
	bar.Title("games valued")
	set, err := value(ctx, games, rand.New(rand.NewPCG(t.seed, 1)), bar.Set)
	if err != nil {
		return err
	}
	r, err := learn.Train(ctx, func() (*chess.Game, error) { return chess.New(), nil }, chess.Model(), set, learn.Options[chess.Move]{
		// Rare features change little with so small steps, and so keep near their weights at the start.
		Optimizer: learn.SGD{Rate: 0.0003, Momentum: 0.9}, Batch: 100, Squared: true,
		Target: func(outcome int) float64 { return float64(outcome) / targetScale },
		Epochs: 200, Validation: 0.1, Patience: 15, Random: rand.NewPCG(t.seed, 2), Workers: workers,
	})
	if err := cmp.Or(err, r.Status.Err()); err != nil {
		return err
	}
	if err := chess.SaveWeights(t.output, r.Model); err != nil {
		return err
	}
	bar.Close()
	best := r.Epochs[r.Best-1]
	_, err = fmt.Fprintf(std.Out, "%d positions of %d games, %d epochs, the best %d; loss %.5f, of the positions held out %.5f\n",
		r.Nodes, len(games.Records), len(r.Epochs), r.Best, best.Loss, best.Validation)
	return err
}

// value returns a set with a record for each position to learn from: the moves to the position and the one after it,
// and the target as the outcome.
func value(ctx context.Context, games *learn.Set[chess.Move], random *rand.Rand, progress func(int)) (*learn.Set[chess.Move], error) {
	set := &learn.Set[chess.Move]{Game: games.Game}
	opt := chess.SearchOptions()
	opt.Depth, opt.Table = 100, transposition.NewTable(4<<20)
	for number, record := range games.Records {
		g := chess.New()
		chance := perGame / float64(len(record.Moves)-record.Opening)
		for i, m := range record.Moves {
			if i > record.Opening && random.Float64() < chance && !g.InCheck() {
				r, err := alphabeta.Search(ctx, g, ply.Limits{Nodes: searchNodes}, opt)
				if err := cmp.Or(err, ctx.Err()); err != nil {
					return nil, err
				}
				result := float64(cmp.Compare(record.Outcome, 0))
				target := (1-resultShare)*chess.Expected(r.Value)*float64(1-2*g.ToMove()) + resultShare*result
				set.Records = append(set.Records, learn.Record[chess.Move]{
					Moves: record.Moves[:i+1], Opening: i, Outcome: int(math.Round(target * targetScale)),
				})
			}
			g.Play(m)
		}
		progress(number + 1)
	}
	return set, nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ply-search/ply"
	"github.com/ply-search/ply/arena"
	"github.com/ply-search/ply/examples/chess/chess"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/learn"
	"github.com/ply-search/ply/search/alphabeta"
	"github.com/ply-search/ply/transposition"
)

// About perGame positions of each game are valued by a search, and the quiet ones learned from. A random move leads from
// the game to each of them, because a search must tell good moves from bad ones: most of the positions that it evaluates
// never occur in games of good players. A target of -1 or 1 is targetScale as an outcome.
const (
	perGame     = 40
	mostValue   = 1500 // of the positions learned from: others are decided
	targetScale = 10_000
)

// passes are the epochs of training and the rates of their steps.
var passes = [...]struct {
	epochs int
	rate   float64
}{{10, 0.001}, {5, 0.0002}}

type training struct {
	file, output   string
	games, workers int
	nodes          int
	seed           uint64
}

func trainCommand(std cli.Streams) *cli.Command {
	var t training
	flags := flag.NewFlagSet("chess train", flag.ContinueOnError)
	flags.StringVar(&t.file, "set", "", "`file` of games to learn from; games that it lacks are played and appended")
	flags.StringVar(&t.output, "o", "", "`file` for the weights; those of chess/weights.json become part of the program")
	cli.Number(flags, &t.nodes, "nodes", 300, 1, cli.Many, "`number` of nodes for each move and for the value of a position")
	cli.Number(flags, &t.games, "games", 40_000, 10, 1_000_000, "`number` of games to learn from")
	cli.Number(flags, &t.workers, "workers", 0, 0, cli.MaxWorkers, "`number` of goroutines (0: as many as processors)")
	cli.Seed(flags, &t.seed, "all that is random")
	return cli.Subcommand(flags, "-set FILE -o FILE [flags]", "Play games, and learn the weights of the evaluation from them.",
		"Learning begins with the weights of the program. Games begin with eight random moves. A search values quiet positions\n"+
			"that a random move leads to from positions of the games, and package learn brings their evaluations nearer to these\n"+
			"values. 40000 games take about 20 minutes of two cores and 2 GB of memory.",
		func(ctx context.Context) error { return t.run(ctx, std) })
}

func (t *training) run(ctx context.Context, std cli.Streams) error {
	if t.file == "" || t.output == "" {
		return cli.Usagef("want -set and -o, the names of files for the games and the weights")
	}
	if err := errors.Join(cli.CheckOutput(t.output), cli.CheckState(t.file)); err != nil {
		return err
	}
	bar := cli.NewProgress(t.games, "games")
	defer bar.Close()
	workers := cli.Workers(t.workers)
	notation := learn.Notation[chess.Judged, chess.Move]{Game: "chess", New: func() (chess.Judged, error) { return chess.Judged{Game: chess.New()}, nil }}
	players := []learn.NamedPlayer[chess.Judged, chess.Move]{{Name: fmt.Sprintf("alphabeta,nodes=%d", t.nodes), New: func() arena.Player[chess.Judged, chess.Move] {
		return func(ctx context.Context, g chess.Judged, _ *rand.Rand) (chess.Move, error) {
			r, err := t.search(ctx, g.Game)
			return r.Move, err
		}
	}}}
	games, err := notation.SelfPlay(ctx, t.file, players, learn.SelfPlayOptions[chess.Move]{
		Games: t.games, Opening: 8, MaxMoves: 300, Random: rand.NewPCG(t.seed, 0), Workers: workers, Progress: bar.Set,
	})
	if err != nil {
		return err
	}
	bar.Title("games valued")
	set, err := t.value(ctx, games, workers, bar.Set)
	if err != nil {
		return err
	}
	m := chess.Model()
	var last learn.Epoch
	for i, pass := range passes {
		bar.Title(fmt.Sprintf("epochs of pass %d", i+1))
		r, err := learn.Train(ctx, func() (*chess.Game, error) { return chess.New(), nil }, m, set, learn.Options[chess.Move]{
			Optimizer: learn.Adam{Rate: pass.rate}, Batch: 4000, Squared: true, Epochs: pass.epochs,
			Target: func(outcome int) float64 { return float64(outcome) / targetScale },
			Random: rand.NewPCG(t.seed, uint64(i)), Workers: workers, Progress: func(e learn.Epoch) { bar.Set(e.Number) },
		})
		if err := cmp.Or(err, r.Status.Err()); err != nil {
			return err
		}
		m, last = r.Model, r.Epochs[len(r.Epochs)-1]
	}
	if err := chess.SaveWeights(t.output, m); err != nil {
		return err
	}
	bar.Close()
	_, err = fmt.Fprintf(std.Out, "%d positions of %d games, error %.4f\n", len(set.Records), len(games.Records), last.Error)
	return err
}

// value returns a set with a record for each position to learn from: the moves to the position and the one after it,
// and the target as the outcome.
func (t *training) value(ctx context.Context, games *learn.Set[chess.Move], workers int, progress func(int)) (*learn.Set[chess.Move], error) {
	parts, errs := make([][]learn.Record[chess.Move], len(games.Records)), make([]error, workers)
	var done atomic.Int64
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < len(parts) && errs[worker] == nil; i += workers {
				parts[i], errs[worker] = t.valueGame(ctx, games.Records[i], rand.New(rand.NewPCG(t.seed, uint64(i))))
				progress(int(done.Add(1)))
			}
		})
	}
	group.Wait()
	return &learn.Set[chess.Move]{Game: games.Game, Records: slices.Concat(parts...)}, cmp.Or(errs...)
}

// search searches with a new table, so that games do not depend on one another.
func (t *training) search(ctx context.Context, g *chess.Game) (alphabeta.Result[chess.Move], error) {
	opt := chess.SearchOptions()
	opt.Depth, opt.Table = 100, transposition.NewTable(1<<16)
	return alphabeta.Search(ctx, g, ply.Limits{Nodes: t.nodes}, opt)
}

// valueGame returns the records of positions one random move off a game.
func (t *training) valueGame(ctx context.Context, game learn.Record[chess.Move], random *rand.Rand) (records []learn.Record[chess.Move], err error) {
	g := chess.New()
	chance := perGame / float64(len(game.Moves)-game.Opening)
	for i, m := range game.Moves {
		if i > game.Opening && random.Float64() < chance {
			moves := g.Moves(nil)
			strange := moves[random.IntN(len(moves))]
			g.Play(strange)
			best, outcome, ok, err := t.valuePosition(ctx, g)
			if err != nil {
				return nil, err
			}
			if ok {
				line := slices.Concat(game.Moves[:i], []chess.Move{strange, best})
				records = append(records, learn.Record[chess.Move]{Moves: line, Opening: i + 1, Outcome: outcome})
			}
			g.Undo(strange)
		}
		g.Play(m)
	}
	return records, nil
}

// valuePosition returns the best move of a position and its target as an outcome; ok is false if the position is not to
// be learned from.
func (t *training) valuePosition(ctx context.Context, g *chess.Game) (best chess.Move, outcome int, ok bool, err error) {
	if g.InCheck() || len(g.Moves(nil)) == 0 {
		return 0, 0, false, nil
	}
	r, err := t.search(ctx, g)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return 0, 0, false, err
	}
	if max(r.Value, -r.Value) > mostValue || !isQuiet(g, r.Move) {
		return 0, 0, false, nil
	}
	target := chess.Expected(r.Value) * float64(1-2*g.ToMove())
	return r.Move, int(math.Round(target * targetScale)), true, nil
}

// isQuiet reports whether a move leaves all men on the board.
func isQuiet(g *chess.Game, m chess.Move) bool {
	men := func() int { return (g.Men(0) | g.Men(1)).Count() }
	before := men()
	g.Play(m)
	defer g.Undo(m)
	return men() == before
}
